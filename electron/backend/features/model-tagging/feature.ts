import { likelyInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type ModelRun,
  type ModelRunReport,
  type ModelTaggingSettings,
  modelTaggingContract,
  modelTaggingSettingsSchema,
  promptNameSchema,
  type TagEstimate,
  type TaggedDialogue,
  type TagPreview,
} from '#shared/contract/model-tagging.ts';
import { modelName } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import type { Project, Session } from '../../project.ts';
import { costOf, PROVIDER_BATCH_SHARE, priceOf } from '../../providers/requests/price.ts';
import { countDialogues, dialogueHead, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { answerReader } from '../../store/models/model-answer-table.ts';
import { accountOf } from '../../store/models/model-call-table.ts';
import { promptOfVersion } from '../../store/models/prompt-table.ts';
import { providerBatchesOf } from '../../store/models/provider-batch-table.ts';
import {
  dialoguesLeft,
  dialoguesOfOutcome,
  flagReader,
  flagReasons,
  outcomeReader,
  runProgress,
} from '../../store/runs/model-tagging-table.ts';
import { allTags } from '../../store/tags/tag-table.ts';
import { runTagReader } from '../../store/tags/turn-tags.ts';
import { methodsOfPrompts, presentPrompt } from '../prompts/index.ts';
import { createQuestioner, type QuestionSettings } from './questions.ts';
import { modelTaggingJob } from './run-job.ts';
import {
  checkPrompt,
  hostOf,
  type ModelRunRow,
  type ModelTaggingHost,
  modelRuns,
  PROMPT_OF,
  type RunSettings,
  tagsGiven,
  vocabularyToOffer,
} from './run-settings.ts';
import { checkSettings, pilotDialogues, planModelRun } from './start-run.ts';

type Standing = ReturnType<typeof modelRuns.standings>;

function presentRun(database: ReadDatabase, row: ModelRunRow, standing: Standing): ModelRun {
  const { params } = row;
  return {
    ...standing(row),
    warnings: modelRuns.outcomeOf(database, row.run)?.warnings ?? [],
    provider: params.providerName,
    model: params.model,
    variant: params.variant,
    prompt: params.prompt,
    masked: params.masked,
    settings: modelTaggingSettingsSchema.parse(params),
  };
}

function presentRuns(project: Project): ModelRun[] {
  const { database } = project;
  const standing = modelRuns.standings(project);
  return modelRuns.list(database).map((row) => presentRun(database, row, standing));
}

/** If a run is unfinished, its tags are counted only up to this many dialogues. */
const FEW_DIALOGUES = 1500;
const TOP_TAGS = 40;

async function reportRun(project: Project, run: RunId): Promise<ModelRunReport> {
  const { database, providers, resources } = hostOf(project);
  const account = await accountOf(database, run, breathe);
  const row = modelRuns.require(database, run);
  const settings = row.params;
  const total = countDialogues(database, settings.lastDialogue);
  const { done, flagged, failed } = runProgress(database, run);
  const reasons = flagReasons(database, run);
  const ended = row.state === 'done';
  const tags = ended || done <= FEW_DIALOGUES ? tagsGiven(database, run, ended) : null;
  return {
    ...presentRun(database, row, modelRuns.standings(project)),
    dialogues: { total, done, flagged, failed, pilot: Math.min(settings.pilot, total) },
    flaggedTurns: reasons.reduce((sum, { count }) => sum + count, 0),
    flagReasons: reasons.slice(0, 20),
    ...account,
    failures: [...account.failures],
    price: priceIfKnown(providers, settings.provider, settings.model, resources),
    vocabulary: tags && {
      size: tags.length,
      once: tags.filter(({ count }) => count === 1).length,
      top: tags.slice(0, TOP_TAGS),
    },
    batches: providerBatchesOf(database, run).map(({ state, requests, submittedAt, finishedAt }) => ({
      state,
      requests,
      submittedAt,
      finishedAt,
    })),
  };
}

function priceIfKnown(
  providers: ModelTaggingHost['providers'],
  provider: string,
  model: string,
  resources: string,
): ModelRunReport['price'] {
  try {
    return priceOf(providers.get(provider), model, resources);
  } catch {
    return null;
  }
}

function resultsOf(
  database: ReadDatabase,
  run: RunId,
  which: 'pilot' | 'flagged' | 'failed',
  offset: number,
  limit: number,
): { total: number; items: TaggedDialogue[] } {
  const { params: settings } = modelRuns.require(database, run);
  const ids =
    which === 'pilot' ? pilotDialogues(database, settings) : dialoguesOfOutcome(database, run, which);
  const readTurns = turnReader(database, false);
  const outcomeOf = outcomeReader(database, run);
  const tagsOf = runTagReader(database, run);
  const flagOf = flagReader(database, run);
  const nameOf = new Map(allTags(database).map(({ id, name }) => [id, name]));
  const items = ids.slice(offset, offset + limit).flatMap((dialogue): TaggedDialogue[] => {
    const head = dialogueHead(database, dialogue);
    if (!head) return [];
    const turns = readTurns(dialogue).map(({ id, role, text }) => ({
      role,
      text,
      tags: tagsOf(id).flatMap((tag) => nameOf.get(tag) ?? []),
      flag: flagOf(id),
    }));
    const { externalId, source } = head;
    return [{ dialogue, externalId, source, outcome: outcomeOf(dialogue), turns }];
  });
  return { total: ids.length, items };
}

/** Estimated tokens of a line with its tags, used until something has been measured. */
const LIKELY_TOKENS_PER_TURN = 14;

interface RunSetup {
  readonly settings: QuestionSettings;
  readonly prompt: string;
  readonly promptVersion: number | null;
}

function drafted(
  host: ModelTaggingHost,
  settings: ModelTaggingSettings,
  promptText: string | null,
): RunSetup {
  const { database, resources } = host;
  const provider = host.providers.get(settings.provider);
  const latest = presentPrompt(database, resources, PROMPT_OF[settings.variant]);
  const vocabulary = settings.variant === 'closed' ? vocabularyToOffer(database, settings.vocabularyRun) : [];
  return {
    settings: { ...settings, baseUrl: provider.baseUrl, masked: provider.maskPersonalData, vocabulary },
    prompt: promptText ?? latest.text,
    promptVersion: promptText === null || promptText === latest.text ? latest.version : null,
  };
}

function noDialogues(): DialogramError {
  return new DialogramError('INVALID', 'There are no dialogues to tag.', {
    nextStep: 'Import a file first.',
  });
}

/** Returns the first request for a dialogue as it would be sent. The default is the first dialogue of the pilot. */
function previewRequest(
  host: ModelTaggingHost,
  input: { settings: ModelTaggingSettings; dialogue: DialogueId | null; promptText: string | null },
): TagPreview {
  const { database } = host;
  const { settings, prompt, promptVersion } = drafted(host, input.settings, input.promptText);
  const last = lastDialogue(database);
  if (last === null) throw noDialogues();
  const shown =
    input.dialogue ??
    pilotDialogues(database, {
      ...input.settings,
      pilot: Math.max(1, input.settings.pilot),
      lastDialogue: last,
    })[0];
  const row = shown === undefined ? null : dialogueHead(database, shown);
  if (!row) {
    throw new DialogramError('NOT_FOUND', `There is no dialogue ${shown} in this project.`, {
      value: String(shown),
    });
  }
  const questioner = createQuestioner(settings, prompt);
  const { windows, replaced } = questioner.windows(turnReader(database)(row.id));
  if (windows.length === 0) {
    throw new DialogramError(
      'INVALID',
      `Dialogue ${row.externalId} has no text, so there is nothing to send to the model.`,
      {
        value: row.externalId,
        nextStep: 'Choose another dialogue.',
      },
    );
  }
  const { request, most } = questioner.first(row.id, required(windows[0], 'window'));
  return {
    dialogue: row,
    prompt: { name: PROMPT_OF[input.settings.variant], version: promptVersion },
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    requests: windows.length,
    masked: settings.masked,
    replaced,
    input: { most: most.input, likely: likelyInputTokens(most.input) },
    maxOutputTokens: most.output,
    offeredTags: settings.vocabulary.length,
  };
}

const BREATHE_EVERY_MS = 10;

/** Returns the effort of a run. Composes and masks every request but sends none. Takes seconds for 50,000 dialogues. */
async function estimateRun(
  host: ModelTaggingHost,
  input: { settings: ModelTaggingSettings; run: RunId | null },
  signal: AbortSignal | undefined,
): Promise<TagEstimate> {
  const { database } = host;
  const row = input.run === null ? null : modelRuns.require(database, input.run);
  const last = row?.params.lastDialogue ?? lastDialogue(database);
  if (last === null) throw noDialogues();
  const kept = row && promptOfVersion(database, row.params.prompt.name, row.params.prompt.version);
  const { settings, prompt } =
    row && kept ? { settings: row.params, prompt: kept.text } : drafted(host, input.settings, null);
  const questioner = createQuestioner(settings, prompt);
  const price = priceOf(host.providers.get(input.settings.provider), settings.model, host.resources);
  const share = input.settings.batchFiles ? PROVIDER_BATCH_SHARE : 1;
  const readTurns = turnReader(database, false);
  const find = answerReader(database);
  const seen = new Set<string>();
  let [dialogues, inParts, requests, cached, alike, turns] = [0, 0, 0, 0, 0, 0];
  const most = { input: 0, output: 0 };
  let breathedMs = performance.now();
  for (let after: DialogueId | 0 = 0; ; ) {
    const page = dialoguesLeft(database, row?.run ?? null, after, last, 200);
    if (page.length === 0) break;
    for (const dialogue of page) {
      after = dialogue;
      dialogues++;
      const { windows } = questioner.windows(readTurns(dialogue));
      if (windows.length > 1) inParts++;
      for (const window of windows) {
        const question = questioner.first(dialogue, window);
        if (seen.has(question.hash)) {
          alike++;
          continue;
        }
        if (find(question.hash) !== null) {
          cached++;
          continue;
        }
        seen.add(question.hash);
        requests++;
        turns += window.asked.length;
        most.input += question.most.input;
        most.output += question.most.output;
      }
      if (performance.now() - breathedMs > BREATHE_EVERY_MS) {
        await breathe();
        signal?.throwIfAborted();
        breathedMs = performance.now();
      }
    }
  }
  const likely = (await measuredBy(database, row?.run ?? null, dialogues)) ?? {
    input: likelyInputTokens(most.input),
    output: turns * LIKELY_TOKENS_PER_TURN,
    measured: false,
  };
  const dollars = (tokens: { input: number; output: number }, times: number): number =>
    (costOf(price, tokens) ?? 0) * times;
  return {
    dialogues,
    inParts,
    requests,
    cached,
    alike,
    input: { most: most.input, likely: Math.min(most.input, likely.input) },
    output: { most: most.output, likely: Math.min(most.output, likely.output) },
    price,
    // Retries use single requests, at full price.
    costUsd: price && { most: dollars(most, share) + dollars(most, 1), likely: dollars(likely, share) },
    measured: likely.measured,
  };
}

/** Returns the mean effort of the finished dialogues times the number left. The pilot is a random sample. */
async function measuredBy(database: ReadDatabase, run: RunId | null, left: number) {
  if (run === null) return null;
  const { done } = runProgress(database, run);
  const { inputTokens, outputTokens, cached } = await accountOf(database, run, breathe);
  // Cached answers cost nothing now and would make the remaining dialogues look cheap.
  if (done === 0 || inputTokens === 0 || cached > 0) return null;
  return {
    input: Math.ceil((inputTokens / done) * left),
    output: Math.ceil((outputTokens / done) * left),
    measured: true,
  };
}

const goOn = (session: Session, run: RunId, change?: Partial<RunSettings>) =>
  modelRuns.goOn(session.project(), run, change, (project, changed) =>
    checkSettings(hostOf(project), changed),
  );

export const feature = defineFeature({
  contract: modelTaggingContract,
  methods: {
    ...methodsOfPrompts(promptNameSchema.options, checkPrompt),
    preview: ({ input, project }) => previewRequest(hostOf(project), input),
    estimate: ({ input, project, signal }) => estimateRun(hostOf(project), input, signal),
    start: ({ input, project }) =>
      modelRuns.start(project, modelTaggingJob, `Tagging with ${modelName(input.settings.model)}`, () =>
        planModelRun(hostOf(project), input.settings),
      ),
    goOn: ({ input, session }) => goOn(session, input.run, input.limits),
    finish: ({ input, session }) => goOn(session, input.run, { finishNow: true }),
    runs: ({ project }) => presentRuns(project),
    report: ({ input, project }) => reportRun(project, input.run),
    results: ({ input, project }) =>
      resultsOf(project.database, input.run, input.which, input.offset, input.limit),
  },
  ...modelRuns.partsOf(modelTaggingJob),
});
