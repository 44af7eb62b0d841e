import type { RetrievalMethod } from '#shared/algorithms/retrieval/methods.ts';
import type { Learner } from '#shared/contract/automata.ts';
import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import type { JobContext, JobRunner } from '../../jobs/runner.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/meta-table.ts';
import { type AskedWorker, startAskedWorker } from '../../workers/ask-worker.ts';
import type {
  FoundColumn,
  IndexReady,
  RetrievalInput,
  RetrievalProgress,
  RetrievalQuestion,
} from '../../workers/retrieval.ts';
import { requireTaggingRun } from '../tagging/runs.ts';
import { keepIndexAutomata } from './index-automata.ts';
import { keepVectors } from './keep-vectors.ts';

/** Share of the dialogues that no index sees, so that a comparison can be made on dialogues nothing learned from. */
export const HELD_OUT_SHARE = 0.1;

/** Built with the index, since a person asks for them first; the others are built when they are asked for. */
const FIRST_METHODS: readonly RetrievalMethod[] = [
  'dfa-paper',
  'context-ranker',
  'bm25-last',
  'dense',
  'random',
];

/** An index that answers, and the runs that keep its automata. */
export interface BuiltIndex {
  readonly fingerprint: string;
  readonly tagging: TaggingRun;
  readonly size: { readonly dialogues: number; readonly heldOut: number; readonly turns: number };
  readonly automata: Readonly<Record<Learner, RunId>>;
  ask(question: RetrievalQuestion): Promise<readonly FoundColumn[]>;
}

type IndexWorker = AskedWorker<RetrievalQuestion, readonly FoundColumn[]>;

/** What an index was built from. */
export interface IndexVersions {
  readonly tagging: TaggingRun;
  readonly corpusVersion: number;
  readonly editVersion: number;
  readonly fingerprint: string;
}

/** The retrieval index of one project: at most one, in a worker of its own, freed when the project closes. */
export interface RetrievalIndex {
  /** The index of a tagging run if it is there and nothing changed since. */
  current(run: RunId | null): BuiltIndex | null;
  /** The job that builds it now, if one does. */
  buildingJob(jobs: JobRunner): JobId | null;
  /** Starts the job that builds it; the job of before where one is under way. */
  prepare(jobs: JobRunner, run: RunId | null): JobId;
  /** The index, built first where it is not there. */
  ensure(jobs: JobRunner, run: RunId | null): Promise<BuiltIndex>;
  /** The job's work. */
  build(params: unknown, context: JobContext): Promise<unknown>;
  close(): Promise<void>;
}

export function createRetrievalIndex(database: WriteDatabase, path: string): RetrievalIndex {
  let built: { readonly index: BuiltIndex; readonly worker: IndexWorker } | null = null;
  let job: JobId | null = null;

  const versionsOf = (tagging: TaggingRun): IndexVersions => {
    const corpusVersion = versionOf(database, 'corpus_version');
    const editVersion = versionOf(database, 'edit_version');
    const fingerprint = [tagging.id, corpusVersion, editVersion, HELD_OUT_SHARE].join('/');
    return { tagging, corpusVersion, editVersion, fingerprint };
  };
  const free = async (): Promise<void> => {
    const old = built;
    built = null;
    await old?.worker.close();
  };
  const index: RetrievalIndex = {
    current(run) {
      const tagging = requireTaggingRun(database, run);
      return built?.index.fingerprint === versionsOf(tagging).fingerprint ? built.index : null;
    },
    buildingJob: (jobs) => (job !== null && !hasEnded(jobs, job) ? job : null),
    prepare(jobs, run) {
      const tagging = requireTaggingRun(database, run);
      if (job !== null && !hasEnded(jobs, job)) return job;
      job = jobs.start('embedding', 'Building the retrieval index', { run: tagging.id });
      return job;
    },
    async ensure(jobs, run) {
      // Tags may change while it is built; it is built again then, but not for ever.
      for (let attempt = 0; attempt < 3; attempt++) {
        const found = index.current(run);
        if (found) return found;
        await endOf(jobs, index.prepare(jobs, run));
      }
      const found = index.current(run);
      if (found) return found;
      throw new DialogramError('BUSY', 'The tags kept changing while the retrieval index was built.', {
        nextStep: 'Try again once tagging or importing has ended.',
      });
    },
    async build(params, context) {
      const tagging = requireTaggingRun(database, (params as { run: RunId }).run);
      const versions = versionsOf(tagging);
      const { fingerprint } = versions;
      if (built?.index.fingerprint === fingerprint) return built.index.size;
      await free();
      const { worker, ready } = await startAskedWorker<
        RetrievalInput,
        RetrievalProgress,
        RetrievalQuestion,
        readonly FoundColumn[],
        IndexReady
      >(
        'retrieval',
        {
          path,
          run: tagging.id,
          tagger: tagging.tagger,
          heldOutShare: HELD_OUT_SHARE,
          methods: FIRST_METHODS,
        },
        { signal: context.signal, onProgress: (progress) => context.report({ ...progress, unit: 'steps' }) },
      );
      const { dialogues, heldOut, turns, vectors } = ready;
      const size = { dialogues, heldOut, turns };
      try {
        if (vectors) await keepVectors(database, vectors, context);
      } catch (error) {
        // Cancelled, or the disk is full: nobody else would close the worker.
        await worker.close();
        throw error;
      }
      const automata = keepIndexAutomata(database, versions, ready);
      built = {
        worker,
        index: { fingerprint, tagging, size, automata, ask: (question) => worker.ask(question) },
      };
      worker.onEnd(() => {
        if (built?.worker === worker) built = null;
      });
      return size;
    },
    close: free,
  };
  return index;
}

const ENDED: readonly string[] = ['done', 'failed', 'cancelled', 'paused'];

const hasEnded = (jobs: JobRunner, job: JobId): boolean => ENDED.includes(jobs.get(job).state);

/** Waits for a job; its failure is thrown. */
async function endOf(jobs: JobRunner, id: JobId): Promise<void> {
  for await (const { state, error } of jobs.watch(id)) {
    if (state === 'done') return;
    if (state === 'failed' && error) {
      throw new DialogramError(error.code as ErrorCode, error.message, error.detail);
    }
    if (ENDED.includes(state)) {
      throw new DialogramError('CANCELLED', 'Building the retrieval index was stopped.', {
        nextStep: 'Ask again to build it anew.',
      });
    }
  }
}
