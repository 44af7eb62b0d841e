import { z } from 'zod';
import { type ComparisonEncoder, type EncoderName, encoderNameSchema } from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { JobId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { appService, type Project, projectService } from '../../project.ts';
import { type KnownEncoder, knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { settingsFile } from '../../settings.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import {
  countVectors,
  type EncodableTurn,
  encodableTurns,
  encoderRun,
} from '../../store/runs/vector-table.ts';
import { startAskedWorker } from '../../workers/ask-worker.ts';
import { HELD_OUT_SHARE, isHeldOut, methodsOfEncoder, type SentenceMethod } from '../retrieval/index.ts';
import { dialoguesToAsk } from './answerable.ts';
import { encodeSentences } from './encode-sentences.ts';
import type { EncodingTalk } from './encoding.worker.ts';

/** The folder of the encoder that a person chose on this machine. */
export const chosenEncoder = appService(({ options }) =>
  settingsFile(
    options.providersFolder ?? options.settingsFolder,
    'encoder.json',
    z.object({ folder: z.string().nullable() }),
    { folder: null },
  ),
);

/** The vectors that sentence encoders give the turns of the index: a job of minutes, so only where asked for. */
interface SentenceVectors {
  /** Of every encoder there is; that of a folder only where one was chosen. */
  states(signal: AbortSignal): Promise<ComparisonEncoder[]>;
  /** The methods for which every turn of the index has its vector, and the encoder is there for the question's. */
  ready(): SentenceMethod[];
  /** The encoder's own name; null where a method has none of a folder. */
  titleOf(method: string): string | null;
  /** The folder of the chosen encoder. */
  folder(): string | null;
  /** Starts the job; the job of before where one is under way. */
  start(name: EncoderName): JobId;
  /** The job's work. */
  run(name: EncoderName, context: JobContext): Promise<unknown>;
}

/** Dialogues held out are asked about, never found. */
const isWanted = ({ externalId }: EncodableTurn): boolean => !isHeldOut(externalId, HELD_OUT_SHARE);

function createSentenceVectors({ app, database, jobs }: Project): SentenceVectors {
  const started = new Map<EncoderName, JobId>();
  let counted: { readonly version: number; readonly turns: number } | null = null;

  const folder = (): string | null => app.use(chosenEncoder).read().folder;
  const names = (): EncoderName[] =>
    folder() === null ? ['universal-sentence-encoder-lite'] : [...encoderNameSchema.options];
  const encoderOf = (name: EncoderName): KnownEncoder => {
    const chosen = folder();
    if (name === 'folder' && chosen === null) {
      throw new DialogramError('INVALID', 'No folder of a sentence encoder was chosen.', {
        place: 'encoder',
        value: name,
        nextStep: 'Choose one first; on the command line with "encode --encoder FOLDER".',
      });
    }
    return knownEncoder(name === 'folder' ? chosen : null);
  };
  /** With the reason where it cannot be used: the folder may be gone, or changed. */
  const usable = (name: EncoderName): { encoder: KnownEncoder | null; missing: string | null } => {
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
    const dialogues = await dialoguesToAsk(database, false, signal);
    counted = { version, turns: dialogues.reduce((sum, turns) => sum + turns.length, 0) };
  };
  const turnCount = (): number => {
    if (!isCounted()) {
      const version = versionOf(database, 'corpus_version');
      counted = { version, turns: encodableTurns(database, null).filter(isWanted).length };
    }
    return counted?.turns ?? 0;
  };
  const encodedCount = ({ fingerprint }: KnownEncoder): number =>
    countVectors(database, encoderRun(database, fingerprint));
  const runningJob = (name: EncoderName): JobId | null => {
    const job = started.get(name);
    return job !== undefined && ['queued', 'running', 'cancelling'].includes(jobs.get(job).state)
      ? job
      : null;
  };
  const stateOf = (name: EncoderName): ComparisonEncoder => {
    const { encoder, missing } = usable(name);
    const turns = turnCount();
    const encoded = encoder ? encodedCount(encoder) : 0;
    return {
      name,
      title: encoder?.name ?? 'Sentence encoder of a folder',
      available: missing === null,
      unavailableBecause: missing,
      encodedShare: turns === 0 ? 0 : encoded / turns,
      secondsAtMost: encoder ? (turns - encoded) / encoder.textsPerSecond : 0,
      job: runningJob(name),
    };
  };

  return {
    folder,
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
        return encoded > 0 && encoded === turnCount() ? methodsOfEncoder(name) : [];
      });
    },
    titleOf: (method) =>
      methodsOfEncoder('folder').some((one) => one === method) && folder() !== null
        ? (usable('folder').encoder?.name ?? null)
        : null,
    start(name) {
      const { name: title, missing } = encoderOf(name);
      if (missing !== null) {
        throw new DialogramError('INVALID', `${title} cannot be used. ${missing}`, {
          place: 'encoder',
          value: name,
          nextStep: 'Install the application with its optional packages, or use the built-in encoder.',
        });
      }
      const job = runningJob(name) ?? jobs.start(sentenceJob, `Encoding with ${title}`, { encoder: name });
      started.set(name, job);
      return job;
    },
    async run(name, context) {
      context.report({ phase: 'loading the encoder', done: 0, total: null, unit: 'texts' });
      const encoder = encoderOf(name);
      const { worker } = await startAskedWorker<EncodingTalk>(
        new URL('./encoding.worker.ts', import.meta.url),
        { folder: name === 'folder' ? folder() : null },
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

export const sentenceJob: JobKind<Project, { encoder: EncoderName }> = {
  kind: 'embedding',
  params: z.object({ encoder: encoderNameSchema }),
  topics: [],
  run: (project, { encoder }, context) => project.use(sentenceVectors).run(encoder, context),
};
