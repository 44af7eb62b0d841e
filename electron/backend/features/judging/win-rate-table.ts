import { type Judgement, settleJudgements } from '#shared/algorithms/preference/judge.ts';
import { FEW_VOTES } from '#shared/algorithms/preference/votes.ts';
import { averageWinRate } from '#shared/algorithms/preference/win-rate.ts';
import type { WinRateCell, WinRateTable } from '#shared/contract/judging.ts';
import { agentKey, isWithoutExamples } from '#shared/domain/agent.ts';
import type { RunId, SourceId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { BatchItemRow } from '../../store/comparing/batch-run-table.ts';
import { sourceReader } from '../../store/corpus/dialogue-table.ts';
import { sourceNames } from '../../store/corpus/source-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headOf } from '../retrieval/index.ts';
import { type JudgedVotes, type ReadJudging, readJudging, votesOfDialogues } from './judged-votes.ts';
import { bootstrapBy, ratesOf } from './judging-figures.ts';
import { listJudgingRuns } from './judging-runs.ts';

type Group = WinRateTable['groups'][number];

interface RunPool {
  readonly head: Pick<Group, 'judge' | 'unit' | 'baseline'>;
  readonly methods: Map<string, Group['methods'][number]>;
  readonly verdicts: Map<string, Map<string, Verdict>>;
  readonly items: Map<string, BatchItemRow>;
  readonly settings: Set<string>;
}

interface Verdict {
  readonly run: RunId;
  readonly judgements: JudgedVotes['judgements'];
  readonly same: boolean;
  readonly cutOff: boolean;
}

/** Computes win rates by judge, unit and model. Of repeated verdicts on the same two columns, the newest counts. */
export function tabulateWinRates(database: ReadDatabase, seed: number): WinRateTable {
  const groups = new Map<string, RunPool>();
  for (const { run } of listJudgingRuns(database)) pool(groups, readJudging(database, run));
  const sources = sourceNames(database);
  const sourceOf = sourceReader(database);
  return {
    groups: [...groups.values()].map((group) => {
      const bySource = new Map([...group.items].map(([name, { dialogue }]) => [name, sourceOf(dialogue)]));
      const methods = [...group.methods.keys()];
      const isOf = (source: SourceId | null) => (item: string) =>
        source === null || bySource.get(item) === source;
      const rows = [null, ...sources].map((source) => ({
        source,
        cells: methods.map((method) => cellOf(group, method, isOf(source?.id ?? null), seed)),
      }));
      const average = methods.map((method) =>
        averageOf(
          group,
          method,
          sources.map(({ id }) => isOf(id)),
          seed,
        ),
      );
      return {
        ...group.head,
        methods: [...group.methods.values()],
        rows,
        average,
        settings: group.settings.size,
      };
    }),
    bootstrap: bootstrapBy(seed),
  };
}

/** @param read judging runs, newest first, because existing entries are not replaced */
function pool(groups: Map<string, RunPool>, { row, batch, items, pairs }: ReadJudging): void {
  const { judge, promptVersion } = row.params;
  const { answering, columns } = batch.params;
  for (const [at, indexes] of row.params.pairs.entries()) {
    const [first, second] = indexes.map((index) => required(columns[index], `column ${index}`));
    const votes = required(pairs[at], `pair ${at}`);
    if (!first || !second || votes.settled.length + votes.same.length === 0) continue;
    // If the column without examples is second in the pair, the verdicts are reversed.
    const [baseline, column] = isWithoutExamples(first) ? [first, second] : [second, first];
    if (!isWithoutExamples(baseline)) continue;
    const key = JSON.stringify([judge.provider, judge.model, answering.unit, agentKey(baseline)]);
    const group: RunPool = groups.get(key) ?? {
      head: {
        judge: { provider: judge.provider, model: judge.model },
        unit: answering.unit,
        baseline: headOf(baseline, batch.params.tagger),
      },
      methods: new Map(),
      verdicts: new Map(),
      items: new Map(),
      settings: new Set(),
    };
    groups.set(key, group);
    const method = agentKey(column);
    group.methods.set(method, group.methods.get(method) ?? headOf(column, batch.params.tagger));
    group.settings.add(JSON.stringify([answering, judge, promptVersion]));
    const own = group.verdicts.get(method) ?? new Map<string, Verdict>();
    group.verdicts.set(method, own);
    const add = (item: string, verdict: Omit<Verdict, 'cutOff'>): void => {
      if (own.has(item)) return;
      own.set(item, { ...verdict, cutOff: votes.cutOff.has(item) });
      group.items.set(item, required(items.get(item), `item ${item}`));
    };
    for (const item of votes.same) add(item, { run: row.run, judgements: [], same: true });
    const byItem = new Map<string, Judgement[]>();
    for (const one of votes.judgements) byItem.set(one.item, [...(byItem.get(one.item) ?? []), one]);
    for (const [item, judgements] of byItem) add(item, { run: row.run, judgements, same: false });
  }
}

function votesOn(group: RunPool, method: string, isOf: (item: string) => boolean) {
  const verdicts = [...(group.verdicts.get(method) ?? [])]
    .filter(([item]) => isOf(item))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const judgements = verdicts.flatMap(([, verdict]) => verdict.judgements);
  const { pairs: settled, consistent } = settleJudgements(judgements);
  const same = verdicts.filter(([, verdict]) => verdict.same).map(([item]) => item);
  const votes = { baseline: group.head.baseline.key, column: method, judgements, settled, same };
  const runs = [...new Set(verdicts.map(([, verdict]) => verdict.run))].sort((left, right) => left - right);
  const cutOff = verdicts.filter(([, verdict]) => verdict.cutOff).length;
  return { votes, consistent, runs, cutOff };
}

function cellOf(
  group: RunPool,
  method: string,
  isOf: (item: string) => boolean,
  seed: number,
): WinRateCell | null {
  const { votes, consistent, runs, cutOff } = votesOn(group, method, isOf);
  if (runs.length === 0) return null;
  const { wins, ties, losses, rate, counted, dialogues, printed } = ratesOf(votes, group, seed);
  return {
    rate,
    printed: printed.rate,
    wins,
    ties,
    losses,
    same: votes.same.length,
    counted,
    cutOff,
    dialogues,
    consistent,
    few: votes.settled.length < FEW_VOTES,
    runs,
  };
}

/** Returns the mean over a method's sources, all with equal weight; null if there are fewer than two. */
function averageOf(
  group: RunPool,
  method: string,
  sources: readonly ((item: string) => boolean)[],
  seed: number,
): Group['average'][number] {
  const judged = sources
    .map((isOf) => votesOfDialogues(votesOn(group, method, isOf).votes, group, 'both'))
    .filter((votes) => votes.length > 0);
  if (judged.length < 2) return null;
  const rate = averageWinRate(judged, method, group.head.baseline.key, { seed });
  return { rate, sources: judged.length };
}
