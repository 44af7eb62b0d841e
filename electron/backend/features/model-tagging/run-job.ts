import { z } from 'zod';
import { reasonFor } from '#shared/algorithms/model-tagging/check-answer.ts';
import type { DialogueWindow } from '#shared/algorithms/model-tagging/messages.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { TaggingResult } from '#shared/contract/tagging.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { breathe } from '../../jobs/breather.ts';
import { type JobContext, type JobKind, JobPause } from '../../jobs/job.ts';
import { openRunAsking, pausedWhereStopped, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { eachInTurn } from '../../providers/requests/elsewhere.ts';
import { countDialogues } from '../../store/corpus/dialogue-table.ts';
import { type TurnText, turnReader } from '../../store/corpus/turn-table.ts';
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
import { finishTagging } from '../tagging/index.ts';
import { runProviderBatches } from './provider-batches.ts';
import { createQuestioner, type Questioner } from './questions.ts';
import {
  hostOf,
  idsOfOffered,
  type ModelTaggingHost,
  modelRuns,
  type RunSettings,
  vocabularyAfterPilot,
} from './run-settings.ts';
import { cancelModelRun, pilotDialogues } from './start-run.ts';

/** Ends a run. Its tags become current if at least half of the dialogues are tagged. */
async function finishModelRun(
  database: WriteDatabase,
  run: RunId,
  total: number,
  seconds: number,
): Promise<TaggingResult> {
  const { done, flagged, failed } = runProgress(database, run);
  const warnings: string[] = [];
  if (flagged > 0)
    warnings.push(`In ${formatAmount(flagged, 'dialogue')}, a person must tag some of the turns.`);
  if (failed > 0) warnings.push(`The model did not answer for ${formatAmount(failed, 'dialogue')}.`);
  const left = total - done - failed;
  if (left > 0)
    warnings.push(
      `${formatAmount(left, 'dialogue')} ${left === 1 ? 'was not sent to the model and has' : 'were not sent to the model and have'} no tags.`,
    );
  const counted = await finishTagging(database, run, { dialoguesTagged: done, warnings, model: null });
  return { run, ...counted, warnings, seconds, moves: null };
}

interface TagsOfDialogue {
  readonly tags: Map<number, readonly string[]>;
  readonly flags: Map<number, string>;
  fault: string | null;
}

const REFUSED = 'The model refused to answer.';

/** @throws AskingStopped, or the reason of an abort; then nothing about the dialogue may be written */
async function tagDialogue(
  dialogue: DialogueId,
  turns: readonly TurnText[],
  questioner: Questioner,
  asker: Asker,
): Promise<TaggedDialogueRow> {
  const found: TagsOfDialogue = { tags: new Map(), flags: new Map(), fault: null };
  await eachInTurn(questioner.windows(turns).windows, (window) =>
    tagWindow(dialogue, window, questioner, asker, found),
  );
  const turnOf = (at: number) => required(turns[at], `turn ${at}`).id;
  return {
    dialogue,
    outcome: found.fault !== null ? 'failed' : found.flags.size > 0 ? 'flagged' : 'done',
    message: found.fault,
    tags: [...found.tags].map(([id, names]) => ({ turn: turnOf(id), names })),
    flags: [...found.flags].map(([id, reason]) => ({ turn: turnOf(id), reason })),
  };
}

async function tagWindow(
  dialogue: DialogueId,
  window: DialogueWindow,
  questioner: Questioner,
  asker: Asker,
  found: TagsOfDialogue,
): Promise<void> {
  let left = window.asked;
  for (const again of [false, true]) {
    const part = { ...window, asked: left };
    const question = again ? questioner.again(dialogue, window, left) : questioner.first(dialogue, window);
    const outcome = await asker.ask(question);
    if (outcome.kind === 'fault') {
      found.fault = outcome.fault.message;
      for (const id of left) found.flags.set(id, `No answer: ${outcome.fault.kind}.`);
      return;
    }
    if (outcome.answer.finish === 'refusal') {
      for (const id of left) found.flags.set(id, REFUSED);
      return;
    }
    const checked = questioner.check(outcome.answer, part);
    for (const [id, names] of checked.tags) found.tags.set(id, names);
    if (checked.wrong.length === 0) return;
    left = checked.wrong;
    if (again) for (const id of left) found.flags.set(id, reasonFor(checked, id));
  }
}

const modelJobSchema = z.object({ tagger: z.literal('model'), run: runIdSchema });
type ModelJob = z.infer<typeof modelJobSchema>;

/**
 * Tags the pilot first. The job can be killed at any point without repeating requests.
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
      message: `${pilot.length === 1 ? 'The pilot dialogue is' : `The ${pilot.length} pilot dialogues are`} tagged. Check the tags, then continue or cancel.`,
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
  const readTurns = turnReader(database, false);
  await workAndWrite<DialogueId, TaggedDialogueRow>(
    atOnce,
    options.take,
    async (dialogue, keep) => {
      const row = await tagDialogue(dialogue, readTurns(dialogue), questioner, asker);
      keep(row);
      options.progress(row);
    },
    write,
  );
}

/** The job. All taggers use the same name for it. */
export const modelTaggingJob: JobKind<Project, ModelJob> = {
  kind: 'tagging',
  params: modelJobSchema,
  topics: ['project', 'runs', 'modelTaggings'],
  meanwhile: ['modelTaggings'],
  run: (project, params, context) => runModelTagging(hostOf(project), params, context),
  lane: () => 'provider',
  onCancelled: (project, { run }) => cancelModelRun(hostOf(project), run),
};
