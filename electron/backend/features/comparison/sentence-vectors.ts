import { z } from 'zod';
import type { RetrievalRound } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { LocalEncoder } from '#shared/contract/base.ts';
import {
  type ComparisonEncoder,
  type EncoderName,
  embeddingModelSchema,
  encoderNameSchema,
} from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { limitsOf, type RunLimits } from '#shared/contract/lasting-runs.ts';
import type { JobId, RoundId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import { appService, type Project, projectService } from '../../project.ts';
import { type KnownEncoder, knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { settingsFile } from '../../settings.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import {
  countVectors,
  type EncodableTurn,
  encodableTurns,
  encoderRun,
  vectorOfRound,
} from '../../store/runs/vector-table.ts';
import { startAskedWorker } from '../../workers/ask-worker.ts';
import {
  HELD_OUT_SHARE,
  isHeldOut,
  isSentenceMethod,
  methodsOfEncoder,
  type SentenceMethod,
  sentenceWay,
} from '../retrieval/index.ts';
import { dialoguesToAsk } from './answerable.ts';
import { encodeSentences } from './encode-sentences.ts';
import type { EncodingTalk } from './encoding.worker.ts';
import type { ChosenEncoders, ProviderVector } from './project-index.ts';
import {
  createQueryVectors,
  encodeByProvider,
  type ProviderEncoder,
  providerEncoder,
} from './provider-encoder.ts';

/** The encoders that a person chose on this machine: of a folder, and a provider's model. */
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

/** An encoder that can be loaded in a worker. */
export interface EncoderPlace {
  readonly title: string;
  /** As `knownEncoder` takes it. */
  readonly folder: string | null;
}

/** The vectors that sentence encoders give the turns of the index: a job of minutes, so only where asked for. */
interface SentenceVectors {
  /** Of every encoder there is; that of a folder only where one was chosen. */
  states(signal: AbortSignal): Promise<ComparisonEncoder[]>;
  /** The methods for which every turn of the index has its vector, and the encoder is there for the question's. */
  ready(): SentenceMethod[];
  /** The own name of the encoder that was chosen; null for other methods. */
  titleOf(method: string): string | null;
  /** The encoders that were chosen, as an index is asked by them. */
  chosen(): ChosenEncoders;
  /**
   * The provider's vector of what is asked: that which is kept of a round of the project, else of its model, to which the
   * question is sent.
   * @throws DialogramError NOT_FOUND, NOT_CONSENTED, KEY_MISSING, PROVIDER_FAILED
   */
  vectorFor(history: readonly RetrievalRound[], round: RoundId | null): Promise<ProviderVector | null>;
  /** @throws DialogramError INVALID where it cannot be used */
  onThisMachine(name: LocalEncoder): EncoderPlace;
  /**
   * Starts the job; the job of before where one is under way.
   * @throws DialogramError INVALID, NOT_FOUND; NOT_CONSENTED and KEY_MISSING for a provider
   */
  start(name: EncoderName, limits: RunLimits): Promise<JobId>;
  /** The job's work. */
  run(params: SentenceParams, context: JobContext): Promise<unknown>;
}

/** Dialogues held out are asked about, never found. */
const isWanted = ({ externalId }: EncodableTurn): boolean => !isHeldOut(externalId, HELD_OUT_SHARE);

function createSentenceVectors(project: Project): SentenceVectors {
  const { app, database, jobs } = project;
  const queryVector = createQueryVectors(project);
  const started = new Map<EncoderName, JobId>();
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
    throw nothingChosen('provider', 'No model of a provider was chosen.', '--provider ID --model MODEL');
  };
  const encoderOf = (name: EncoderName): DescribedEncoder => {
    if (name === 'provider') return providerOf();
    if (name !== 'folder') return knownEncoder(null);
    const { folder } = read();
    if (folder !== null) return knownEncoder(folder);
    throw nothingChosen('folder', 'No folder of a sentence encoder was chosen.', '--encoder FOLDER');
  };
  /** With the reason where it cannot be used: the folder may be gone, or changed. */
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
  /** A provider's model encodes those of dialogues held out as well. */
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
    const job = started.get(name);
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
      title: encoder?.name ?? (name === 'provider' ? "A provider's model" : 'Sentence encoder of a folder'),
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
        nextStep: 'Install the application with its optional packages, or use the built-in encoder.',
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
    async vectorFor(history, round) {
      const encoder = providerOf();
      const kept = round === null ? null : vectorOfRound(database, encoder.fingerprint, round);
      const { name, fingerprint } = encoder;
      return { name, fingerprint, vector: kept ?? (await queryVector(encoder, history)) };
    },
    async states(signal) {
      if (!isCounted()) await countTurns(signal);
      return names().map(stateOf);
    },
    ready() {
      return names().flatMap((name) => {
        const { encoder, missing } = usable(name);
        if (!encoder || missing !== null) return [];
        // Counting the turns of a large corpus takes a while, and most projects have no vector of it.
        const encoded = encodedCount(encoder);
        return encoded > 0 && encoded === turnCount(name) ? methodsOfEncoder(name) : [];
      });
    },
    titleOf: (method) => {
      const encoder = isSentenceMethod(method) ? sentenceWay(method).encoder : null;
      if (encoder === null || encoder === 'universal-sentence-encoder-lite') return null;
      return names().includes(encoder) ? (usable(encoder).encoder?.name ?? null) : null;
    },
    onThisMachine: (name) => ({ title: usableTitle(name), folder: folderOf(name) }),
    async start(name, limits) {
      const title = usableTitle(name);
      const { provider: model } = read();
      const sent = name === 'provider' && model ? { model, limits } : {};
      if (sent.model) {
        await app.providers.open(sent.model.provider);
        priceWithin(app, sent.model, limits);
      }
      const running = runningJob(name);
      if (running !== null) return running;
      // One that was paused would send the same again.
      const before = started.get(name);
      if (before !== undefined && jobs.get(before).state === 'paused') jobs.cancel(before);
      const job = jobs.start(sentenceJob, `Encoding with ${title}`, { encoder: name, ...sent });
      started.set(name, job);
      return job;
    },
    async run({ encoder: name, model, limits }, context) {
      if (model && limits) {
        return encodeByProvider(project, providerEncoder(app.providers, model), limits, context);
      }
      context.report({ phase: 'loading the encoder', done: 0, total: null, unit: 'texts' });
      const encoder = encoderOf(name);
      const { worker } = await startAskedWorker<EncodingTalk>(
        new URL('./encoding.worker.ts', import.meta.url),
        { folder: folderOf(name) },
        { signal: context.signal },
      );
      // A chunk of long texts takes its time; a cancel does not wait for it.
      const stop = (): void => void worker.close();
      context.signal.addEventListener('abort', stop, { once: true });
      try {
        return await encodeSentences(database, encoder, isWanted, (texts) => worker.ask(texts), context);
      } finally {
        context.signal.removeEventListener('abort', stop);
        await worker.close();
      }
    },
  };
}

export const sentenceVectors = projectService(createSentenceVectors);

const sentenceParams = z.object({
  encoder: encoderNameSchema,
  /** The provider's, which may not be the chosen one any more when the job goes on. */
  model: embeddingModelSchema.optional(),
  limits: z.object(limitsOf(1)).optional(),
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
    nextStep: `Choose one first; on the command line with "encode ${options}".`,
  });
