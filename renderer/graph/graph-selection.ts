/** The selection: a state, a box of states, or one transition (`symbol` indexes the graph's symbols). */
export type GraphSelection =
  | { readonly kind: 'state'; readonly state: number }
  | { readonly kind: 'box'; readonly name: string; readonly states: readonly number[] }
  | { readonly kind: 'transition'; readonly from: number; readonly to: number; readonly symbol: number };

export type DrawnSelection = Exclude<GraphSelection, { kind: 'box' }>;

/** The highlight: a state with the path to it, a dialogue's path from q₀, or states and transitions. */
export type GraphHighlight =
  | { readonly kind: 'state'; readonly state: number }
  | { readonly kind: 'path'; readonly steps: readonly { readonly state: number; readonly symbol: number }[] }
  | {
      readonly kind: 'places';
      readonly states: readonly number[];
      readonly transitions: readonly { readonly from: number; readonly to: number }[];
      /** The states whose line to the end is highlighted. */
      readonly ends?: readonly number[] | undefined;
    };

export function statesOfHighlight(highlight: GraphHighlight | null): number[] {
  if (!highlight) return [];
  if (highlight.kind === 'state') return [highlight.state];
  if (highlight.kind === 'places') return [...highlight.states];
  return [...new Set(highlight.steps.map((step) => step.state))];
}
