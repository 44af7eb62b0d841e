import { useQuery } from '@tanstack/react-query';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type {
  AutomatonDifference,
  ComparedState,
  ComparedTurnRow,
  Consequence,
  DrawnExampleRow,
  HeldOutReach,
  RelearnResult,
} from '#shared/contract/relearning.ts';
import { figureText, formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { StateChange } from '../../graph/painting/painter.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { useConsequence } from './consequence-state.ts';
import './consequence.css';

/** "2 new, 1 removed, 12 changed"; empty if all counts are 0. */
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .flatMap(([what, count]) => (count > 0 ? `${formatCount(count)} ${what}` : []))
    .join(', ');

export const stateCounts = ({ new: added, gone, changed }: AutomatonDifference): string =>
  counted({ new: added.total, removed: gone.total, changed: changed.total });

/** "3 new, 5 removed"; empty if no transition differs. */
export const transitionCounts = ({ transitionsNew, transitionsGone }: AutomatonDifference): string =>
  counted({ new: transitionsNew, removed: transitionsGone });

/** "12 of 130 dialogues change their path." */
export const pathsWords = ({ dialogues: { changed } }: AutomatonDifference, all: number): string =>
  changed === 0
    ? 'Every dialogue keeps its path.'
    : `${formatCount(changed)} of ${formatAmount(all, 'dialogue')} ${changed === 1 ? 'changes its' : 'change their'} path.`;

export const countsOf = (difference: AutomatonDifference): string =>
  stateCounts(difference) === '' ? 'No changes to states' : `States: ${stateCounts(difference)}`;

export function isNothing({ gone, new: added, changed, dialogues, ...rest }: AutomatonDifference): boolean {
  return (
    gone.total + added.total + changed.total === 0 &&
    rest.transitionsGone + rest.transitionsNew === 0 &&
    dialogues.changed + dialogues.gone + dialogues.new === 0
  );
}

export function describeEffect({
  before,
  after,
  difference,
  reach,
}: Pick<Consequence, 'before' | 'after' | 'difference' | 'reach'>): string[] {
  if (isNothing(difference)) return ['The automaton stays the same.'];
  const states = after.states - before.states;
  const size =
    states === 0
      ? `the automaton still has ${formatAmount(after.states, 'state')}`
      : `the automaton has ${formatCount(Math.abs(states))} ${states < 0 ? 'fewer' : 'more'} ${Math.abs(states) === 1 ? 'state' : 'states'}`;
  return [`${pathsWords(difference, before.dialogues).slice(0, -1)}, and ${size}.`, ...reachWords(reach)];
}

/** A difference of fewer turns than this may be chance (McNemar’s test). */
const LEAST_TURNS = 4;

function reachWords({
  before,
  after,
}: {
  readonly before: HeldOutReach | null;
  readonly after: HeldOutReach | null;
}) {
  if (!after) return ['The automaton is being tested on unseen dialogues.'];
  const now = after.policies[0];
  if (after.heldOut === 0 || !now)
    return ['There are too few dialogues to test the automaton on unseen ones.'];
  const where = `The automaton follows ${formatShare(now.shareOfTurns)} of ${formatAmount(now.turns, 'turn')} in ${formatAmount(after.heldOut, 'unseen dialogue')}`;
  const old = before?.policies.find(({ policy }) => policy === now.policy);
  if (!old) return [`${where}.`];
  if (old.shareOfTurns === now.shareOfTurns) return [`${where}, as before.`];
  const points = figureText(now.shareOfTurns - old.shareOfTurns, { share: true, signed: true });
  const turns = Math.round((now.shareOfTurns - old.shareOfTurns) * now.turns);
  const sure = Math.abs(turns) < LEAST_TURNS ? 'which may be due to chance' : 'not tested for significance';
  return [
    `${where}, instead of ${formatShare(old.shareOfTurns)} (${points} points, or ${formatAmount(Math.abs(turns), 'turn')}, ${sure}).`,
  ];
}

export type Side = 'before' | 'after';

/** Returns the marks for the graph of one side, before or after. States that this graph lacks have no mark. */
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

export function placeOfState(state: ComparedState, side: Side): number | null {
  return state[side] ?? state.from?.[side] ?? null;
}

/** Returns all examples of a turn once each: those only before, then those in both, then those only after. */
export function examplesBeforeAndAfter({ before, after }: Pick<ComparedTurnRow, 'before' | 'after'>) {
  const nameOf = ({ dialogue, turn }: DrawnExampleRow): string => `${dialogue} ${turn}`;
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

interface ConsequenceStripProps {
  readonly automaton: AutomatonSummary;
  readonly listed: boolean;
  readonly onList: (listed: boolean) => void;
}

export function ConsequenceStrip({ automaton, listed, onList }: ConsequenceStripProps) {
  const { working, error, kept } = useConsequence();
  const own = kept?.automaton === automaton.id ? kept : null;
  const { data: history } = useQuery({
    ...projectQueries.history,
    enabled: automaton.stale,
  });
  return (
    <div className="row-2 shrink small consequence-strip" role="status">
      <span
        className={`row-1 shrink consequence-words clip ${automaton.stale || error ? 'is-due' : 'quiet'}`}
        title={titleOf(automaton.stale, error, history)}
      >
        <Icon name={automaton.stale || error ? 'alert' : 'check'} />
        <span className="clip">{wordsOf(automaton.stale, working, error, own, history)}</span>
      </span>
      <Button small onClick={() => onList(!listed)} aria-expanded={listed}>
        {listed ? 'Hide what changes' : own && !automaton.stale ? 'Show what changed' : 'Show what changes'}
      </Button>
    </div>
  );
}

type Edits = Awaited<ReturnType<DialogramClient['tagging']['history']>>;

function wordsOf(
  stale: boolean,
  working: boolean,
  error: unknown,
  kept: RelearnResult | null,
  history: Edits | undefined,
): string {
  if (working) return 'Learning again…';
  if (error) return 'Learning again failed';
  if (stale) return history?.items[0]?.kind === 'decide-merge' ? 'Merge decisions changed' : 'Tags changed';
  return kept ? countsOf(kept.difference) : 'Up to date';
}

function titleOf(stale: boolean, error: unknown, history: Edits | undefined): string | undefined {
  if (error) return readable(error).message;
  if (!stale) return undefined;
  const [last] = history?.items ?? [];
  const words = last && `\n${last.undone ? 'Last undo' : 'Last change'}: ${last.description}`;
  return `The automaton is out of date: tags, decisions or dialogues changed since it was learned.${words ?? ''}`;
}
