import { createRandom } from '#shared/algorithms/random/random.ts';
import type { RunLimits } from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Project } from '../project.ts';
import type { ProviderRegistry } from '../providers/model/registry.ts';
import { createAsker } from '../providers/requests/ask.ts';
import { createBudget } from '../providers/requests/budget.ts';
import { createLedger } from '../providers/requests/ledger.ts';
import type { ModelPrice } from '../providers/requests/price.ts';
import { priceOf } from '../providers/requests/price-of.ts';
import { AskingStopped } from '../providers/requests/stop.ts';
import { realTime, type Time } from '../providers/requests/time.ts';
import type { WriteDatabase } from '../store/database.ts';
import { usedBy } from '../store/models/model-call-table.ts';
import { breathe } from './breathe.ts';
import { JobPause } from './job.ts';

/** What asking needs of an open project and the app. */
export interface AskingHost {
  readonly database: WriteDatabase;
  readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
  readonly resources: string;
  /** Another clock in tests. */
  readonly time?: Time | undefined;
}

export const askingHostOf = ({ database, app }: Project): AskingHost => ({
  database,
  providers: app.providers,
  resources: app.resources,
  time: app.options.models?.time,
});

export interface AskedModel {
  readonly provider: string;
  readonly model: string;
}

/**
 * The price of a model; a budget in dollars cannot do without.
 * @param title what is named in the refusal, the model unless told otherwise
 * @throws DialogramError INVALID; NOT_FOUND for an unknown provider
 */
export function priceWithin(
  { providers, resources }: Pick<AskingHost, 'providers' | 'resources'>,
  { provider, model }: AskedModel,
  { budgetUsd }: Pick<RunLimits, 'budgetUsd'>,
  title = model,
): ModelPrice | null {
  const price = priceOf(providers.get(provider), model, resources);
  if (budgetUsd === null || price !== null) return price;
  throw new DialogramError(
    'INVALID',
    `The price of ${model} is unknown, so that a budget in dollars cannot be kept.`,
    {
      place: 'budgetUsd',
      value: title,
      nextStep: 'Enter its price under Settings, Models, or set a budget in tokens.',
    },
  );
}

/**
 * Opens what asks models for a run, all within its one budget; what it spent before counts.
 * @returns opens one model; JobPause where its setup is at fault, which is the person's to mend
 */
export async function openRunAsking(
  { database, providers, resources, time = realTime }: AskingHost,
  run: RunId,
  { budgetUsd, budgetTokens, concurrency, seed }: RunLimits & { readonly seed: number },
  signal: AbortSignal,
) {
  // This looks at all calls of the run; others get their turn before and after.
  await breathe();
  const before = usedBy(database, run);
  await breathe();
  const budget = createBudget({ usd: budgetUsd, tokens: budgetTokens }, before);
  const random = createRandom(seed);
  return async ({ provider: id, model }: AskedModel) => {
    const provider = await pausing(() => providers.open(id));
    const price = priceOf(providers.get(id), model, resources);
    const ledger = createLedger({ database, provider, run, price });
    const asker = createAsker({
      provider,
      ledger,
      budget,
      concurrency,
      signal,
      time,
      random,
      answeredBefore: before.answered,
    });
    return { provider, price, ledger, budget, random, time, asker };
  };
}

async function pausing<Value>(open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof DialogramError)) throw error;
    const next = error.detail.nextStep ? ` ${error.detail.nextStep}` : '';
    throw new JobPause({ code: 'provider', message: `${error.message}${next}` });
  }
}

/** @throws JobPause where the budget is reached or the server cannot be asked */
export async function pausedWhereStopped<Value>(asking: Promise<Value>): Promise<Value> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof AskingStopped)) throw error;
    throw new JobPause({ code: error.code, message: error.message });
  }
}

const ROWS_PER_WRITE = 20;
const WRITE_EVERY_MS = 200;
const BREATHE_EVERY_MS = 10;

/**
 * Works on items, so many at a time, until `take` gives null, and writes what comes of them a few rows at a time. What
 * was done before it stopped is written, too.
 */
export async function workAndWrite<Item, Row>(
  concurrency: number,
  take: () => Item | null,
  work: (item: Item, keep: (row: Row) => void) => Promise<void>,
  write: (rows: readonly Row[]) => void,
): Promise<void> {
  let rows: Row[] = [];
  let writtenMs = performance.now();
  let breathedMs = writtenMs;
  const flush = (): void => {
    const ready = rows;
    rows = [];
    writtenMs = performance.now();
    if (ready.length > 0) write(ready);
  };
  const keep = (row: Row): void => {
    rows.push(row);
    if (rows.length >= ROWS_PER_WRITE || performance.now() - writtenMs > WRITE_EVERY_MS) flush();
  };
  try {
    await inParallel(concurrency, take, async (item) => {
      await work(item, keep);
      // Answers that are there already never wait for anything; others must get their turn.
      if (performance.now() - breathedMs > BREATHE_EVERY_MS) {
        await breathe();
        breathedMs = performance.now();
      }
    });
  } finally {
    flush();
  }
}

/**
 * Works on items, so many at a time, until `take` gives null. Once one piece of work fails no further item is taken;
 * what is under way ends by itself.
 * @throws what failed first, after all else has ended
 */
async function inParallel<Item>(
  count: number,
  take: () => Item | null,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let failed = false;
  let failure: unknown;
  const worker = async (): Promise<void> => {
    for (let item = failed ? null : take(); item !== null; item = failed ? null : take()) {
      try {
        await work(item);
      } catch (error) {
        if (!failed) failure = error;
        failed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
  if (failed) throw failure;
}
