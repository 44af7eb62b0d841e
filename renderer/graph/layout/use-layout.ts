import { useCallback, useEffect, useRef, useState } from 'react';
import type { Arrangement } from '#shared/algorithms/layout/grid/spacing.ts';
import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { createLayoutClient, type LayoutClient } from './layout-client.ts';
import type { LayoutAnswer } from './layout-messages.ts';

export interface LaidOut {
  readonly graph: AutomatonGraph;
  readonly layout: Layout;
  /** True if the picture was laid out from scratch, false if the previous layout was adapted. */
  readonly tidied: boolean;
}

export type LayoutState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'ready' } & LaidOut);

/**
 * Returns the layout by a worker; while `isBusy`, for an earlier filter. `tidy` lays out from scratch.
 * `stateAfter` has the new number of each previous state, -1 for none.
 */
export function useLayout(
  graph: AutomatonGraph,
  filter: VisibleFilter,
  arrangement: Arrangement,
  stateAfter: readonly number[] | null,
): { state: LayoutState; isBusy: boolean; tidy: () => void } {
  const [state, setState] = useState<LayoutState>({ kind: 'waiting' });
  const [isBusy, setBusy] = useState(true);
  const client = useRef<LayoutClient | null>(null);
  const openGraph = useRef<AutomatonGraph | null>(null);
  const latest = useRef({ filter, arrangement });
  latest.current = { filter, arrangement };
  const arranged = useRef(arrangement);

  useEffect(() => {
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', (event) => {
      setState({
        kind: 'failed',
        message: event.message || 'The layout worker could not be started. Reload the page.',
      });
    });
    client.current = createLayoutClient(
      {
        post: (request) => worker.postMessage(request),
        listen: (onAnswer) =>
          worker.addEventListener('message', (event: MessageEvent<LayoutAnswer>) => onAnswer(event.data)),
      },
      {
        onLayout: (layout, tidied) => {
          if (openGraph.current) setState({ kind: 'ready', graph: openGraph.current, layout, tidied });
        },
        onFailure: (message) => setState({ kind: 'failed', message }),
        onBusy: setBusy,
      },
    );
    return () => {
      client.current = null;
      openGraph.current = null;
      worker.terminate();
    };
  }, []);

  useEffect(() => {
    const isRearranged = arranged.current !== arrangement;
    arranged.current = arrangement;
    if (openGraph.current === graph) {
      client.current?.ask(filter, isRearranged, arrangement);
      return;
    }
    // The same automaton with other names: its states stay in place.
    const isSame = openGraph.current?.summary.id === graph.summary.id;
    const after = isSame ? graph.states.roles.map((_, state) => state) : stateAfter;
    const follows = openGraph.current !== null && after !== null;
    openGraph.current = graph;
    client.current?.open(graph, follows ? after : null);
    client.current?.ask(filter, !follows || isRearranged, arrangement);
  }, [graph, filter, arrangement, stateAfter]);

  const tidy = useCallback(
    () => client.current?.ask(latest.current.filter, true, latest.current.arrangement),
    [],
  );
  return { state, isBusy, tidy };
}
