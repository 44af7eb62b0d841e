import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { ModelFaultKind } from '../../providers/model/model.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, oneRow, theRow } from '../statements.ts';

/**
 * `cached`: nothing was sent; `batch`: answered in a provider's batch file; `elsewhere`: answered in an imported file.
 */
export type CallOutcome =
  | 'done'
  | 'empty'
  | 'refusal'
  | 'cached'
  | 'batch'
  | 'elsewhere'
  | 'aborted'
  | ModelFaultKind;

interface ModelCall {
  readonly run: RunId;
  readonly dialogue: DialogueId | null;
  readonly hash: string;
  /** The number of the attempt, from 1; 0 for a cached answer. */
  readonly attempt: number;
  readonly outcome: CallOutcome;
  readonly status: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The maximum number of tokens that the attempt may have used, if the server did not report usage; otherwise 0. */
  readonly boundTokens: number;
  /**
   * If the server did not report usage, this is the maximum that the attempt may have cost. Null if the price is
   * unknown.
   */
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly message: string | null;
}

/** Longer messages from servers are cut, because some are pages long. */
const MOST_MESSAGE_CHARACTERS = 500;

export function callWriter(database: WriteDatabase): (call: ModelCall) => void {
  return (call) => {
    change(database)`
      INSERT INTO model_calls (run_id, dialogue_id, hash, at, attempt, outcome, status, input_tokens,
        output_tokens, bound_tokens, cost, latency_ms, message)
      VALUES (${call.run}, ${call.dialogue}, ${call.hash}, ${new Date().toISOString()}, ${call.attempt},
        ${call.outcome}, ${call.status}, ${call.inputTokens}, ${call.outputTokens}, ${call.boundTokens},
        ${call.costUsd}, ${call.latencyMs}, ${call.message?.slice(0, MOST_MESSAGE_CHARACTERS) ?? null})`;
  };
}

interface CallAccount {
  readonly requests: number;
  readonly answered: number;
  readonly cached: number;
  readonly retries: number;
  readonly batched: number;
  readonly failures: readonly {
    readonly kind: string;
    readonly count: number;
    readonly message: string | null;
  }[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** 0 if nothing was sent. Null if something was sent whose price is unknown. */
  readonly costUsd: number | null;
  /** The maximum that the attempts without reported usage may have cost. */
  readonly unconfirmedUsd: number;
  /** The time of all single requests, also of failed ones, in ms. */
  readonly askedMs: number;
  /** Median latency of answered single requests, in ms; null if there are none. */
  readonly latencyMedianMs: number | null;
  readonly latencyP95Ms: number | null;
}

interface Tally
  extends Record<
    Exclude<keyof CallAccount, 'failures' | 'costUsd' | 'latencyMedianMs' | 'latencyP95Ms'>,
    number
  > {
  lastId: number;
  costUsd: number;
  unpriced: number;
  readonly failures: Map<string, { kind: string; count: number; message: string | null }>;
  readonly latenciesMs: number[];
}

interface CallRow {
  readonly id: number;
  readonly attempt: number;
  readonly outcome: CallOutcome;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly boundTokens: number;
  readonly cost: number | null;
  readonly latencyMs: number;
  readonly message: string | null;
}

/** Calls are only added and never changed, so an account can be continued from the cached totals. */
const tallies = new WeakMap<ReadDatabase, Map<RunId, Tally>>();

/** Discards the cached totals. Call this after changing calls. */
export function forgetAccounts(database: ReadDatabase): void {
  tallies.delete(database);
}

function tallyOf(database: ReadDatabase, run: RunId): Tally {
  const known = tallies.get(database) ?? new Map<RunId, Tally>();
  tallies.set(database, known);
  const tally = known.get(run) ?? {
    lastId: 0,
    requests: 0,
    answered: 0,
    cached: 0,
    retries: 0,
    batched: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    unpriced: 0,
    unconfirmedUsd: 0,
    askedMs: 0,
    failures: new Map(),
    latenciesMs: [],
  };
  known.set(run, tally);
  return tally;
}

const ANSWERS: readonly CallOutcome[] = ['done', 'empty', 'refusal', 'batch', 'elsewhere'];

function count(tally: Tally, row: CallRow): void {
  tally.lastId = row.id;
  if (row.outcome === 'cached') {
    tally.cached++;
    return;
  }
  tally.requests++;
  if (row.attempt > 1) tally.retries++;
  if (ANSWERS.includes(row.outcome)) tally.answered++;
  if (row.outcome === 'batch') tally.batched++;
  if (row.outcome !== 'batch' && row.outcome !== 'elsewhere') tally.askedMs += row.latencyMs;
  if (row.outcome === 'done') tally.latenciesMs.push(row.latencyMs);
  else if (row.outcome !== 'batch' && row.outcome !== 'elsewhere') {
    const failure = tally.failures.get(row.outcome) ?? { kind: row.outcome, count: 0, message: null };
    failure.count++;
    failure.message = row.message ?? failure.message;
    tally.failures.set(row.outcome, failure);
  }
  tally.inputTokens += row.inputTokens ?? 0;
  tally.outputTokens += row.outputTokens ?? 0;
  if (row.cost === null) tally.unpriced++;
  else tally.costUsd += row.cost;
  if (row.boundTokens > 0) tally.unconfirmedUsd += row.cost ?? 0;
}

const ROWS_PER_STEP = 2000;

/** Returns the account of a run at this moment. Long accounts are counted in steps, and other work runs in between. */
export async function accountOf(
  database: ReadDatabase,
  run: RunId,
  breathe: () => Promise<void>,
): Promise<CallAccount> {
  const tally = tallyOf(database, run);
  for (;;) {
    const rows = allRows<CallRow>(database)`
      SELECT id, attempt, outcome, input_tokens AS inputTokens, output_tokens AS outputTokens,
        bound_tokens AS boundTokens, cost, latency_ms AS latencyMs, message
      FROM model_calls WHERE run_id = ${run} AND id > ${tally.lastId} ORDER BY id LIMIT ${ROWS_PER_STEP}`;
    for (const row of rows) count(tally, row);
    if (rows.length < ROWS_PER_STEP) break;
    await breathe();
  }
  const { lastId: _, latenciesMs, failures, unpriced, ...sums } = tally;
  const sorted = Float64Array.from(latenciesMs).sort();
  const quantile = (share: number): number | null =>
    sorted.length === 0 ? null : sorted[Math.ceil(sorted.length * share) - 1]!;
  return {
    ...sums,
    costUsd: unpriced > 0 && sums.costUsd === 0 ? null : sums.costUsd,
    failures: [...failures.values()]
      .map((failure) => ({ ...failure }))
      .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
    latencyMedianMs: quantile(0.5),
    latencyP95Ms: quantile(0.95),
  };
}

export function usedBy(
  database: ReadDatabase,
  run: RunId,
): { readonly costUsd: number | null; readonly tokens: number; readonly answered: boolean } {
  const row = theRow(
    oneRow<{ costUsd: number | null; tokens: number; answered: number }>(database)`
      SELECT sum(cost) AS costUsd, coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0) +
        bound_tokens), 0) AS tokens, count(*) FILTER (WHERE outcome IN ('done', 'empty', 'refusal',
        'batch')) AS answered FROM model_calls WHERE run_id = ${run} AND outcome <> 'cached'`,
  );
  return { ...row, answered: row.answered > 0 };
}
