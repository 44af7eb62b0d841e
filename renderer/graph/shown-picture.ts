import type { Annotation } from '#shared/algorithms/layout/annotations/annotate.ts';
import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { Overlay } from '#shared/algorithms/layout/scene/overlay.ts';
import type { Visibility } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { DrawnSelection, GraphHighlight } from './graph-selection.ts';
import { indexScene, lightHighlight } from './stage/scene-index.ts';

export interface ShownPicture {
  readonly graph: AutomatonGraph;
  readonly layout: Layout;
  readonly visibility: Visibility;
  readonly overlay: Overlay | null;
  readonly annotations: readonly Annotation[];
  readonly highlight: GraphHighlight | null;
  readonly selection: DrawnSelection | null;
}

export function litOf({ layout, highlight, selection }: ShownPicture) {
  const wanted = highlight ?? litBySelection(selection);
  const light = wanted && lightHighlight(indexScene(layout), wanted);
  return (
    light && {
      states: [...light.states],
      transitions: layout.scene.edges
        .filter(({ id }) => light.edges.has(id))
        .map(({ from, to }) => ({ from, to })),
      ...(light.ends ? { ends: [...light.ends] } : {}),
    }
  );
}

function litBySelection(selection: DrawnSelection | null): GraphHighlight | null {
  if (selection === null) return null;
  if (selection.kind === 'state')
    return selection.state === 0 ? null : { kind: 'state', state: selection.state };
  const { from, to } = selection;
  return { kind: 'places', states: [from, to], transitions: [{ from, to }] };
}
