import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { ModelFaultKind } from '../providers/model/model.ts';
import type { ReadDatabase, WriteDatabase } from './database.ts';

/** How an attempt ended. `cached` was no attempt: the answer was there; `batch` came in a provider's batch file. */
export type CallOutcome = 'done' | 'empty' | 'refusal' | 'cached' | 'batch' | 'aborted' | ModelFaultKind;

export interface ModelCall {
  readonly run: RunId;
  readonly dialogue: DialogueId | null;
  readonly hash: string;
  /** From 1; 0 for an answer that was there. */
  readonly attempt: number;
  readonly outcome: CallOutcome;
  readonly status: number | null;
  /** Null where the server did not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The upper bound that is booked instead where the server did not say; else 0. */
  readonly boundTokens: number;
  /** The upper bound where the server did not say what was used; null where no price is known. */
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly message: string | null;
}

/** Messages of servers may be pages long. */
const MOST_MESSAGE_CHARACTERS = 500;

export function callWriter(database: WriteDatabase): (call: ModelCall) => void {
  const insert = database.prepare(
    `INSERT INTO model_calls
       (run_id, dialogue_id, hash, at, attempt, outcome, status, input_tokens, output_tokens, bound_tokens, cost, latency_ms, message)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (call) => {
    insert.run(
      call.run,
      call.dialogue,
      call.hash,
      new Date().toISOString(),
      call.attempt,
      call.outcome,
      call.status,
      call.inputTokens,
      call.outputTokens,
      call.boundTokens,
      call.costUsd,
      call.latencyMs,
      call.message?.slice(0, MOST_MESSAGE_CHARACTERS) ?? null,
    );
  };
}

const ANSWERED = `outcome IN ('done', 'empty', 'refusal', 'batch')`;

/** The account of a run: what its requests came to. */
export interface CallAccount {
  /** Attempts sent, answered or not; those in batch files too. */
  readonly requests: number;
  readonly answered: number;
  readonly cached: number;
  /** Attempts beyond the first for one request. */
  readonly retries: number;
  /** Answers that came in a provider's batch files. */
  readonly batched: number;
  readonly failures: readonly {
    readonly kind: string;
    readonly count: number;
    readonly message: string | null;
  }[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where no price is known. */
  readonly costUsd: number | null;
  /** The part of it that the server did not confirm: upper bounds of attempts that may have been charged. */
  readonly unconfirmedUsd: number;
  /** Of answered single requests; null without any. */
  readonly latencyMedianMs: number | null;
  readonly latencyP95Ms: number | null;
}

export function accountOf(database: ReadDatabase, run: RunId): CallAccount {
  const sums = database
    .prepare(
      `SELECT count(*) FILTER (WHERE outcome <> 'cached') AS requests,
         count(*) FILTER (WHERE ${ANSWERED}) AS answered,
         count(*) FILTER (WHERE outcome = 'cached') AS cached,
         count(*) FILTER (WHERE attempt > 1) AS retries,
         count(*) FILTER (WHERE outcome = 'batch') AS batched,
         count(*) FILTER (WHERE outcome = 'done') AS timed,
         coalesce(sum(input_tokens), 0) AS inputTokens,
         coalesce(sum(output_tokens), 0) AS outputTokens,
         sum(cost) FILTER (WHERE outcome <> 'cached') AS costUsd,
         coalesce(sum(cost) FILTER (WHERE bound_tokens > 0), 0) AS unconfirmedUsd
       FROM model_calls WHERE run_id = ?`,
    )
    .get(run) as Omit<CallAccount, 'failures' | 'latencyMedianMs' | 'latencyP95Ms'> & { timed: number };
  const failures = database
    .prepare(
      `SELECT outcome AS kind, count(*) AS count, max(message) AS message FROM model_calls
       WHERE run_id = ? AND outcome NOT IN ('done', 'cached', 'batch') GROUP BY outcome ORDER BY count(*) DESC, outcome`,
    )
    .all(run) as { kind: string; count: number; message: string | null }[];
  const nth = database
    .prepare(
      `SELECT latency_ms FROM model_calls WHERE run_id = ? AND outcome = 'done' ORDER BY latency_ms LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const quantile = (share: number): number | null =>
    sums.timed === 0 ? null : (nth.get(run, Math.ceil(sums.timed * share) - 1) as number);
  const { timed: _, ...rest } = sums;
  return { ...rest, failures, latencyMedianMs: quantile(0.5), latencyP95Ms: quantile(0.95) };
}

/** What a run used up so far, and whether it was ever answered; a run that goes on starts from here. */
export function usedBy(
  database: ReadDatabase,
  run: RunId,
): { readonly costUsd: number | null; readonly tokens: number; readonly answered: boolean } {
  const row = database
    .prepare(
      `SELECT sum(cost) AS costUsd, coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0) + bound_tokens), 0) AS tokens,
         count(*) FILTER (WHERE ${ANSWERED}) AS answered
       FROM model_calls WHERE run_id = ? AND outcome <> 'cached'`,
    )
    .get(run) as { costUsd: number | null; tokens: number; answered: number };
  return { ...row, answered: row.answered > 0 };
}
