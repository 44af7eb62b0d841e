import type { Annotation } from '#shared/algorithms/layout/annotations/annotate.ts';
import type { Overlay } from '#shared/algorithms/layout/scene/overlay.ts';
import type { FoldedBox } from '#shared/algorithms/layout/shown/fold-boxes.ts';
import type { DrawnSelection, GraphHighlight, GraphSelection } from './graph-selection.ts';

/** Returns the state that is drawn in place of a state: itself, its box, or the end of its chain. */
export type DrawnFor = (state: number) => number;

export function foldedSelection(selection: GraphSelection | null, drawnFor: DrawnFor): DrawnSelection | null {
  if (selection === null) return null;
  if (selection.kind === 'state') return { kind: 'state', state: drawnFor(selection.state) };
  if (selection.kind === 'transition') {
    const [from, to] = [drawnFor(selection.from), drawnFor(selection.to)];
    const isWithin = from === to && selection.from !== selection.to;
    return isWithin ? { kind: 'state', state: from } : { ...selection, from, to };
  }
  // An open box consists of many states; none of them was selected.
  const drawn = new Set(selection.states.map(drawnFor));
  const [state] = drawn;
  return drawn.size === 1 && state !== undefined ? { kind: 'state', state } : null;
}

/** Returns the highlight in terms of drawn states. A path passes a box or a chain in one step. */
export function foldedHighlight(highlight: GraphHighlight | null, drawnFor: DrawnFor): GraphHighlight | null {
  if (highlight === null) return null;
  if (highlight.kind === 'state') return { kind: 'state', state: drawnFor(highlight.state) };
  if (highlight.kind === 'places') {
    const transitions = highlight.transitions.map(({ from, to }) => ({
      from: drawnFor(from),
      to: drawnFor(to),
    }));
    const ends = highlight.ends?.map(drawnFor);
    return { kind: 'places', states: [...new Set(highlight.states.map(drawnFor))], transitions, ends };
  }
  let before = 0;
  const steps = highlight.steps.flatMap((step) => {
    const state = drawnFor(step.state);
    const stays = state === before && state !== step.state;
    before = state;
    return stays ? [] : [{ ...step, state }];
  });
  return { kind: 'path', steps };
}

export const foldedAnnotations = (
  annotations: readonly Annotation[],
  drawnFor: DrawnFor,
): readonly Annotation[] =>
  annotations.map((one) => ({
    ...one,
    states: [...new Set(one.states.map(drawnFor))],
    transitions: one.transitions.map(({ from, to }) => ({ from: drawnFor(from), to: drawnFor(to) })),
  }));

/** Removes the figures of boxes and of transitions around them, because figures belong to single states. */
export function foldedOverlay(
  overlay: Overlay,
  boxes: ReadonlyMap<number, FoldedBox>,
  edges: readonly { readonly from: number; readonly to: number }[],
  keyOf: (from: number, to: number) => string,
): Overlay {
  if (boxes.size === 0) return overlay;
  const none = { text: '', tint: null, share: null };
  const [states, transitions] = [new Map(overlay.states), new Map(overlay.transitions)];
  for (const state of boxes.keys()) states.set(state, none);
  for (const { from, to } of edges)
    if (boxes.has(from) || boxes.has(to)) transitions.set(keyOf(from, to), none);
  return { ...overlay, states, transitions };
}
