import { useMutation, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Annotation as Drawn } from '#shared/algorithms/layout/annotations/annotate.ts';
import type { Annotation } from '#shared/contract/annotations.ts';
import { type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { createTabState } from '../../project/tab-state.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { mapQueries } from '../map/index.ts';
import { annotationQueries } from './queries.ts';
import { drawnOf } from './told.ts';

const hiding = createTabState<{ readonly hidden: readonly number[] }>('annotations', { hidden: [] });
export const enterAnnotations = hiding.enter;
export const useHidden = (): readonly number[] => hiding.use(({ hidden }) => hidden);
export const showAnnotation = (id: number, isShown: boolean): void => {
  const others = hiding.use.getState().hidden.filter((other) => other !== id);
  hiding.change({ hidden: isShown ? others : [...others, id] });
};

interface ReadAnnotations {
  readonly listed: readonly Annotation[];
  /** The annotations with their current figures. */
  readonly drawn: readonly Drawn[];
}

const NONE: ReadAnnotations = { listed: [], drawn: [] };

/** Returns the annotations of several automata, by the automaton's id. */
export function useAnnotationsOf(
  automata: readonly Omit<AutomatonSummary, 'stale'>[],
): ReadonlyMap<RunId, ReadAnnotations> {
  const { client } = useApi();
  const lists = useQueries({
    queries: automata.map(({ id }) => annotationQueries(client).list(id)),
    combine: (results) => results.map(({ data }) => data ?? []),
  });
  const asked = automata.flatMap((automaton, at) =>
    hasPaths(automaton) && lists[at]?.some(({ figure }) => figure !== null) ? [automaton.id] : [],
  );
  const figures = useQueries({
    queries: asked.map((automaton) =>
      mapQueries(client).figures({ automaton, where: '', good: '', waits: 'both', number: null }),
    ),
    combine: (results) => results.map(({ data }) => data ?? null),
  });
  const key = automata.map(({ id }) => id).join(' ');
  const counted = asked.join(' ');
  return useMemo(() => {
    const ids = counted.split(' ');
    return new Map(
      key.split(' ').map((id, at): [RunId, ReadAnnotations] => {
        const listed = lists[at] ?? [];
        const known = figures[ids.indexOf(id)] ?? null;
        return [Number(id) as RunId, { listed, drawn: listed.flatMap((one) => drawnOf(one, known)) }];
      }),
    );
  }, [key, counted, lists, figures]);
}

function useAnnotations(automaton: AutomatonSummary): ReadAnnotations {
  return useAnnotationsOf([automaton]).get(automaton.id) ?? NONE;
}

/** Returns the visible annotations, and functions to move and remove them. */
export function useAnnotating(automaton: AutomatonSummary) {
  const { client } = useApi();
  const { drawn } = useAnnotations(automaton);
  const hidden = useHidden();
  const meta = about('annotations');
  const move = useMutation({
    mutationFn: (moved: { readonly id: number; readonly dx: number; readonly dy: number }) =>
      client.annotations.move(moved),
    meta,
    onError: tellError,
  });
  const remove = useMutation({
    mutationFn: (id: number) => client.annotations.remove({ id }),
    meta,
    onError: tellError,
  });
  const annotations = useMemo(() => drawn.filter(({ id }) => !hidden.includes(id)), [drawn, hidden]);
  return {
    annotations,
    onMove: (id: number, place: { readonly dx: number; readonly dy: number }) =>
      move.mutateAsync({ id, ...place }),
    onRemove: (id: number) => remove.mutate(id),
  };
}
