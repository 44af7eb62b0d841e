import type { RunAccount } from '#shared/contract/lasting-runs.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../store/database.ts';
import { accountOf } from '../store/models/model-call-table.ts';
import { breathe } from './breathe.ts';

/** Returns the totals of a run's requests so far. */
export async function accountOfRun(database: ReadDatabase, run: RunId): Promise<RunAccount> {
  const { requests, cached, retries, inputTokens, outputTokens, costUsd, unconfirmedUsd } = await accountOf(
    database,
    run,
    breathe,
  );
  return {
    requests,
    cached,
    retries,
    tokens: { input: inputTokens, output: outputTokens },
    costUsd,
    unconfirmedUsd,
  };
}
