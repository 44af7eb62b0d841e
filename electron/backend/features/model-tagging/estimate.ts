import { likelyInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ModelTaggingSettings, TagEstimate, TagPreview } from '#shared/contract/model-tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { breathe } from '../../jobs/breathe.ts';
import { costOf, PROVIDER_BATCH_SHARE } from '../../providers/requests/price.ts';
import { priceOf } from '../../providers/requests/price-of.ts';
import { dialogueHead, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { answerReader } from '../../store/models/model-answer-table.ts';
import { accountOf } from '../../store/models/model-call-table.ts';
import { promptOfVersion } from '../../store/models/prompt-table.ts';
import { dialoguesLeft, runProgress } from '../../store/runs/model-tagging-table.ts';
import { presentPrompt } from '../prompts/index.ts';
import type { ModelTaggingHost } from './host.ts';
import { vocabularyToOffer } from './offered-vocabulary.ts';
import { pilotDialogues } from './pilot.ts';
import { PROMPT_OF } from './prompts.ts';
import { createQuestioner, type QuestionSettings } from './questions.ts';
import { modelRuns } from './run-settings.ts';

/** A line with its tags, used only for estimates before anything was measured. */
const LIKELY_TOKENS_PER_ROUND = 14;

interface Drafted {
  readonly settings: QuestionSettings;
  readonly prompt: string;
  readonly promptVersion: number | null;
}

/** Returns the setup that a run started now with these settings would use. */
function drafted(host: ModelTaggingHost, settings: ModelTaggingSettings, promptText: string | null): Drafted {
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

/** The first request for a dialogue as it would be sent; by default for the first one of the pilot. */
export function previewRequest(
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
  const { windows, replaced } = questioner.windows(roundReader(database)(row.id));
  if (windows.length === 0) {
    throw new DialogramError(
      'INVALID',
      `Dialogue ${row.externalId} has no text, so the model would be asked nothing.`,
      {
        value: row.externalId,
        nextStep: 'Choose another dialogue.',
      },
    );
  }
  const { request, most } = questioner.first(row.id, known(windows[0], 'window'));
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

/**
 * Returns the effort of tagging all dialogues, or those that a run has left. Every request is composed,
 * masked and looked up in the cache, but none is sent. Takes some seconds for 50,000 dialogues and yields to
 * other work.
 */
export async function estimateRun(
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
  const readRounds = roundReader(database, false);
  const find = answerReader(database);
  const seen = new Set<string>();
  let [dialogues, inParts, requests, cached, alike, rounds] = [0, 0, 0, 0, 0, 0];
  const most = { input: 0, output: 0 };
  let breathedMs = performance.now();
  for (let after: DialogueId | 0 = 0; ; ) {
    const page = dialoguesLeft(database, row?.run ?? null, after, last, 200);
    if (page.length === 0) break;
    for (const dialogue of page) {
      after = dialogue;
      dialogues++;
      const { windows } = questioner.windows(readRounds(dialogue));
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
        rounds += window.asked.length;
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
    output: rounds * LIKELY_TOKENS_PER_ROUND,
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

/**
 * Returns the average effort of a run's finished dialogues times the number left. Its pilot is a random
 * sample.
 */
async function measuredBy(database: ReadDatabase, run: RunId | null, left: number) {
  if (run === null) return null;
  const { done } = runProgress(database, run);
  const { inputTokens, outputTokens, cached } = await accountOf(database, run, breathe);
  // Kept answers took nothing this time; they would make the rest look cheap.
  if (done === 0 || inputTokens === 0 || cached > 0) return null;
  return {
    input: Math.ceil((inputTokens / done) * left),
    output: Math.ceil((outputTokens / done) * left),
    measured: true,
  };
}
