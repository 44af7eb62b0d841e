import { createRandom } from '#shared/algorithms/random/random.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ProviderRegistry } from '../providers/model/registry.ts';
import { type Asker, createAsker } from '../providers/requests/ask.ts';
import { type Budget, type BudgetLimits, createBudget } from '../providers/requests/budget.ts';
import { createLedger } from '../providers/requests/ledger.ts';
import { priceOf } from '../providers/requests/price.ts';
import { realTime } from '../providers/requests/time.ts';
import { corpusFingerprint } from '../store/corpus/dialogue-table.ts';
import type { WriteDatabase } from '../store/database.ts';
import { finishRun, listRuns, startRun } from '../store/runs/run-table.ts';

/** A person is waiting, so there is only one more attempt before the error is shown. */
const INTERACTIVE_ATTEMPTS = 2;

/**
 * Opens an asker for one model while a person waits, by default without a cost limit. `shared` replaces the day's
 * account and `limits`. @throws NOT_FOUND, NOT_CONSENTED, KEY_MISSING
 */
export async function openInteractiveAsker(
  host: {
    readonly database: WriteDatabase;
    readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
    readonly resources: string;
  },
  { provider: id, model }: { readonly provider: string; readonly model: string },
  signal: AbortSignal,
  limits: BudgetLimits = { usd: null, tokens: null },
  shared: { readonly run: RunId; readonly budget: Budget } | null = null,
): Promise<Asker> {
  const { database, providers, resources } = host;
  const provider = await providers.open(id);
  const price = priceOf(providers.get(id), model, resources);
  return createAsker({
    provider,
    ledger: createLedger({ database, provider, run: shared?.run ?? runOfToday(database), price }),
    budget: shared?.budget ?? createBudget(limits, { costUsd: 0, tokens: 0 }),
    queue: provider.queue,
    urgent: true,
    signal,
    time: realTime,
    random: createRandom(1),
    answeredBefore: true,
    mostAttempts: INTERACTIVE_ATTEMPTS,
  });
}

/** The run of a day counts a page's requests. It is finished from the start, because nothing continues it. */
function runOfToday(database: WriteDatabase): RunId {
  const day = new Date().toISOString().slice(0, 10);
  return database.transaction((): RunId => {
    const known = listRuns(database, 'generation').find(
      ({ params }) => params.use === 'interactive' && params.day === day,
    );
    if (known) return known.id;
    const now = new Date().toISOString();
    const run = startRun(database, {
      kind: 'generation',
      params: { use: 'interactive', day },
      seed: null,
      inputFingerprint: corpusFingerprint(database),
      startedAt: now,
    });
    finishRun(database, run, now, {});
    return run;
  })();
}
