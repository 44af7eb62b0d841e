import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';

type Pooling = 'mean' | 'cls' | 'max';

/** The contents of an encoder's folder: an ONNX model, its tokenizer, and the settings it was trained with. */
export interface EncoderFolder {
  readonly folder: string;
  readonly name: string;
  readonly dimensions: number;
  /** A fingerprint of everything in the folder that affects vectors. */
  readonly fingerprint: string;
  readonly model: string;
  readonly tokenizer: unknown;
  readonly tokenizerConfig: unknown;
  readonly pooling: Pooling;
  /** Maximum number of tokens per text, including the opening and closing tokens. Longer texts are cut. */
  readonly maxTokens: number;
  /** The text that the model needs in front of each text. */
  readonly prefix: string;
}

/** Version of the encoding. Bump it when the same folder would give other vectors. */
const VERSION = 1;
const MODEL_PLACES = ['', 'onnx'];
/** The token limit if the folder has none, as in most models. */
const USUAL_TOKENS = 512;

const poolingSchema = z.object({
  word_embedding_dimension: z.int().positive(),
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
  pooling_mode_max_tokens: z.boolean().default(false),
});
const modulesSchema = z.array(z.object({ type: z.string() }));
const lengthSchema = z.object({ max_seq_length: z.int().positive().nullish() });
const configSchema = z.object({
  max_position_embeddings: z.int().positive().nullish(),
  model_type: z.string().nullish(),
});
/** Matches RoBERTa and similar models, which include most multilingual ones. They count positions from 2. */
const COUNTS_FROM_TWO = /roberta|camembert|mpnet/;
const promptsSchema = z.object({
  prompts: z.record(z.string(), z.string()).nullish(),
  default_prompt_name: z.string().nullish(),
});
const anything = z.record(z.string(), z.unknown());

const FILES = [
  'tokenizer.json',
  'tokenizer_config.json',
  '1_Pooling/config.json',
  'modules.json',
  'config_sentence_transformers.json',
  'sentence_bert_config.json',
  'config.json',
];

/** Folders are cached until their files change. Reading a tokenizer takes 50 ms, and every query needs one. */
const folders = new Map<string, { readonly files: string; readonly read: EncoderFolder }>();

/** @throws DialogramError that names the missing or invalid file */
export function readEncoderFolder(given: string): EncoderFolder {
  const folder = resolve(given);
  const model = modelFile(folder);
  const files = [model, ...FILES.map((name) => join(folder, name))].map(stampOf).join(' ');
  const known = folders.get(folder);
  if (known?.files === files) return known.read;
  const read = readFolder(folder, model);
  folders.set(folder, { files, read });
  return read;
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${file} ${stat.size} ${stat.mtimeMs}` : '-';
}

function readFolder(folder: string, model: string): EncoderFolder {
  const json = <Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> | null => {
    const file = join(folder, name);
    if (!existsSync(file)) return null;
    try {
      return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      throw unusable(`${name} in the encoder's folder cannot be read.`, file);
    }
  };
  const tokenizer = json('tokenizer.json', anything);
  if (!tokenizer) throw unusable('The encoder has no tokenizer.json.', folder);
  const poolingConfig = json('1_Pooling/config.json', poolingSchema);
  if (!poolingConfig) {
    throw unusable(
      '1_Pooling/config.json is missing. It says how the encoder turns a text into one vector.',
      folder,
    );
  }
  const steps = json('modules.json', modulesSchema) ?? [];
  const foreign = steps.find(({ type }) => !/\.(Transformer|Pooling|Normalize)$/.test(type));
  if (foreign) throw unusable("Dialogram does not support one of the encoder's steps.", foreign.type);
  const prompts = json('config_sentence_transformers.json', promptsSchema);
  const pooling = poolingOf(poolingConfig, folder);
  const config = json('config.json', configSchema);
  const positions = config?.max_position_embeddings ?? USUAL_TOKENS;
  const maxTokens =
    json('sentence_bert_config.json', lengthSchema)?.max_seq_length ??
    (COUNTS_FROM_TWO.test(config?.model_type ?? '') ? positions - 2 : positions);
  const prefix = prompts?.prompts?.[prompts.default_prompt_name ?? ''] ?? '';
  const tokenizerConfig = json('tokenizer_config.json', anything) ?? {};
  const dimensions = poolingConfig.word_embedding_dimension;
  const fingerprint = createHash('sha256')
    .update(`onnx ${VERSION} last turn\0${pooling}\0${maxTokens}\0${dimensions}\0${prefix}\0`)
    .update(digestOf(model))
    .update(JSON.stringify([tokenizer, tokenizerConfig]))
    .digest('hex')
    .slice(0, 32);
  return {
    ...{ folder, name: basename(folder), dimensions, fingerprint, model, tokenizer, tokenizerConfig },
    ...{ pooling, maxTokens, prefix },
  };
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

function modelFile(folder: string): string {
  if (!isFolder(folder))
    throw unusable(
      existsSync(folder)
        ? "The encoder's folder is a file, not a folder."
        : "The encoder's folder does not exist.",
      folder,
    );
  const found = MODEL_PLACES.flatMap((place) => {
    const at = join(folder, place);
    if (!isFolder(at)) return [];
    return readdirSync(at).flatMap((name) => (name.endsWith('.onnx') ? [join(at, name)] : []));
  });
  const plain = found.find((file) => basename(file) === 'model.onnx');
  if (plain) return plain;
  if (found.length === 0) throw unusable('The folder contains no ONNX model.', folder);
  if (found.length > 1) {
    throw unusable(
      'The folder contains several ONNX models, and none is called model.onnx.',
      found.map((file) => basename(file)).join(', '),
    );
  }
  return found[0]!;
}

function poolingOf(config: z.infer<typeof poolingSchema>, folder: string): Pooling {
  const modes: readonly (readonly [Pooling, boolean])[] = [
    ['mean', config.pooling_mode_mean_tokens],
    ['cls', config.pooling_mode_cls_token],
    ['max', config.pooling_mode_max_tokens],
  ];
  const [mode, ...more] = modes.filter(([, on]) => on);
  if (mode && more.length === 0) return mode[0];
  throw unusable(
    '1_Pooling/config.json asks for a pooling other than mean, cls or max.',
    join(folder, '1_Pooling/config.json'),
  );
}

const unusable = (message: string, value: string): DialogramError =>
  new DialogramError('BAD_FILE', message, {
    place: 'encoder',
    value,
    nextStep:
      'Choose the folder of a sentence-transformers model with model.onnx, tokenizer.json and 1_Pooling/config.json.',
  });

/** Digests are cached until their file changes, because reading a model of 90 MB takes a third of a second. */
const digests = new Map<string, string>();

function digestOf(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const key = `${file}\0${size}\0${mtimeMs}`;
  const digest = digests.get(key) ?? createHash('sha256').update(readFileSync(file)).digest('hex');
  digests.set(key, digest);
  return digest;
}
