import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';
import type { Arrangement } from '#shared/algorithms/layout/grid/spacing.ts';
import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';

/** `epoch` counts the automata shown; answers with an earlier epoch are stale. */
export type LayoutRequest =
  | {
      readonly kind: 'open';
      readonly epoch: number;
      readonly automaton: DrawnAutomaton;
      /** The new number of each previous state, -1 for none; null unless this automaton replaces the previous one. */
      readonly stateAfter: readonly number[] | null;
    }
  | {
      readonly kind: 'layout';
      readonly epoch: number;
      readonly ticket: number;
      readonly filter: VisibleFilter;
      readonly arrangement: Arrangement;
      readonly tidy: boolean;
    };

export type LayoutAnswer =
  | {
      readonly kind: 'layout';
      readonly epoch: number;
      readonly ticket: number;
      readonly tidy: boolean;
      readonly layout: Layout;
    }
  | { readonly kind: 'failed'; readonly epoch: number; readonly ticket: number; readonly message: string };
