import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import { missingPackage } from '../../machine/optional-packages.ts';
import { mostThreads } from '../../machine/threads.ts';
import { uninterrupted } from '../../workers/uninterrupted.ts';
import type { SentenceEncoder } from './encoder.ts';
import { type EncoderFolder, readEncoderFolder } from './encoder-folder.ts';
import {
  loadSentenceEncoder,
  SENTENCE_ENCODER_DIMENSIONS,
  SENTENCE_ENCODER_FINGERPRINT,
  SENTENCE_ENCODER_NAME,
  sentenceOf,
  TEXTS_PER_SECOND,
  whySentenceEncoderIsMissing,
} from './sentence-encoder.ts';

const PACKAGES = ['onnxruntime-node', '@huggingface/tokenizers'] as const;
/** Larger batches were not faster, and each text in a batch waits for the longest one. */
const TEXTS_PER_BATCH = 8;
/** The output of models that have one vector per text. BERT's "pooler_output" was not trained for sentences. */
const WHOLE_TEXT = 'sentence_embedding';

const requireOptional = createRequire(import.meta.url);

interface Tensor {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}
interface OnnxPackage {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(file: string, options: unknown): Promise<OnnxSession>;
  };
}
interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

interface TokenizerPackage {
  readonly Tokenizer: new (
    tokenizer: unknown,
    config: unknown,
  ) => { encode(text: string): { readonly ids: readonly number[] } };
}

/** Returns why encoders in folders cannot be used, as a sentence; null if they can. */
export const whyOnnxIsMissing = (): string | null => missingPackage(PACKAGES);

/**
 * Loads a model without any download. It blocks its thread, so use a worker. @throws if a package is missing or the
 * model does not encode sentences
 */
export async function loadOnnxEncoder(folder: EncoderFolder): Promise<SentenceEncoder> {
  const { Tensor, InferenceSession } = requireOptional('onnxruntime-node') as OnnxPackage;
  const { Tokenizer } = requireOptional('@huggingface/tokenizers') as TokenizerPackage;
  const { name, dimensions, fingerprint, model, pooling, maxTokens, prefix } = folder;
  const options = {
    // Leaves half of the processors to the page, because the model would keep all of them busy.
    intraOpNumThreads: Math.max(1, Math.floor(mostThreads() / 2)),
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const session = await uninterrupted(() => InferenceSession.create(model, options)).catch(
    (error: unknown) => {
      throw refused(folder, `onnxruntime says: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  const foreign = session.inputNames.find(
    (input) => !['input_ids', 'attention_mask', 'token_type_ids'].includes(input),
  );
  if (foreign !== undefined) throw refused(folder, `The model needs the unknown input "${foreign}".`);
  const tokenizer = new Tokenizer(folder.tokenizer, folder.tokenizerConfig);
  // A text that has to be cut keeps its closing token.
  const { ids: around } = tokenizer.encode('');
  const closing = around.slice(-1);
  const tokensOf = (text: string): readonly number[] => {
    const { ids } = tokenizer.encode(prefix + text);
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - closing.length), ...closing];
  };
  const [first = ''] = session.outputNames;
  const wanted = session.outputNames.includes(WHOLE_TEXT) ? WHOLE_TEXT : first;

  const run = async (tokens: readonly (readonly number[])[]) => {
    const width = Math.max(...tokens.map(({ length }) => length));
    const dims = [tokens.length, width];
    const ids = new BigInt64Array(tokens.length * width);
    const mask = new BigInt64Array(tokens.length * width);
    for (const [row, own] of tokens.entries()) {
      own.forEach((id, at) => {
        ids[row * width + at] = BigInt(id);
        mask[row * width + at] = 1n;
      });
    }
    const data = { input_ids: ids, attention_mask: mask, token_type_ids: new BigInt64Array(ids.length) };
    const feeds = Object.fromEntries(
      Object.entries(data)
        .filter(([input]) => session.inputNames.includes(input))
        .map(([input, numbers]) => [input, new Tensor('int64', numbers, dims)]),
    );
    const answer = await uninterrupted(() => session.run(feeds));
    const output = answer[wanted];
    if (output?.dims.at(-1) !== dimensions) {
      throw refused(folder, `The vectors have ${output?.dims.at(-1)} numbers, not ${dimensions}.`);
    }
    return { data: output.data, isPooled: output.dims.length === 2, width };
  };
  const encodeBatch = async (tokens: readonly (readonly number[])[]): Promise<Float32Array> => {
    const { data, isPooled, width } = await run(tokens);
    return isPooled ? Float32Array.from(data) : pooled(data, tokens, width, dimensions, pooling);
  };
  const encodeTokens = async (text: string): Promise<Float32Array[]> => {
    const ids = tokensOf(text);
    const { data, isPooled } = await run([ids]);
    const vectors = Float32Array.from(data);
    const [from, to] = [around.length - closing.length, ids.length - closing.length];
    return isPooled
      ? []
      : Array.from({ length: Math.max(0, to - from) }, (_, at) =>
          vectors.subarray((from + at) * dimensions, (from + at + 1) * dimensions),
        );
  };

  const encodeTexts = async (texts: readonly string[]): Promise<Float32Array> => {
    const vectors = new Float32Array(texts.length * dimensions);
    // Texts of similar length need less padding in a batch.
    const told = texts
      .flatMap((text, at) => (text.trim() === '' ? [] : [{ tokens: tokensOf(text), at }]))
      .sort((a, b) => a.tokens.length - b.tokens.length || a.at - b.at);
    for (let start = 0; start < told.length; start += TEXTS_PER_BATCH) {
      const batch = told.slice(start, start + TEXTS_PER_BATCH);
      const encoded = await encodeBatch(batch.map(({ tokens }) => tokens));
      for (const [row, { at }] of batch.entries())
        vectors.set(unit(encoded.subarray(row * dimensions, (row + 1) * dimensions)), at * dimensions);
    }
    return vectors;
  };
  return {
    name,
    dimensions,
    fingerprint,
    encodeTexts,
    encodeTokens,
    encode: (histories) => encodeTexts(histories.map(sentenceOf)),
  };
}

/** Depending on the model, the vector is the mean, the maximum or the first of the token vectors, without padding. */
function pooled(
  data: ArrayLike<number>,
  tokens: readonly (readonly number[])[],
  width: number,
  dimensions: number,
  pooling: EncoderFolder['pooling'],
): Float32Array {
  const vectors = new Float32Array(tokens.length * dimensions);
  for (const [row, { length }] of tokens.entries()) {
    const used = pooling === 'cls' ? 1 : length;
    for (let at = 0; at < dimensions; at++) {
      let sum = 0;
      let most = Number.NEGATIVE_INFINITY;
      for (let token = 0; token < used; token++) {
        const value = data[(row * width + token) * dimensions + at]!;
        sum += value;
        if (value > most) most = value;
      }
      vectors[row * dimensions + at] = pooling === 'max' ? most : sum / used;
    }
  }
  return vectors;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

const refused = ({ model }: EncoderFolder, reason: string): DialogramError =>
  new DialogramError('BAD_FILE', `The model cannot be used as a sentence encoder. ${reason}`, {
    place: 'encoder',
    value: model,
    nextStep: 'Choose the folder of a sentence-transformers model that was exported to ONNX.',
  });

export interface KnownEncoder extends Pick<SentenceEncoder, 'name' | 'dimensions' | 'fingerprint'> {
  /** A low estimate, so that the displayed time is rather too long. */
  readonly textsPerSecond: number;
  /** The reason why the encoder cannot be used, as a sentence; null if it can. */
  readonly missing: string | null;
  load(): Promise<SentenceEncoder>;
}

const COMES_WITH_THE_APP: KnownEncoder = {
  name: SENTENCE_ENCODER_NAME,
  dimensions: SENTENCE_ENCODER_DIMENSIONS,
  fingerprint: SENTENCE_ENCODER_FINGERPRINT,
  textsPerSecond: TEXTS_PER_SECOND,
  missing: whySentenceEncoderIsMissing(),
  load: loadSentenceEncoder,
};

/** @throws DialogramError if there is no encoder in the folder */
export function knownEncoder(folder: string | null): KnownEncoder {
  if (folder === null) return COMES_WITH_THE_APP;
  const read = readEncoderFolder(folder);
  const { name, dimensions, fingerprint } = read;
  return {
    ...{ name, dimensions, fingerprint },
    textsPerSecond: TEXTS_PER_SECOND,
    missing: whyOnnxIsMissing(),
    load: () => loadOnnxEncoder(read),
  };
}

const BUNDLED = join('encoders', 'all-MiniLM-L6-v2');

/** Returns the built-in encoder; null if it, or a package that it needs, is not installed. */
export function bundledEncoder(resources: string): KnownEncoder | null {
  const folder = join(resources, BUNDLED);
  if (!existsSync(join(folder, 'model.onnx')) || whyOnnxIsMissing() !== null) return null;
  return knownEncoder(folder);
}
