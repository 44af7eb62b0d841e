import { createRandom } from '#shared/algorithms/random/random.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import { type AgentSpec, modelOf } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { breathe } from '../../jobs/breathe.ts';
import { JobPause } from '../../jobs/job.ts';
import { type Asker, createAsker } from '../../providers/requests/ask.ts';
import { createBudget } from '../../providers/requests/budget.ts';
import { createLedger } from '../../providers/requests/ledger.ts';
import { priceOf } from '../../providers/requests/price-of.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { realTime } from '../../providers/requests/time.ts';
import {
  type BatchCellRow,
  type BatchItemRow,
  missingPlaces,
} from '../../store/comparing/batch-run-table.ts';
import { usedBy } from '../../store/models/model-call-table.ts';
import type { FoundColumn } from '../comparison/retrieval.worker.ts';
import { type AnsweringHost, answerDialogue, answerFound, requireRetrieval } from '../generation/answer.ts';
import { openTurnSource } from '../generation/turn-source.ts';
import { inParallel } from '../model-tagging/in-parallel.ts';
import { type BatchWork, openBatchWorker } from './local-rows.ts';

const ROWS_PER_WRITE = 20;
const WRITE_EVERY_MS = 200;

/**
 * Asks models for what is missing, within the run's budget. A row is written once its answer is there; an answer that
 * a kill kept from being written is in the project's cache, and not asked for again.
 * @throws JobPause where the budget is reached or the server cannot be asked
 */
export async function answerByModels(host: AnsweringHost, work: BatchWork): Promise<void> {
  const { database, run, params, items, context } = work;
  const places = params.columns.flatMap((column, place) => (modelOf(column) ? [place] : []));
  const missing = [...missingPlaces(database, run, places, true)];
  if (missing.length === 0) return;
  const total = items.length * places.length;
  let done = total - missing.reduce((sum, [, own]) => sum + own.length, 0);
  const report = (): void => context.report({ phase: 'asking for answers', done, total, unit: 'answers' });
  const askers = await openAskers(host, work);
  context.report({ phase: 'building the index', done, total, unit: 'answers' });
  const source = await openTurnSource(host.project, params.run as RunId);
  const scorer = await openBatchWorker(work);
  const stop = (): void => void scorer.close();
  context.signal.addEventListener('abort', stop, { once: true });
  let rows: BatchCellRow[] = [];
  let writtenMs = performance.now();
  const flush = (): void => {
    const ready = rows;
    rows = [];
    writtenMs = performance.now();
    if (ready.length > 0) work.write(ready);
  };

  const answerItem = async (item: BatchItemRow, own: readonly number[]): Promise<void> => {
    const { dialogue, rounds } = item;
    const settings = params.answering;
    const columns = own.map((place) => ({
      place,
      column: requireRetrieval(known(params.columns[place], `column ${place}`)),
    }));
    const methods = [...new Set(columns.map(({ column }) => column.method))];
    const round = known(rounds[0], 'round of the item');
    const found =
      settings.unit === 'next-turn'
        ? await source.find(dialogue, round, methods, settings)
        : new Map<string, FoundColumn>();
    for (const { place, column } of columns) {
      context.signal.throwIfAborted();
      const options = { signal: context.signal, asker: askers.of(column) };
      let answer: ColumnAnswer;
      let byRound: ReadonlyMap<number, FoundColumn>;
      if (settings.unit === 'next-turn') {
        const one = found.get(column.method);
        byRound = new Map(one ? [[round, one]] : []);
        answer = await answerFound(host, source, { dialogue, round, column, settings, found: one }, options);
      } else {
        const answered = await answerDialogue(
          host,
          { run: params.run as RunId, dialogue, column, settings },
          options,
        );
        answer = answered.answer;
        byRound = answered.found;
      }
      // A server that refuses all would fail the rest in no time; the run waits for a person instead.
      askers.throwIfStopped();
      // Awaited first: what is pushed to must be the list of then, which another item may have handed in meanwhile.
      const row = await rowOf(item, place, answer, byRound);
      rows.push(row);
      done++;
      report();
      if (rows.length >= ROWS_PER_WRITE || performance.now() - writtenMs > WRITE_EVERY_MS) flush();
    }
    await breathe();
  };
  const rowOf = async (
    item: BatchItemRow,
    place: number,
    answer: ColumnAnswer,
    found: ReadonlyMap<number, FoundColumn>,
  ): Promise<BatchCellRow> => {
    const texts = new Map(answer.turns.map(({ round, text }) => [round, text]));
    const answers = item.rounds.map((round) => texts.get(round) ?? null);
    const scored = await scorer.ask({ kind: 'score', item, answers });
    if (scored.kind !== 'measures') throw new Error('The batch worker answered another question.');
    const [only] = [...found.values()];
    return {
      item: item.item,
      place,
      answers,
      measures: scored.measures,
      examples: {
        found: [...found].flatMap(([round, { candidates }]) =>
          candidates.map(
            (one) => [round, one.dialogue, one.round, Number(one.score.toPrecision(6))] as const,
          ),
        ),
        answers: [],
      },
      route: only?.route ? JSON.stringify(only.route.route) : null,
      prompt: answer.prompt && JSON.stringify(answer.prompt),
      promptVersion: answer.promptVersion,
      tokens: answer.tokens,
      costUsd: answer.costUsd,
      cached: answer.cached,
      latencyMs: answer.latencyMs,
      problem: answer.problem,
    };
  };

  const left = missing.reverse();
  try {
    report();
    await inParallel(
      params.concurrency,
      () => left.pop() ?? null,
      ([item, own]) => answerItem(known(items[item], `item ${item}`), own),
    );
  } catch (error) {
    if (error instanceof AskingStopped) throw new JobPause({ code: error.code, message: error.message });
    throw error;
  } finally {
    // What was answered before it stopped is done.
    flush();
    context.signal.removeEventListener('abort', stop);
    await scorer.close();
  }
}

/** One asker a model, all within one budget; what the run spent before counts. */
async function openAskers(
  { project, providers, resources }: AnsweringHost,
  { run, params, context }: BatchWork,
) {
  const { database } = project;
  const before = usedBy(database, run);
  const budget = createBudget({ usd: params.budgetUsd, tokens: params.budgetTokens }, before);
  const askers = new Map<string, Asker>();
  let stopped: AskingStopped | null = null;
  for (const model of params.columns.map(modelOf)) {
    if (model === null) continue;
    const key = keyOf(model);
    if (askers.has(key)) continue;
    const provider = await pausing(() => providers.open(model.provider));
    const price = priceOf(providers.get(model.provider), model.model, resources);
    const asker = createAsker({
      provider,
      ledger: createLedger({ database, provider, run, price }),
      budget,
      concurrency: params.concurrency,
      signal: context.signal,
      time: realTime,
      random: createRandom(params.seed),
      answeredBefore: before.answered,
    });
    askers.set(key, {
      async ask(question, watch) {
        try {
          return await asker.ask(question, watch);
        } catch (error) {
          if (error instanceof AskingStopped) stopped ??= error;
          throw error;
        }
      },
    });
  }
  return {
    of(agent: AgentSpec): Asker {
      const model = modelOf(agent);
      const asker = model === null ? undefined : askers.get(keyOf(model));
      if (!asker) throw new Error('Only columns with a model are asked for.');
      return asker;
    },
    throwIfStopped(): void {
      if (stopped) throw stopped;
    },
  };
}

const keyOf = ({ provider, model }: { readonly provider: string; readonly model: string }): string =>
  `${provider} ${model}`;

/** Faults of the setup are the person's to mend; the run waits for it. */
export async function pausing<Value>(open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof DialogramError)) throw error;
    const next = error.detail.nextStep ? ` ${error.detail.nextStep}` : '';
    throw new JobPause({ code: 'provider', message: `${error.message}${next}` });
  }
}
