import type {
  AutomatonDifference,
  ComparedState,
  ComparedTurnRow,
  DrawnExampleRow,
  RelearnResult,
} from '#shared/contract/relearning.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { StateChange } from '../../graph/painting/painter.ts';

/** "2 states new, 1 gone, 12 changed", or that nothing differs. */
export function countsOf(difference: AutomatonDifference): string {
  const { total: added } = difference.new;
  const { total: gone } = difference.gone;
  const { total: changed } = difference.changed;
  const parts = [
    added > 0 && `${formatCount(added)} new`,
    gone > 0 && `${formatCount(gone)} gone`,
    changed > 0 && `${formatCount(changed)} changed`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'No state differs' : `States: ${parts.join(', ')}`;
}

/** True where not a state, a transition or a path differs. */
export function isNothing({ gone, new: added, changed, dialogues, ...rest }: AutomatonDifference): boolean {
  return (
    gone.total + added.total + changed.total === 0 &&
    rest.transitionsGone + rest.transitionsNew === 0 &&
    dialogues.changed + dialogues.gone + dialogues.new === 0
  );
}

/** Of the automaton before, or of the one after it: the two number their states differently. */
export type Side = 'before' | 'after';

/** What to mark in the picture of one side: only states that it has. */
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

/** The state of one side that shows a compared state best: itself, or else where it hangs or hung; null for none. */
export function placeOfState(state: ComparedState, side: Side): number | null {
  return state[side] ?? state.from?.[side] ?? null;
}

/** All examples of a turn, each once: those only before first, then those of both, then those only after. */
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
