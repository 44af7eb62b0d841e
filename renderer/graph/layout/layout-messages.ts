import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';
import type { Arrangement } from '#shared/algorithms/layout/grid/spacing.ts';
import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';

/** From the page to the layout worker. `epoch` counts the automata shown; an older one's answer is stale. */
export type LayoutRequest =
  | {
      readonly kind: 'open';
      readonly epoch: number;
      readonly automaton: DrawnAutomaton;
      /** If it follows the previous automaton: the new number of each state of that one, -1 for none. */
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
