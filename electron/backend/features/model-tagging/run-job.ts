import { z } from 'zod';
import { createRandom } from '#shared/algorithms/random/random.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { TaggingResult } from '#shared/contract/tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import { type JobContext, type JobKind, JobPause } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import type { ModelProvider, ProviderBatchLimits } from '../../providers/model/model.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { type Asker, createAsker } from '../../providers/requests/ask.ts';
import { createBudget } from '../../providers/requests/budget.ts';
import { createLedger } from '../../providers/requests/ledger.ts';
import { priceOf } from '../../providers/requests/price-of.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { realTime, type Time } from '../../providers/requests/time.ts';
import { countDialogues } from '../../store/corpus/dialogue-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { usedBy } from '../../store/models/model-call-table.ts';
import { promptOfVersion } from '../../store/models/prompt-table.ts';
import {
  dialoguesLeft,
  doneReader,
  modelRunWriter,
  runProgress,
  type TaggedDialogueRow,
} from '../../store/runs/model-tagging-table.ts';
import { updateRunParams } from '../../store/runs/run-table.ts';
import { finishModelRun } from './finish-run.ts';
import { inParallel } from './in-parallel.ts';
import { idsOfOffered, vocabularyAfterPilot } from './offered-vocabulary.ts';
import { pilotDialogues } from './pilot.ts';
import { runProviderBatches } from './provider-batches.ts';
import { createQuestioner } from './questions.ts';
import { type RunSettings, requireModelRun } from './run-settings.ts';
import { cancelModelRun } from './start-run.ts';
import { tagDialogue } from './tag-dialogue.ts';

/** What the model tagger needs of the app. */
export interface ModelTaggingHost {
  readonly database: WriteDatabase;
  readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
  readonly resources: string;
  /** Another clock in tests. */
  readonly time?: Time | undefined;
  /** Smaller files in tests. */
  readonly batchLimits?: ProviderBatchLimits | undefined;
}

const modelJobSchema = z.object({ tagger: z.literal('model'), run: runIdSchema });
type ModelJob = z.infer<typeof modelJobSchema>;

/**
 * Tags with a model, or goes on with it: first the pilot, then, resumed, the rest. What a run has done is in the
 * project file, so that it can be killed anywhere; answers that had come by then are not asked for again.
 * @throws JobPause where a person has to look or the asking cannot go on
 */
async function runModelTagging(
  host: ModelTaggingHost,
  { run }: ModelJob,
  context: JobContext,
): Promise<TaggingResult> {
  const started = performance.now();
  const { database } = host;
  const { settings } = requireModelRun(database, run);
  const total = countDialogues(database, settings.lastDialogue);
  if (!settings.finishNow) {
    try {
      await askForAll(host, run, settings, total, context);
    } catch (error) {
      if (!(error instanceof AskingStopped)) throw error;
      throw new JobPause({ code: error.code, message: error.message });
    }
  }
  return finishModelRun(database, run, total, (performance.now() - started) / 1000);
}

async function askForAll(
  host: ModelTaggingHost,
  run: RunId,
  settings: RunSettings,
  total: number,
  context: JobContext,
): Promise<void> {
  const { database } = host;
  const provider = await openProvider(host, settings);
  const prompt = promptOfVersion(database, settings.prompt.name, settings.prompt.version);
  if (!prompt) throw new DialogramError('NOT_FOUND', 'The prompt of this run is no longer in the project.');
  const questioner = createQuestioner(settings, prompt.text);
  const price = priceOf(host.providers.get(settings.provider), settings.model, host.resources);
  const ledger = createLedger({ database, provider, run, price });
  // Each of these looks at all calls or dialogues of the run; others get their turn in between.
  await breathe();
  const before = usedBy(database, run);
  await breathe();
  const budget = createBudget({ usd: settings.budgetUsd, tokens: settings.budgetTokens }, before);
  const time = host.time ?? realTime;
  const random = createRandom(settings.seed);
  const asker = createAsker({
    provider,
    ledger,
    budget,
    concurrency: settings.concurrency,
    signal: context.signal,
    time,
    random,
    answeredBefore: before.answered,
  });

  const pilot = settings.pilotDone ? [] : pilotDialogues(database, settings);
  await breathe();
  const isPilot = pilot.length > 0 && pilot.length < total;
  const progress = createProgress(database, run, isPilot ? pilot.length : total, context);
  const tagAll = (take: () => DialogueId | null, phase: string): Promise<void> =>
    tagDialogues({ host, run, settings, questioner, asker, take, progress: (row) => progress(phase, row) });

  if (isPilot) {
    progress('tagging the pilot', null);
    const left = pilotLeft(database, run, pilot);
    await tagAll(() => left.shift() ?? null, 'tagging the pilot');
    const vocabulary =
      settings.variant === 'closed'
        ? vocabularyAfterPilot(database, run, settings.vocabulary)
        : settings.vocabulary;
    updateRunParams(database, run, { ...settings, vocabulary, pilotDone: true });
    throw new JobPause({
      code: 'pilot',
      message: `The ${pilot.length} dialogues of the pilot are tagged. Look at them, then go on or stop.`,
    });
  }
  progress('tagging', null);
  await breathe();
  if (settings.batchFiles && provider.batches) {
    await runProviderBatches({
      database,
      port: provider.batches,
      run,
      settings,
      questioner,
      ledger,
      budget,
      time,
      signal: context.signal,
      random,
      limits: host.batchLimits,
      report: (phase, done, of) => context.report({ phase, done, total: of, unit: 'requests' }),
    });
  }
  await tagAll(idsLeft(database, run, settings.lastDialogue), 'tagging');
}

/** Faults of the setup are the person's to mend; the run waits for it. */
async function openProvider(host: ModelTaggingHost, settings: RunSettings): Promise<ModelProvider> {
  try {
    return await host.providers.open(settings.provider);
  } catch (error) {
    if (!(error instanceof DialogramError)) throw error;
    const next = error.detail.nextStep ? ` ${error.detail.nextStep}` : '';
    throw new JobPause({ code: 'provider', message: `${error.message}${next}` });
  }
}

const pilotLeft = (database: WriteDatabase, run: RunId, pilot: readonly DialogueId[]): DialogueId[] => {
  const isDone = doneReader(database, run);
  return pilot.filter((dialogue) => !isDone(dialogue));
};

const IDS_PER_PAGE = 500;

/** The dialogues that a run has not done, one after the other, each once. */
function idsLeft(database: WriteDatabase, run: RunId, last: DialogueId): () => DialogueId | null {
  let page: DialogueId[] = [];
  let after: DialogueId | 0 = 0;
  return () => {
    if (page.length === 0) page = dialoguesLeft(database, run, after, last, IDS_PER_PAGE).reverse();
    const next = page.pop() ?? null;
    if (next !== null) after = next;
    return next;
  };
}

/** Tells how far a run is: `total` dialogues, those done before included. */
function createProgress(database: WriteDatabase, run: RunId, total: number, context: JobContext) {
  let { done } = runProgress(database, run);
  return (phase: string, row: TaggedDialogueRow | null): void => {
    if (row) done++;
    context.report({ phase, done: Math.min(done, total), total, unit: 'dialogues' });
  };
}

const ROWS_PER_WRITE = 20;
const WRITE_EVERY_MS = 200;
const BREATHE_EVERY_MS = 10;

async function tagDialogues(options: {
  readonly host: ModelTaggingHost;
  readonly run: RunId;
  readonly settings: RunSettings;
  readonly questioner: ReturnType<typeof createQuestioner>;
  readonly asker: Asker;
  readonly take: () => DialogueId | null;
  readonly progress: (row: TaggedDialogueRow) => void;
}): Promise<void> {
  const { host, run, settings, questioner, asker } = options;
  const { database } = host;
  const offered = settings.variant === 'closed' ? settings.vocabulary : [];
  const write = modelRunWriter(database, run, idsOfOffered(database, offered));
  const readRounds = roundReader(database, false);
  let rows: TaggedDialogueRow[] = [];
  let writtenMs = performance.now();
  let breathedMs = writtenMs;
  const flush = (): void => {
    const ready = rows;
    rows = [];
    writtenMs = performance.now();
    if (ready.length > 0) write(ready);
  };
  try {
    await inParallel(settings.concurrency, options.take, async (dialogue) => {
      const row = await tagDialogue(dialogue, readRounds(dialogue), questioner, asker);
      rows.push(row);
      options.progress(row);
      if (rows.length >= ROWS_PER_WRITE || performance.now() - writtenMs > WRITE_EVERY_MS) flush();
      // Answers that are there already never wait for anything; others must get their turn.
      if (performance.now() - breathedMs > BREATHE_EVERY_MS) {
        await breathe();
        breathedMs = performance.now();
      }
    });
  } finally {
    // What was answered before it stopped is done.
    flush();
  }
}

/** What the model tagger needs of an open project. */
export const hostOf = ({ database, app }: Project): ModelTaggingHost => ({
  database,
  providers: app.providers,
  resources: app.resources,
  ...app.options.models,
});

/** Kept under the name that all taggers share. */
export const modelTaggingJob: JobKind<Project, ModelJob> = {
  kind: 'tagging',
  params: modelJobSchema,
  topics: ['project', 'runs', 'modelTaggings'],
  meanwhile: ['modelTaggings'],
  run: (project, params, context) => runModelTagging(hostOf(project), params, context),
  lane: () => 'provider',
  onCancelled: (project, { run }) => cancelModelRun(hostOf(project), run),
};
