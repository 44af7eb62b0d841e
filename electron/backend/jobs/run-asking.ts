import { createRandom } from '#shared/algorithms/random/random.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RunLimits } from '#shared/contract/lasting-runs.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../project.ts';
import type { ModelProvider } from '../providers/model/model.ts';
import type { ProviderRegistry } from '../providers/model/registry.ts';
import { type Asker, createAsker } from '../providers/requests/ask.ts';
import { createBudget } from '../providers/requests/budget.ts';
import { createElsewhereAsker, type Elsewhere, WaitsElsewhere } from '../providers/requests/elsewhere.ts';
import { createLedger } from '../providers/requests/ledger.ts';
import { type ModelPrice, priceOf } from '../providers/requests/price.ts';
import { AskingStopped } from '../providers/requests/stop.ts';
import { realTime, type Time } from '../providers/requests/time.ts';
import type { WriteDatabase } from '../store/database.ts';
import { usedBy } from '../store/models/model-call-table.ts';
import { breathe } from './breather.ts';
import { type JobContext, JobPause } from './job.ts';

/** The runs whose prompts are currently answered elsewhere. */
export const elsewhereRuns = projectService(() => new Map<RunId, Elsewhere>());

export interface AskingHost {
  readonly database: WriteDatabase;
  readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
  readonly resources: string;
  readonly time?: Time | undefined;
  /** Returns the handler of a run's prompts if they are answered elsewhere; otherwise null. */
  readonly elsewhereOf?: ((run: RunId) => Elsewhere | null) | undefined;
}

export const askingHostOf = (project: Project): AskingHost => ({
  database: project.database,
  providers: project.app.providers,
  resources: project.app.resources,
  time: project.app.options.models?.time,
  elsewhereOf: (run) => project.use(elsewhereRuns).get(run) ?? null,
});

export interface AskedModel {
  readonly provider: string;
  readonly model: string;
}

/** Returns the price of a model, which a dollar budget needs. @throws INVALID; NOT_FOUND for an unknown provider */
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
    `The price of ${model} is unknown, so a budget in dollars does not work.`,
    {
      place: 'budgetUsd',
      value: title,
      nextStep: "Enter the model's price under Settings, Models, or set a budget in tokens.",
    },
  );
}

/**
 * Returns a function that opens models, which share the rest of the run's budget. It throws JobPause if a person has to
 * fix the setup of a model.
 */
export async function openRunAsking(
  { database, providers, resources, time = realTime, elsewhereOf }: AskingHost,
  run: RunId,
  limits: AskedRun['limits'],
  signal: AbortSignal,
) {
  const { budgetUsd, budgetTokens, seed } = limits;
  const elsewhere = elsewhereOf?.(run) ?? (limits.elsewhere ? IN_NO_HANDS : null);
  // The next step reads all calls of the run, so other work of the thread runs before and after it.
  await breathe();
  const before = usedBy(database, run);
  await breathe();
  const budget = createBudget({ usd: budgetUsd, tokens: budgetTokens }, before);
  const random = createRandom(seed);
  return async ({ provider: id, model }: AskedModel) => {
    const price = priceOf(providers.get(id), model, resources);
    if (elsewhere) {
      const provider = providerElsewhere(providers.get(id));
      const ledger = createLedger({ database, provider, run, price });
      const asker = createElsewhereAsker(ledger, elsewhere);
      return { provider, price, ledger, budget, random, time, asker, atOnce: AT_ONCE_ELSEWHERE };
    }
    const provider = await pausing(() => providers.open(id));
    const ledger = createLedger({ database, provider, run, price });
    const { queue } = provider;
    const asker = createAsker({
      provider,
      ledger,
      budget,
      queue,
      signal,
      time,
      random,
      answeredBefore: before.answered,
    });
    // More requests at the same time would only wait in the queue.
    return { provider, price, ledger, budget, random, time, asker, atOnce: await queue.capacity() };
  };
}

const AT_ONCE_ELSEWHERE = 4;

/** Used while a run waits for its prompts to be exported. */
const IN_NO_HANDS: Elsewhere = { answerOf: () => null, waits: () => {} };

/** Replaces a provider that is never asked, so it needs no consent. */
function providerElsewhere({ id, baseUrl }: Pick<ModelProvider, 'id' | 'baseUrl'>): ModelProvider {
  const nobody = (): Promise<never> => Promise.reject(new WaitsElsewhere());
  return { id, baseUrl, chat: nobody, embed: nobody, models: nobody, batches: null };
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

/** @throws JobPause if the budget is reached, the server cannot be asked, or prompts wait for answers */
export async function pausedWhereStopped<Value>(asking: Promise<Value>): Promise<Value> {
  try {
    return await asking;
  } catch (error) {
    const stopped = error instanceof WaitsElsewhere ? new AskingStopped('elsewhere', error.message) : error;
    if (!(stopped instanceof AskingStopped)) throw error;
    throw new JobPause({ code: stopped.code, message: stopped.message });
  }
}

/** @throws DialogramError INVALID if the budget is reached; for requests that a person is waiting for */
export async function refusedWhereStopped<Value>(asking: Promise<Value>): Promise<Value> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof AskingStopped)) throw error;
    throw new DialogramError('INVALID', error.message, {
      place: 'budget',
      nextStep: 'Raise or remove the budget. The answers so far are kept, and you do not pay for them again.',
    });
  }
}

/** Asks a model about each item within the budget. `work` returns rows for `write`. */
export async function askEach<Item, Row = never>(
  project: Project,
  context: JobContext,
  { run, limits, model, phase, unit, before = 0 }: AskedRun,
  items: readonly Item[],
  work: (item: Item, asker: Asker, keep: (row: Row) => void) => Promise<void>,
  write: (rows: readonly Row[]) => void = () => {},
): Promise<void> {
  const open = await openRunAsking(askingHostOf(project), run, limits, context.signal);
  const { asker, atOnce } = await open(model);
  let done = before;
  const report = (): void => context.report({ phase, done, total: before + items.length, unit });
  report();
  const left = items.toReversed();
  await workAndWrite<Item, Row>(
    atOnce,
    () => left.pop() ?? null,
    async (item, keep) => {
      context.signal.throwIfAborted();
      await work(item, asker, keep);
      done++;
      report();
    },
    write,
  );
}

interface AskedRun {
  readonly run: RunId;
  readonly limits: RunLimits & { readonly seed: number; readonly elsewhere?: boolean | undefined };
  readonly model: AskedModel;
  readonly phase: string;
  readonly unit: string;
  readonly before?: number;
}

const ROWS_PER_WRITE = 20;
const WRITE_EVERY_MS = 200;
const BREATHE_EVERY_MS = 10;

/**
 * Works on items in parallel until `take` returns null. Writes results also if the work stops early. @throws
 * WaitsElsewhere if items wait for answers, once all others are finished
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
  let waits: WaitsElsewhere | null = null;
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
      try {
        await work(item, keep);
      } catch (error) {
        if (!(error instanceof WaitsElsewhere)) throw error;
        waits = error;
      }
      // Cached answers never wait, so without a pause no other work of the thread could run.
      if (performance.now() - breathedMs > BREATHE_EVERY_MS) {
        await breathe();
        breathedMs = performance.now();
      }
    });
  } finally {
    flush();
  }
  if (waits) throw waits;
}

/** @throws the first failure, after all work has ended */
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
