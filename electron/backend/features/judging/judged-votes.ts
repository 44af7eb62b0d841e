import { type Judgement, type SettledPair, settleJudgements } from '#shared/algorithms/preference/judge.ts';
import type { Vote } from '#shared/algorithms/preference/votes.ts';
import type { PairState } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { type BatchItemRow, flawedAnswers, readItems } from '../../store/comparing/batch-run-table.ts';
import { allJudgements, allPairs } from '../../store/comparing/judging-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type BatchRunRow, batchRuns } from '../batch/index.ts';
import { itemOf } from '../votes/index.ts';
import { type JudgingRunRow, judgingRuns, keysOf } from './judging-runs.ts';

export interface JudgedVotes {
  readonly pair: number;
  readonly baseline: string;
  readonly column: string;
  readonly counts: Record<PairState, number>;
  /** The verdicts on the judged pairs in both orders. The order of the paper's prompt comes first. */
  readonly judgements: readonly Judgement[];
  readonly settled: readonly SettledPair[];
  /** Items with equal answers. */
  readonly same: readonly string[];
  /** Items with a cut-off answer, or an answer with another fault. */
  readonly cutOff: ReadonlySet<string>;
}

export interface ReadJudging {
  readonly row: JudgingRunRow;
  readonly batch: BatchRunRow;
  readonly pairs: readonly JudgedVotes[];
  /** Items by the key that votes use. */
  readonly items: ReadonlyMap<string, BatchItemRow>;
}

/** Returns a judging run with every valid verdict. If whole dialogues were judged, the votes have no turn. */
export function readJudging(database: ReadDatabase, run: RunId): ReadJudging {
  const row = judgingRuns.require(database, run);
  const batch = batchRuns.require(database, row.params.batch);
  const items = new Map<string, BatchItemRow>();
  const nameOf = new Map<number, string>();
  for (const item of readItems(database, batch.run)) {
    const name = nameOfItem(batch, item);
    items.set(name, item);
    nameOf.set(item.item, name);
  }
  const pairs = row.params.pairs.map((indexes, pair) => ({
    pair,
    ...keysOf(indexes, batch),
    counts: { open: 0, judged: 0, flagged: 0, same: 0, unanswered: 0 },
    judgements: [] as Judgement[],
    same: [] as string[],
    cutOff: new Set<string>(),
  }));
  const isFlawed = flawedAnswers(database, batch.run);
  const judged = new Set<string>();
  for (const { item, pair, state } of allPairs(database, run)) {
    const one = required(pairs[pair], `pair ${pair}`);
    one.counts[state]++;
    if (state !== 'judged' && state !== 'same') continue;
    const name = required(nameOf.get(item), `item ${item}`);
    if (state === 'judged') judged.add(`${item} ${pair}`);
    else one.same.push(name);
    if (row.params.pairs[pair]?.some((index) => isFlawed(item, index))) one.cutOff.add(name);
  }
  for (const { item, pair, swapped, says, weights } of allJudgements(database, run)) {
    if (says === null || !judged.has(`${item} ${pair}`)) continue;
    const { baseline, column, judgements } = required(pairs[pair], `pair ${pair}`);
    const [shownFirst, shownSecond] = swapped ? [column, baseline] : [baseline, column];
    judgements.push({
      item: required(nameOf.get(item), `item ${item}`),
      shownFirst,
      shownSecond,
      says: says === 'tie' ? 'tie' : (says === 'column') === swapped ? 'first' : 'second',
      weights: weights && {
        first: swapped ? weights.column : weights.baseline,
        second: swapped ? weights.baseline : weights.column,
        tie: weights.tie,
      },
    });
  }
  return {
    row,
    batch,
    items,
    pairs: pairs.map((one) => ({ ...one, settled: settleJudgements(one.judgements).pairs })),
  };
}

const nameOfItem = ({ params }: BatchRunRow, { dialogue, turns }: BatchItemRow): string =>
  itemOf(
    dialogue,
    params.answering.unit === 'whole-dialogue' ? null : required(turns[0], 'turn of the item'),
  );

export type CountedVotes = Omit<JudgedVotes, 'pair' | 'counts' | 'cutOff'>;

/** Returns the verdicts on a pair, from both orders or only from the paper's order. Equal answers count as ties. */
function votesOf(
  { baseline, column, judgements, settled, same }: CountedVotes,
  by: 'both' | 'printed',
): Vote[] {
  const alike = same.map((item): Vote => ({ item, first: baseline, second: column, outcome: 'tie' }));
  if (by === 'both') return [...settled, ...alike];
  const printed = judgements.filter(({ shownFirst }) => shownFirst === baseline);
  return [
    ...printed.map(({ item, says }): Vote => ({ item, first: baseline, second: column, outcome: says })),
    ...alike,
  ];
}

/** Groups votes by dialogue. Dialogues are resampled as a whole, because the turns of a dialogue are similar. */
export const votesOfDialogues = (
  votes: CountedVotes,
  { items }: Pick<ReadJudging, 'items'>,
  by: 'both' | 'printed',
): Vote[] => votesOf(votes, by).map((vote) => ({ ...vote, item: String(items.get(vote.item)?.dialogue) }));
