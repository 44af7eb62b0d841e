import { exampleMask } from '#shared/algorithms/generation/answer-messages.ts';
import { likelyInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { EmbeddingModel, EncodingEstimate } from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RunLimits } from '#shared/contract/lasting-runs.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import { type JobContext, JobPause } from '../../jobs/job.ts';
import { accountOfRun } from '../../jobs/lasting-runs.ts';
import { type AskingHost, askingHostOf, openRunAsking, pausedWhereStopped } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { sentenceOf } from '../../providers/embeddings/sentence-encoder.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { askForVectors, embedder, mostTokens } from '../../providers/requests/embedding.ts';
import { costOf, priceOf } from '../../providers/requests/price.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { beginEncoderRun, encodableTurns, encoderRun } from '../../store/runs/vector-table.ts';
import { divideWork, encodeSentences, type TextOfTurn } from './encode-sentences.ts';

const MOST_CHARACTERS = 2000;
/** Estimated speed if many requests to a distant server run at the same time. */
const TEXTS_PER_SECOND = 20;

export interface ProviderEncoder extends EmbeddingModel {
  readonly name: string;
  /** Identifies the model by its address and name, not by the name that a person gave the provider. */
  readonly fingerprint: string;
  readonly masked: boolean;
  readonly textsPerSecond: number;
  /** Null, because the length is known only after the model's first answer. */
  readonly dimensions: null;
  readonly missing: null;
}

export function providerEncoder(
  providers: Pick<ProviderRegistry, 'get'>,
  { provider, model }: EmbeddingModel,
): ProviderEncoder {
  const { name, baseUrl, maskPersonalData: masked } = providers.get(provider);
  return {
    ...{ provider, model, masked, dimensions: null, missing: null },
    name: `${model} (${name})`,
    fingerprint: `${baseUrl} ${model}, last turn${masked ? ', masked' : ''}`,
    textsPerSecond: TEXTS_PER_SECOND,
  };
}

/** The text sent for a turn without words, because servers refuse an empty text. */
const SILENCE = '…';

/** The text is the last turn before the answer, masked if the provider's settings require masking. */
export const sentText =
  ({ masked }: Pick<ProviderEncoder, 'masked'>): TextOfTurn =>
  (history) => {
    const text = sentenceOf(history);
    const hide = masked ? exampleMask(history.map((turn) => turn.text)) : (plain: string) => plain;
    return hide(text).slice(0, MOST_CHARACTERS).trim() || SILENCE;
  };

function vectorHost(project: Project): AskingHost {
  const { providers, ...host } = askingHostOf(project);
  const { get, open } = providers;
  return {
    ...host,
    elsewhereOf: undefined,
    providers: { get, open: async (id) => embedder(await open(id)) },
  };
}

/**
 * Encodes turns of test dialogues too, so that later questions send nothing.
 * @throws JobPause if the budget is reached or the server cannot be asked
 */
export async function encodeByProvider(
  project: Project,
  encoder: ProviderEncoder,
  limits: RunLimits,
  context: JobContext,
) {
  const { database } = project;
  const { model, name, fingerprint } = encoder;
  const run = beginEncoderRun(database, { encoder: name, fingerprint, dimensions: 0 });
  const open = await openRunAsking(vectorHost(project), run, { ...limits, seed: 1 }, context.signal);
  const { asker } = await open(encoder);
  const encoded = await pausedWhereStopped(
    encodeSentences(
      database,
      encoder,
      () => true,
      (texts) => askForVectors(asker, model, texts),
      context,
      sentText(encoder),
    ),
  ).catch((error: unknown) => {
    if (!(error instanceof JobPause) || error.reason.code !== 'budget') throw error;
    // If the job continued, it would reach the same budget again.
    throw new JobPause({
      ...error.reason,
      message: `${error.reason.message} The turns encoded so far are kept. Start again with a larger budget or no budget.`,
    });
  });
  return { ...encoded, account: await accountOfRun(database, run) };
}

export async function estimateEncoding(
  project: Project,
  model: EmbeddingModel,
  signal: AbortSignal,
): Promise<EncodingEstimate> {
  const { app, database } = project;
  const encoder = providerEncoder(app.providers, model);
  const { baseUrl, consent } = app.providers.get(model.provider);
  const turns = encodableTurns(database, encoderRun(database, encoder.fingerprint));
  const { fresh } = await divideWork(database, turns, sentText(encoder), signal);
  const most = mostTokens(fresh.map(([text]) => text));
  const tokens = { most, likely: likelyInputTokens(most) };
  const price = priceOf(app.providers.get(model.provider), model.model, app.resources);
  const costOfInput = (input: number) => costOf(price, { input, output: 0 }) ?? 0;
  const host = new URL(baseUrl).origin;
  return {
    title: encoder.name,
    host,
    agreed: consent?.origin === host,
    masked: encoder.masked,
    turns: turns.filter(({ encoded }) => encoded === 0).length,
    texts: fresh.length,
    tokens,
    costUsd: price && { most: costOfInput(most), likely: costOfInput(tokens.likely) },
  };
}

/** The number of earlier texts whose vectors are cached, so that a text is not sent twice. The oldest are dropped. */
const MOST_REMEMBERED = 2000;

/** Requests vectors for new messages. Each request counts toward the daily account. */
export function createQueryVectors(project: Project) {
  const remembered = new Map<string, Promise<Float32Array>>();
  const ask = async (encoder: ProviderEncoder, text: string): Promise<Float32Array> => {
    try {
      const asker = await openInteractiveAsker(vectorHost(project), encoder, project.closing);
      return await askForVectors(asker, encoder.model, [text]);
    } catch (error) {
      if (!(error instanceof AskingStopped)) throw error;
      throw new DialogramError('PROVIDER_FAILED', `${encoder.name} returned no vector. ${error.message}`, {
        place: encoder.provider,
        value: error.fault?.kind ?? error.code,
        nextStep: 'Check that the server can be reached and offers the model, or choose another method.',
      });
    }
  };
  return async (encoder: ProviderEncoder, history: Parameters<TextOfTurn>[0]): Promise<Float32Array> => {
    const text = sentText(encoder)(history);
    const key = `${encoder.fingerprint}\0${text}`;
    const known = remembered.get(key) ?? ask(encoder, text);
    remembered.delete(key);
    remembered.set(key, known);
    for (const oldest of remembered.keys()) if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
    try {
      return await known;
    } catch (error) {
      remembered.delete(key);
      throw error;
    }
  };
}
