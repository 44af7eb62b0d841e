import { z } from 'zod';
import type { ComparisonEncoder } from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { JobId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { type Project, projectService } from '../../project.ts';
import {
  SENTENCE_ENCODER_FINGERPRINT,
  SENTENCE_ENCODER_NAME,
  TEXTS_PER_SECOND,
  whySentenceEncoderIsMissing,
} from '../../providers/embeddings/sentence-encoder.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import {
  countVectors,
  type EncodableTurn,
  encodableTurns,
  encoderRun,
} from '../../store/runs/vector-table.ts';
import { startAskedWorker } from '../../workers/ask-worker.ts';
import { HELD_OUT_SHARE, isHeldOut } from '../retrieval/index.ts';
import { dialoguesToAsk } from './answerable.ts';
import { encodeSentences } from './encode-sentences.ts';
import type { EncodingTalk } from './encoding.worker.ts';

/** What names the encoder in the contract. */
const SENTENCE_ENCODER = 'universal-sentence-encoder-lite';

/** The vectors that a sentence encoder gives the turns of the index: a job of minutes, so only where asked for. */
interface SentenceVectors {
  state(signal: AbortSignal): Promise<ComparisonEncoder>;
  /** True once every turn of the index has its vector, and the encoder is there for the question's. */
  complete(): boolean;
  /** Starts the job; the job of before where one is under way. */
  start(): JobId;
  /** The job's work. */
  run(context: JobContext): Promise<unknown>;
}

/** Dialogues held out are asked about, never found. */
const isWanted = ({ externalId }: EncodableTurn): boolean => !isHeldOut(externalId, HELD_OUT_SHARE);

function createSentenceVectors({ database, jobs }: Project): SentenceVectors {
  const missing = whySentenceEncoderIsMissing();
  let job: JobId | null = null;
  let counted: { readonly version: number; readonly turns: number } | null = null;

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
  const encodedCount = (): number =>
    countVectors(database, encoderRun(database, SENTENCE_ENCODER_FINGERPRINT));
  const runningJob = (): JobId | null =>
    job !== null && ['queued', 'running', 'cancelling'].includes(jobs.get(job).state) ? job : null;

  return {
    async state(signal) {
      if (!isCounted()) await countTurns(signal);
      const turns = turnCount();
      const encoded = encodedCount();
      return {
        name: SENTENCE_ENCODER,
        title: SENTENCE_ENCODER_NAME,
        available: missing === null,
        unavailableBecause: missing,
        encodedShare: turns === 0 ? 0 : encoded / turns,
        secondsAtMost: (turns - encoded) / TEXTS_PER_SECOND,
        job: runningJob(),
      };
    },
    complete() {
      if (missing !== null) return false;
      // Counting the turns of a large corpus takes a while, and most projects have no vector of it.
      const encoded = encodedCount();
      return encoded > 0 && encoded === turnCount();
    },
    start() {
      if (missing !== null) {
        throw new DialogramError('INVALID', `${SENTENCE_ENCODER_NAME} cannot be used. ${missing}`, {
          place: 'encoder',
          value: SENTENCE_ENCODER,
          nextStep: 'Install the application with its optional packages, or use the built-in encoder.',
        });
      }
      job =
        runningJob() ??
        jobs.start(sentenceJob, `Encoding with ${SENTENCE_ENCODER_NAME}`, { encoder: SENTENCE_ENCODER });
      return job;
    },
    async run(context) {
      context.report({ phase: 'loading the encoder', done: 0, total: null, unit: 'texts' });
      const { worker } = await startAskedWorker<EncodingTalk>(
        new URL('./encoding.worker.ts', import.meta.url),
        { folder: null },
        {
          signal: context.signal,
        },
      );
      // A chunk of long texts takes its time; a cancel does not wait for it.
      const stop = (): void => void worker.close();
      context.signal.addEventListener('abort', stop, { once: true });
      try {
        return await encodeSentences(database, isWanted, (texts) => worker.ask(texts), context);
      } finally {
        context.signal.removeEventListener('abort', stop);
        await worker.close();
      }
    },
  };
}

export const sentenceVectors = projectService(createSentenceVectors);

export const sentenceJob: JobKind<Project, { encoder: string }> = {
  kind: 'embedding',
  params: z.object({ encoder: z.string() }),
  topics: [],
  run: (project, _params, context) => project.use(sentenceVectors).run(context),
};
