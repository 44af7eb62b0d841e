import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { TaggingResult } from '#shared/contract/tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import { type JobContext, type JobKind, JobPause } from '../../jobs/job.ts';
import { openRunAsking, pausedWhereStopped, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { countDialogues } from '../../store/corpus/dialogue-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
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
import { hostOf, type ModelTaggingHost } from './host.ts';
import { idsOfOffered, vocabularyAfterPilot } from './offered-vocabulary.ts';
import { pilotDialogues } from './pilot.ts';
import { runProviderBatches } from './provider-batches.ts';
import { createQuestioner } from './questions.ts';
import { modelRuns, type RunSettings } from './run-settings.ts';
import { cancelModelRun } from './start-run.ts';
import { tagDialogue } from './tag-dialogue.ts';

const modelJobSchema = z.object({ tagger: z.literal('model'), run: runIdSchema });
type ModelJob = z.infer<typeof modelJobSchema>;

/**
 * Tags with a model, or continues doing so: first the pilot, then, once resumed, the rest. A run's results are in the
 * project file, so it can be killed at any point; answers that had arrived by then are not requested again.
 * @throws JobPause if a person has to look or requests cannot continue
 */
async function runModelTagging(
  host: ModelTaggingHost,
  { run }: ModelJob,
  context: JobContext,
): Promise<TaggingResult> {
  const started = performance.now();
  const { database } = host;
  const { params: settings } = modelRuns.require(database, run);
  const total = countDialogues(database, settings.lastDialogue);
  if (!settings.finishNow) await pausedWhereStopped(askForAll(host, run, settings, total, context));
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
  const prompt = promptOfVersion(database, settings.prompt.name, settings.prompt.version);
  if (!prompt) throw new DialogramError('NOT_FOUND', 'The prompt of this run is no longer in the project.');
  const questioner = createQuestioner(settings, prompt.text);
  const open = await openRunAsking(host, run, settings, context.signal);
  const { asker, atOnce, ...asking } = await open(settings);
  const pilot = settings.pilotDone ? [] : pilotDialogues(database, settings);
  await breathe();
  const isPilot = pilot.length > 0 && pilot.length < total;
  const progress = createProgress(database, run, isPilot ? pilot.length : total, context);
  const tagAll = (take: () => DialogueId | null, phase: string): Promise<void> =>
    tagDialogues({
      host,
      run,
      settings,
      questioner,
      asker,
      atOnce,
      take,
      progress: (row) => progress(phase, row),
    });

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
  if (settings.batchFiles && asking.provider.batches) {
    await runProviderBatches({
      database,
      ...asking,
      port: asking.provider.batches,
      run,
      settings,
      questioner,
      signal: context.signal,
      limits: host.batchLimits,
      report: (phase, done, of) => context.report({ phase, done, total: of, unit: 'requests' }),
    });
  }
  await tagAll(idsLeft(database, run, settings.lastDialogue), 'tagging');
}

const pilotLeft = (database: WriteDatabase, run: RunId, pilot: readonly DialogueId[]): DialogueId[] => {
  const isDone = doneReader(database, run);
  return pilot.filter((dialogue) => !isDone(dialogue));
};

const IDS_PER_PAGE = 500;

/** Yields each dialogue that a run has not finished, once. */
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

/** Returns the progress of a run: `total` dialogues, including those done before. */
function createProgress(database: WriteDatabase, run: RunId, total: number, context: JobContext) {
  let { done } = runProgress(database, run);
  return (phase: string, row: TaggedDialogueRow | null): void => {
    if (row) done++;
    context.report({ phase, done: Math.min(done, total), total, unit: 'dialogues' });
  };
}

async function tagDialogues(options: {
  readonly host: ModelTaggingHost;
  readonly run: RunId;
  readonly settings: RunSettings;
  readonly questioner: ReturnType<typeof createQuestioner>;
  readonly asker: Asker;
  readonly take: () => DialogueId | null;
  readonly atOnce: number;
  readonly progress: (row: TaggedDialogueRow) => void;
}): Promise<void> {
  const { host, run, settings, questioner, asker, atOnce } = options;
  const { database } = host;
  const offered = settings.variant === 'closed' ? settings.vocabulary : [];
  const write = modelRunWriter(database, run, idsOfOffered(database, offered));
  const readRounds = roundReader(database, false);
  await workAndWrite<DialogueId, TaggedDialogueRow>(
    atOnce,
    options.take,
    async (dialogue, keep) => {
      const row = await tagDialogue(dialogue, readRounds(dialogue), questioner, asker);
      keep(row);
      options.progress(row);
    },
    write,
  );
}

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
