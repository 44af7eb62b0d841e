import type {
  AutomatonDifference,
  ComparedState,
  ComparedTurnRow,
  DrawnExampleRow,
  RelearnResult,
} from '#shared/contract/relearning.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { StateChange } from '../../graph/painting/painter.ts';

/** "2 new, 1 gone, 12 changed"; empty if all counts are 0. */
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .flatMap(([what, count]) => (count > 0 ? `${formatCount(count)} ${what}` : []))
    .join(', ');

/** Counts the states that differ: "2 new, 1 gone, 12 changed"; empty if none does. */
export const stateCounts = ({ new: added, gone, changed }: AutomatonDifference): string =>
  counted({ new: added.total, gone: gone.total, changed: changed.total });

/** "3 new, 5 gone"; empty if no transition differs. */
export const transitionCounts = ({ transitionsNew, transitionsGone }: AutomatonDifference): string =>
  counted({ new: transitionsNew, gone: transitionsGone });

/** "12 of 130 dialogues change their path." */
export const pathsWords = ({ dialogues: { changed } }: AutomatonDifference, all: number): string =>
  changed === 0
    ? 'Every dialogue keeps its path.'
    : `${formatCount(changed)} of ${formatAmount(all, 'dialogue')} ${changed === 1 ? 'changes its' : 'change their'} path.`;

/** "States: 2 new, 1 gone, 12 changed", or that no state differs. */
export const countsOf = (difference: AutomatonDifference): string =>
  stateCounts(difference) === '' ? 'No state differs' : `States: ${stateCounts(difference)}`;

/** True if no state, transition or path differs. */
export function isNothing({ gone, new: added, changed, dialogues, ...rest }: AutomatonDifference): boolean {
  return (
    gone.total + added.total + changed.total === 0 &&
    rest.transitionsGone + rest.transitionsNew === 0 &&
    dialogues.changed + dialogues.gone + dialogues.new === 0
  );
}

/** The automaton before the change, or the one after it. They number their states differently. */
export type Side = 'before' | 'after';

/** Returns the marks for the graph of one side, only for states that it has. */
export function marksOf(
  { difference }: Pick<RelearnResult, 'difference'>,
  side: Side,
): Map<number, StateChange> {
  const marks = new Map<number, StateChange>();
  const mark = (states: readonly ComparedState[], change: StateChange): void => {
    for (const state of states) {
      const number = state[side];
      if (number !== null) marks.set(number, change);
    }
  };
  mark(difference.changed.items, 'changed');
  mark(difference.new.items, 'new');
  mark(difference.gone.items, 'gone');
  return marks;
}

/** Returns the state on one side that shows a compared state: itself, else the one before it, else null. */
export function placeOfState(state: ComparedState, side: Side): number | null {
  return state[side] ?? state.from?.[side] ?? null;
}

/** Returns all examples of a turn once each: those only before, then those in both, then those only after. */
export function examplesBeforeAndAfter({ before, after }: Pick<ComparedTurnRow, 'before' | 'after'>) {
  const nameOf = ({ dialogue, round }: DrawnExampleRow): string => `${dialogue} ${round}`;
  const old = new Set(before.examples.map(nameOf));
  const now = new Set(after.examples.map(nameOf));
  return [
    ...before.examples
      .filter((example) => !now.has(nameOf(example)))
      .map((example) => ({ example, where: 'before' as const })),
    ...before.examples
      .filter((example) => now.has(nameOf(example)))
      .map((example) => ({ example, where: 'both' as const })),
    ...after.examples
      .filter((example) => !old.has(nameOf(example)))
      .map((example) => ({ example, where: 'after' as const })),
  ];
}
