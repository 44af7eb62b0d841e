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

/** Somebody waits at the screen: a second attempt, then the fault is theirs to read. */
const INTERACTIVE_ATTEMPTS = 2;

/**
 * Asks one model while a person waits; no cost limit by default. Attempts belong to the run of the day.
 * @param shared the account and budget of several askers, instead of the day's account and `limits`
 * @throws DialogramError NOT_FOUND, NOT_CONSENTED, KEY_MISSING
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

/** A page's requests belong to one run per day, which is finished from the start, because nothing resumes it. */
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
