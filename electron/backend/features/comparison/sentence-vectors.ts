import { z } from 'zod';
import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { LocalEncoder } from '#shared/contract/base.ts';
import {
  type ComparisonEncoder,
  type EncoderName,
  embeddingModelSchema,
  encoderNameSchema,
} from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type RunLimits, spendingLimits } from '#shared/contract/lasting-runs.ts';
import type { JobId, TurnId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import { settingsFile } from '../../machine/settings.ts';
import { appService, type Project, projectService } from '../../project.ts';
import { type KnownEncoder, knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import {
  countVectors,
  type Encodable,
  type EncoderRuns,
  encodableTurns,
  encoderRun,
  everyTurnOf,
  hasVectors,
  vectorOfTurn,
} from '../../store/runs/vector-table.ts';
import { stayInThread } from '../../workers/staying.ts';
import {
  HELD_OUT_SHARE,
  isHeldOut,
  isSentenceMethod,
  methodsOfEncoder,
  sentenceEncoding,
} from '../retrieval/index.ts';
import { dialoguesToAsk } from './answerable.ts';
import { encodeOtherTurns, encodeSentences } from './encode-sentences.ts';
import {
  createQueryVectors,
  encodeByProvider,
  type ProviderEncoder,
  providerEncoder,
} from './provider-encoder.ts';

/** The encoders that a person chose on this machine: the folder of one, and a provider's model. */
export const chosenEncoder = appService(({ options }) =>
  settingsFile(
    options.providersFolder ?? options.settingsFolder,
    'encoder.json',
    z.object({
      folder: z.string().nullable(),
      provider: embeddingModelSchema.nullable().default(null),
    }),
    { folder: null, provider: null },
  ),
);

type DescribedEncoder = Omit<KnownEncoder, 'load' | 'dimensions'> & { readonly dimensions: number | null };

/** An encoder that a thread can load; a null folder means the built-in encoder. */
export interface EncoderPlace {
  readonly title: string;
  readonly folder: string | null;
}

/** The vectors that an encoder has made of the project's turns, each turn encoded by its own words. */
export interface EncodedTurns extends EncoderRuns {
  readonly name: EncoderName;
  readonly title: string;
  /** The reason why the encoder cannot be used, as a sentence; null if it can. */
  readonly missing: string | null;
  /** Undefined for a provider's model, to which search text must not be sent. */
  readonly folder: string | null | undefined;
  readonly hasVectors: boolean;
  vectors(): number;
  readonly textsPerSecond: number;
  readonly job: JobId | null;
}

/** Test dialogues are queries and never examples. */
const isWanted = ({ externalId }: Encodable): boolean => !isHeldOut(externalId, HELD_OUT_SHARE);

/** The vectors of sentence encoders. Encoding takes minutes, so it is done only on request. */
function createSentenceVectors(project: Project) {
  const { app, database, jobs } = project;
  const queryVector = createQueryVectors(project);
  const started = new Map<EncoderName, { readonly job: JobId; readonly everyTurn: boolean }>();
  let counted: { readonly version: number; readonly found: number; readonly all: number } | null = null;

  const read = () => app.use(chosenEncoder).read();
  const names = (): EncoderName[] => {
    const { folder, provider } = read();
    return encoderNameSchema.options.filter(
      (name) =>
        name === 'universal-sentence-encoder-lite' || (name === 'folder' ? folder : provider) !== null,
    );
  };
  const providerOf = (): ProviderEncoder => {
    const { provider } = read();
    if (provider) return providerEncoder(app.providers, provider);
    throw nothingChosen('provider', 'No provider model was chosen.', '--provider ID --model MODEL');
  };
  const encoderOf = (name: EncoderName): DescribedEncoder => {
    if (name === 'provider') return providerOf();
    if (name !== 'folder') return knownEncoder(null);
    const { folder } = read();
    if (folder !== null) return knownEncoder(folder);
    throw nothingChosen('folder', 'No sentence encoder folder was chosen.', '--encoder FOLDER');
  };
  /** Returns the encoder, or the reason why it cannot be used: its folder may be missing or changed. */
  const usable = (name: EncoderName): { encoder: DescribedEncoder | null; missing: string | null } => {
    try {
      const encoder = encoderOf(name);
      return { encoder, missing: encoder.missing };
    } catch (error) {
      if (error instanceof DialogramError) return { encoder: null, missing: error.message };
      throw error;
    }
  };

  const isCounted = (): boolean => counted?.version === versionOf(database, 'corpus_version');
  const countTurns = async (signal: AbortSignal): Promise<void> => {
    const version = versionOf(database, 'corpus_version');
    const [found = 0, heldOut = 0] = await Promise.all(
      [false, true].map(async (which) =>
        (await dialoguesToAsk(database, which, signal)).reduce((sum, turns) => sum + turns.length, 0),
      ),
    );
    counted = { version, found, all: found + heldOut };
  };
  /** A provider's model also encodes the turns of test dialogues. */
  const turnCount = (name: EncoderName): number => {
    if (!isCounted()) {
      const version = versionOf(database, 'corpus_version');
      const turns = encodableTurns(database, null);
      counted = { version, found: turns.filter(isWanted).length, all: turns.length };
    }
    return counted?.[name === 'provider' ? 'all' : 'found'] ?? 0;
  };
  const encodedCount = ({ fingerprint }: DescribedEncoder): number =>
    countVectors(database, encoderRun(database, fingerprint));
  const runningJob = (name: EncoderName): JobId | null => {
    const job = started.get(name)?.job;
    return job !== undefined && ['queued', 'running', 'cancelling'].includes(jobs.get(job).state)
      ? job
      : null;
  };
  const stateOf = (name: EncoderName): ComparisonEncoder => {
    const { encoder, missing } = usable(name);
    const turns = turnCount(name);
    const encoded = encoder ? encodedCount(encoder) : 0;
    return {
      name,
      title: encoder?.name ?? (name === 'provider' ? "A provider's model" : 'Sentence encoder in a folder'),
      available: missing === null,
      unavailableBecause: missing,
      encodedShare: turns === 0 ? 0 : encoded / turns,
      secondsAtMost: encoder ? (turns - encoded) / encoder.textsPerSecond : 0,
      job: runningJob(name),
    };
  };

  const folderOf = (name: EncoderName): string | null => (name === 'folder' ? read().folder : null);
  const usableTitle = (name: EncoderName): string => {
    const { name: title, missing } = encoderOf(name);
    if (missing !== null) {
      throw new DialogramError('INVALID', `${title} cannot be used. ${missing}`, {
        place: 'encoder',
        value: name,
        nextStep: 'Install Dialogram with its optional packages, or use the built-in encoder.',
      });
    }
    return title;
  };

  return {
    chosen() {
      const { folder, provider } = read();
      const encoder = provider && usable('provider').encoder;
      return { folder, provider: encoder && { name: encoder.name, fingerprint: encoder.fingerprint } };
    },
    /**
     * Returns the stored vector of a turn of the project; asks the provider for any other.
     * @throws DialogramError NOT_FOUND, NOT_CONSENTED, KEY_MISSING, PROVIDER_FAILED
     */
    async vectorFor(history: readonly RetrievalTurn[], turn: TurnId | null) {
      const encoder = providerOf();
      const kept = turn === null ? null : vectorOfTurn(database, encoder.fingerprint, turn);
      const { name, fingerprint } = encoder;
      return { name, fingerprint, vector: kept ?? (await queryVector(encoder, history)) };
    },
    async states(signal: AbortSignal) {
      if (!isCounted()) await countTurns(signal);
      return names().map(stateOf);
    },
    turns() {
      return names().flatMap((name) => {
        const { encoder, missing } = usable(name);
        if (!encoder) return [];
        const turns = encoderRun(database, encoder.fingerprint);
        const otherTurns = encoderRun(database, everyTurnOf(encoder.fingerprint));
        return {
          ...{ name, title: encoder.name, missing, turns, otherTurns, job: runningJob(name) },
          folder: name === 'provider' ? undefined : folderOf(name),
          hasVectors: hasVectors(database, turns) || hasVectors(database, otherTurns),
          vectors: () => countVectors(database, turns) + countVectors(database, otherTurns),
          textsPerSecond: encoder.textsPerSecond,
        };
      });
    },
    ready() {
      return names().flatMap((name) => {
        const { encoder, missing } = usable(name);
        if (!encoder || missing !== null) return [];
        // Counting turns takes a while, and most projects have no vectors, so vectors are counted first.
        const encoded = encodedCount(encoder);
        return encoded > 0 && encoded === turnCount(name) ? methodsOfEncoder(name) : [];
      });
    },
    titleOf: (method: string) => {
      const encoder = isSentenceMethod(method) ? sentenceEncoding(method).encoder : null;
      if (encoder === null || encoder === 'universal-sentence-encoder-lite') return null;
      return names().includes(encoder) ? (usable(encoder).encoder?.name ?? null) : null;
    },
    /** @throws DialogramError INVALID if the encoder cannot be used */
    onThisMachine: (name: LocalEncoder) => ({ title: usableTitle(name), folder: folderOf(name) }),
    /**
     * Starts the job, or returns the running one.
     * @param everyTurn also encodes all other turns by their own words
     * @throws DialogramError INVALID, NOT_FOUND; NOT_CONSENTED and KEY_MISSING for a provider
     */
    async start(name: EncoderName, limits: RunLimits, everyTurn: boolean) {
      const title = usableTitle(name);
      const { provider: model } = read();
      const sent = name === 'provider' && model ? { model, limits } : {};
      if (everyTurn && name === 'provider') {
        throw new DialogramError(
          'INVALID',
          "A provider's model cannot encode every turn. It encodes only those before an answer.",
          {
            place: 'everyTurn',
            value: title,
            nextStep: 'Encode only the turns before an answer, or choose an encoder on this machine.',
          },
        );
      }
      if (sent.model) {
        await app.providers.open(sent.model.provider);
        priceWithin(app, sent.model, limits);
      }
      const before = started.get(name);
      const running = runningJob(name);
      // If the running job encodes only answerable turns, the remaining turns need another job.
      if (running !== null && (before?.everyTurn || !everyTurn)) return running;
      // Cancels a paused job, because it would send the same texts again.
      if (before && jobs.get(before.job).state === 'paused') jobs.cancel(before.job);
      const job = jobs.start(sentenceJob, `Encoding with ${title}`, { encoder: name, everyTurn, ...sent });
      started.set(name, { job, everyTurn });
      return job;
    },
    async run({ encoder: name, everyTurn, model, limits }: SentenceParams, context: JobContext) {
      if (model && limits) {
        return encodeByProvider(project, providerEncoder(app.providers, model), limits, context);
      }
      context.report({ phase: 'loading the encoder', done: 0, total: null, unit: 'texts' });
      const encoder = encoderOf(name);
      const thread = await stayInThread('encoder', 'openEncoder', [folderOf(name)], {
        signal: context.signal,
      });
      // Stops at once, instead of after the current chunk of texts.
      const stop = (): void => void thread.close();
      context.signal.addEventListener('abort', stop, { once: true });
      try {
        const encode = (texts: readonly string[]) => thread.ask('encode', texts);
        const encoded = await encodeSentences(database, encoder, isWanted, encode, context);
        if (!everyTurn) return encoded;
        const further = await encodeOtherTurns(database, encoder, encode, context);
        return { ...encoded, texts: encoded.texts + further.texts, otherTurns: further.otherTurns };
      } finally {
        context.signal.removeEventListener('abort', stop);
        await thread.close();
      }
    },
  };
}

export const sentenceVectors = projectService(createSentenceVectors);

const sentenceParams = z.object({
  encoder: encoderNameSchema,
  everyTurn: z.boolean().default(false),
  model: embeddingModelSchema.optional(),
  limits: z.object(spendingLimits).optional(),
});
type SentenceParams = z.infer<typeof sentenceParams>;

export const sentenceJob: JobKind<Project, SentenceParams> = {
  kind: 'embedding',
  params: sentenceParams,
  topics: [],
  run: (project, params, context) => project.use(sentenceVectors).run(params, context),
  lane: ({ model }) => (model ? 'provider' : 'local'),
};

const nothingChosen = (place: EncoderName, message: string, options: string): DialogramError =>
  new DialogramError('INVALID', message, {
    place: 'encoder',
    value: place,
    nextStep: `Choose an encoder first. On the command line, use "encode ${options}".`,
  });
