import type { InputOf } from '#shared/contract/base.ts';
import type {
  Judgement,
  judgingContract,
  PairFilter,
  PairOutcome,
  PairState,
} from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, countOf, sql } from '../statements.ts';

/** `pair` is the index of the pair's columns in the judging run. */
export interface JudgedPairRow {
  readonly item: number;
  readonly pair: number;
  readonly state: PairState;
  readonly outcome: PairOutcome | null;
  readonly consistent: boolean | null;
}

/** `swapped` means that the baseline was shown second. */
export interface JudgementRow extends Omit<Judgement, 'baselineFirst'> {
  readonly item: number;
  readonly pair: number;
  readonly swapped: boolean;
}

type RawPair = Omit<JudgedPairRow, 'consistent'> & { readonly consistent: number | null };

const toPair = ({ consistent, ...rest }: RawPair): JudgedPairRow => ({
  ...rest,
  consistent: consistent === null ? null : consistent === 1,
});

export function pairWriter(
  database: WriteDatabase,
  run: RunId,
): (pairs: readonly Pick<JudgedPairRow, 'item' | 'pair' | 'state'>[]) => void {
  return database.transaction((pairs) => {
    for (const { item, pair, state } of pairs)
      change(database)`
        INSERT INTO judged_pairs (run_id, item, pair, state) VALUES (${run}, ${item}, ${pair}, ${state})
        ON CONFLICT (run_id, item, pair) DO UPDATE SET state = excluded.state
        WHERE state IN ('open', 'unanswered')`;
  });
}

export function judgementWriter(
  database: WriteDatabase,
  run: RunId,
): (
  settled: readonly { readonly pair: JudgedPairRow; readonly judgements: readonly JudgementRow[] }[],
) => void {
  return database.transaction((settled) => {
    for (const { pair, judgements } of settled) {
      const { state, outcome, consistent } = pair;
      change(database)`
        UPDATE judged_pairs SET state = ${state}, outcome = ${outcome}, consistent =
          ${consistent === null ? null : Number(consistent)}
        WHERE run_id = ${run} AND item = ${pair.item} AND pair = ${pair.pair}`;
      for (const said of judgements)
        change(database)`
          INSERT OR REPLACE INTO judgements (run_id, item, pair, swapped, says, reason, problem, answer,
            asked, input_tokens, output_tokens, cost, cached, latency_ms, weights)
          VALUES (${run}, ${said.item}, ${said.pair}, ${Number(said.swapped)}, ${said.says},
            ${said.reason}, ${said.problem}, ${said.answer}, ${said.asked},
            ${said.tokens?.input ?? null}, ${said.tokens?.output ?? null}, ${said.costUsd},
            ${Number(said.cached)}, ${said.latencyMs}, ${said.weights && JSON.stringify(said.weights)})`;
    }
  });
}

const PAIR = 'item, pair, state, outcome, consistent';

export function pairsToAsk(database: ReadDatabase, run: RunId): JudgedPairRow[] {
  return allRows<RawPair>(database)`
    SELECT ${sql(PAIR)} FROM judged_pairs WHERE run_id = ${run} AND state IN ('open', 'flagged')
    ORDER BY item, pair`.map(toPair);
}

export function allPairs(database: ReadDatabase, run: RunId): JudgedPairRow[] {
  return allRows<RawPair>(database)`
    SELECT ${sql(PAIR)} FROM judged_pairs WHERE run_id = ${run} ORDER BY item, pair`.map(toPair);
}

type PairCounts = Readonly<Record<PairState, number>>;

export function countPairs(
  database: ReadDatabase,
  run: RunId,
): { readonly counts: PairCounts; readonly inconsistent: number } {
  const counts = { open: 0, judged: 0, flagged: 0, same: 0, unanswered: 0 };
  let inconsistent = 0;
  for (const row of allRows<{ state: PairState; pairs: number; disagree: number }>(database)`
    SELECT state, count(*) AS pairs, count(*) FILTER (WHERE consistent = 0) AS disagree
    FROM judged_pairs WHERE run_id = ${run} GROUP BY state`) {
    counts[row.state] = row.pairs;
    inconsistent += row.disagree;
  }
  return { counts, inconsistent };
}

const WHERE: Readonly<Record<PairFilter, string>> = {
  all: '1',
  won: `outcome = 'column'`,
  lost: `outcome = 'baseline'`,
  ties: `outcome = 'tie'`,
  inconsistent: 'consistent = 0',
  flagged: `state = 'flagged'`,
  same: `state = 'same'`,
  unanswered: `state = 'unanswered'`,
  open: `state = 'open'`,
};

export type PairsQuery = InputOf<(typeof judgingContract)['pairs']>;

export function pageOfPairs(
  database: ReadDatabase,
  query: PairsQuery,
): { total: number; pairs: JudgedPairRow[] } {
  const { offset, limit, ...filter } = query;
  const from = `FROM judged_pairs WHERE run_id = @run AND (@pair IS NULL OR pair = @pair) AND ${WHERE[query.filter]}`;
  return {
    total: countOf(database, `SELECT count(*) ${from}`, filter),
    pairs: database
      .prepare<unknown[], RawPair>(`SELECT ${PAIR} ${from} ORDER BY item, pair LIMIT @limit OFFSET @offset`)
      .all(query)
      .map(toPair),
  };
}

type RawJudgement = Omit<JudgementRow, 'swapped' | 'cached' | 'tokens' | 'weights'> & {
  readonly swapped: number;
  readonly cached: number;
  readonly input: number | null;
  readonly output: number | null;
  readonly weights: string | null;
};

const JUDGEMENT = `item, pair, swapped, says, reason, problem, answer, asked, input_tokens AS input,
  output_tokens AS output, cost AS costUsd, cached, latency_ms AS latencyMs, weights`;

const toJudgement = ({ swapped, cached, input, output, weights, ...rest }: RawJudgement): JudgementRow => ({
  ...rest,
  swapped: swapped === 1,
  cached: cached === 1,
  tokens: input === null || output === null ? null : { input, output },
  weights: weights === null ? null : (JSON.parse(weights) as Judgement['weights']),
});

export function judgementsOf(database: ReadDatabase, run: RunId, items: readonly number[]): JudgementRow[] {
  return allRows<RawJudgement>(database)`
    SELECT ${sql(JUDGEMENT)} FROM judgements WHERE run_id = ${run} AND item IN (SELECT value
    FROM json_each(${JSON.stringify(items)}))
    ORDER BY item, pair, swapped`.map(toJudgement);
}

export function allJudgements(database: ReadDatabase, run: RunId): JudgementRow[] {
  return allRows<RawJudgement>(database)`
    SELECT ${sql(JUDGEMENT)} FROM judgements WHERE run_id = ${run} ORDER BY item, pair, swapped`.map(
    toJudgement,
  );
}
