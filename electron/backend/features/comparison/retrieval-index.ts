import { z } from 'zod';
import {
  RETRIEVAL_METHODS,
  type RetrievalMethod,
  type RoutedAutomata,
} from '#shared/algorithms/retrieval/methods.ts';
import { type LearnResult, learnInputSchema } from '#shared/contract/automata.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { JobId, RunId, TurnId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breather.ts';
import type { JobContext, JobKind, WorkerProgress } from '../../jobs/job.ts';
import { type Project, projectService } from '../../project.ts';
import { keepResult } from '../../store/corpus/dialogue-fields.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { saveAutomaton } from '../../store/runs/automaton-table.ts';
import { discardRun, finishRun, INDEX_AUTOMATON, listRuns, startRun } from '../../store/runs/run-table.ts';
import { rankingRun, requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import {
  outdatedEncoderRuns,
  type StoredVectors,
  saveEncoder,
  saveVectors,
} from '../../store/runs/vector-table.ts';
import { closedMeanwhile, type ResidentOf, stayInThread } from '../../workers/staying.ts';
import { HELD_OUT_SHARE, isSentenceMethod, sentenceEncoding } from '../retrieval/index.ts';
import type { IndexReady } from './open-index.ts';
import type { ChosenEncoders, FoundColumn, RetrievalQuestion } from './project-index.ts';
import { sentenceVectors } from './sentence-vectors.ts';

/** The learning settings of each automaton, as a person would choose them. */
const LEARNED_AS = {
  paper: { learner: 'paper' },
  tree: { learner: 'paper', lambda: null },
  context: { learner: 'context' },
} as const satisfies Readonly<Record<keyof RoutedAutomata, unknown>>;

interface IndexVersions {
  readonly tagging: TaggingRun;
  readonly corpusVersion: number;
  readonly editVersion: number;
  readonly fingerprint: string;
}

/** Stores an index's automata as runs that never count as the latest. The same index reuses its runs. */
function keepIndexAutomata(
  database: WriteDatabase,
  { tagging, corpusVersion, editVersion, fingerprint }: IndexVersions,
  { automata, dialogueIds }: IndexReady,
): Readonly<Record<keyof RoutedAutomata, RunId>> {
  return database.transaction(() => {
    const kept = new Map<string, RunId>();
    const outdated: RunId[] = [];
    for (const run of listRuns(database, INDEX_AUTOMATON)) {
      const { routes } = run.params;
      // An earlier version stored no tree and gave its automata no names.
      if (run.inputFingerprint === fingerprint && typeof routes === 'string') kept.set(routes, run.id);
      else outdated.push(run.id);
    }
    const keep = (routes: keyof RoutedAutomata): RunId => {
      const known = kept.get(routes);
      if (known !== undefined) return known;
      const startedAt = new Date().toISOString();
      const run = startRun(database, {
        kind: INDEX_AUTOMATON,
        params: {
          ...learnInputSchema.parse({ run: tagging.id, ...LEARNED_AS[routes] }),
          heldOutShare: HELD_OUT_SHARE,
          routes,
        },
        seed: null,
        inputFingerprint: fingerprint,
        startedAt,
      });
      const { parts, report, warnings } = automata[routes];
      saveAutomaton(database, run, {
        taggingRun: tagging.id,
        corpusVersion,
        editVersion,
        parts,
        dialogueIds,
      });
      const result: LearnResult = {
        automaton: run,
        ...report,
        warnings: [...warnings],
        advice: [],
        seconds: 0,
        learningSeconds: 0,
        peakMb: process.resourceUsage().maxRSS / 1024,
        reach: null,
        size: null,
      };
      finishRun(database, run, new Date().toISOString(), result);
      return run;
    };
    // The tree first, because the newest automaton of the paper's learner should be the merged one.
    const runs = { tree: keep('tree'), paper: keep('paper'), context: keep('context') };
    // Comes last: SQLite reuses the id of a deleted newest row, and a page may still use that id.
    for (const run of outdated) discardRun(database, run);
    return runs;
  })();
}

const VECTORS_PER_CHUNK = 2000;
const RANKED = 'context-ranker';

/** Deletes the vectors of outdated text. */
async function keepVectors(
  database: WriteDatabase,
  stored: StoredVectors,
  context: JobContext,
): Promise<void> {
  const { encoder, fingerprint, dimensions } = stored;
  const run = startRun(database, {
    kind: 'embedding',
    params: { encoder, dimensions },
    seed: null,
    inputFingerprint: fingerprint,
  });
  try {
    saveEncoder(database, run, stored);
    const total = stored.turnIds.length;
    for (let start = 0; start < total; start += VECTORS_PER_CHUNK) {
      const end = Math.min(total, start + VECTORS_PER_CHUNK);
      saveVectors(database, run, stored, start, end);
      context.report({ phase: 'saving the vectors', done: end, total, unit: 'vectors' });
      await breathe();
      context.signal.throwIfAborted();
    }
    finishRun(database, run, new Date().toISOString(), { vectors: total });
    for (const outdated of outdatedEncoderRuns(database, encoder, fingerprint))
      discardRun(database, outdated);
  } catch (error) {
    discardRun(database, run);
    throw error;
  }
}

const indexParams = z.object({
  run: runIdSchema,
  methods: z.array(z.enum(RETRIEVAL_METHODS)).default([]),
});
type IndexParams = z.infer<typeof indexParams>;

export interface BuiltIndex {
  readonly fingerprint: string;
  readonly tagging: TaggingRun;
  /** The run whose tags rank the examples; null if `tagging` itself does. */
  readonly ranking: TaggingRun | null;
  readonly size: { readonly dialogues: number; readonly heldOut: number; readonly turns: number };
  readonly automata: Readonly<Record<keyof RoutedAutomata, RunId>>;
  /** Uses the stored vector if the question is a turn of the project. @throws DialogramError of the provider */
  ask(
    question: Omit<RetrievalQuestion, keyof ChosenEncoders> & { readonly turn?: TurnId },
  ): Promise<readonly FoundColumn[]>;
}

type IndexThread = ResidentOf<'retrievalIndex', 'openIndex'>;

function createRetrievalIndex({ database, path, jobs, use }: Project) {
  let thread: IndexThread | null = null;
  let built: BuiltIndex | null = null;
  let report: (progress: WorkerProgress) => void = () => {};
  let job: JobId | null = null;

  const versionsOf = (tagging: TaggingRun): IndexVersions => {
    const corpusVersion = versionOf(database, 'corpus_version');
    const editVersion = versionOf(database, 'edit_version');
    const fingerprint = [tagging.id, corpusVersion, editVersion, HELD_OUT_SHARE].join('/');
    return { tagging, corpusVersion, editVersion, fingerprint };
  };
  const free = async (): Promise<void> => {
    const old = thread;
    thread = null;
    built = null;
    await old?.close();
  };
  const start = async (signal: AbortSignal): Promise<IndexThread> => {
    const started = await stayInThread('retrievalIndex', 'openIndex', [path, HELD_OUT_SHARE], {
      signal,
      onProgress: (progress) => report(progress),
    });
    started.onEnd(() => {
      if (thread !== started) return;
      thread = null;
      built = null;
    });
    return started;
  };
  /** Stores the ranker if one was fitted, because that takes seconds. */
  const keepRanker = async (builder: IndexThread): Promise<void> => {
    const fitted = await builder.ask('takeFitted');
    if (fitted) keepResult(database, 'ranker', fitted.state, fitted.ranker);
  };
  const buildBy = async (
    builder: IndexThread,
    methods: readonly RetrievalMethod[],
    versions: IndexVersions,
    context: JobContext,
  ) => {
    const { tagging, fingerprint } = versions;
    const ranking = rankingRun(database, tagging);
    const ready = await builder.ask('build', {
      run: tagging.id,
      tagger: tagging.tagger,
      ranking: ranking && { run: ranking.id, tagger: ranking.tagger },
      methods,
    });
    const { dialogues, heldOut, turns, vectors } = ready;
    if (vectors) await keepVectors(database, vectors, context);
    if (methods.includes(RANKED)) await keepRanker(builder);
    let isFitted = methods.includes(RANKED);
    const made: BuiltIndex = {
      fingerprint,
      tagging,
      ranking,
      size: { dialogues, heldOut, turns },
      automata: keepIndexAutomata(database, versions, ready),
      async ask({ turn = null, ...asked }) {
        const vectors = use(sentenceVectors);
        const { folder } = vectors.chosen();
        const isSent = asked.methods.some(
          (method) => isSentenceMethod(method) && sentenceEncoding(method).encoder === 'provider',
        );
        const provider = isSent ? await vectors.vectorFor(asked.history, turn) : null;
        // The index was rebuilt meanwhile, so these answers would use other tags.
        if (built !== made) throw closedMeanwhile();
        const found = await builder.ask('find', { ...asked, folder, provider });
        // The ranker of an index is fitted only once.
        if (!isFitted && asked.methods.includes(RANKED)) {
          isFitted = true;
          await keepRanker(builder);
        }
        return found;
      },
    };
    return made;
  };
  const index = {
    current(run: RunId | null) {
      const tagging = requireTaggingRun(database, run);
      return built?.fingerprint === versionsOf(tagging).fingerprint ? built : null;
    },
    buildingJob: () => (job !== null && !hasEnded(jobs, job) ? job : null),
    /**
     * Starts the building job, or returns the running one.
     * @param methods to build with it; others are built on first use
     * @param background true if nobody waits for it
     */
    prepare(run: RunId | null, methods: readonly RetrievalMethod[], background = false): JobId {
      const tagging = requireTaggingRun(database, run);
      if (job !== null && !hasEnded(jobs, job)) return job;
      const params = { run: tagging.id, methods: [...methods] };
      job = jobs.start(indexJob, 'Building the retrieval index', params, background);
      return job;
    },
    /** Returns the index, and builds it first if necessary. Each method is built on first use. */
    async ensure(run: RunId | null): Promise<BuiltIndex> {
      // If tags change during a build, the index is built again, up to three times in all.
      for (let attempt = 0; attempt < 3; attempt++) {
        const found = index.current(run);
        if (found) return found;
        await endOf(jobs, index.prepare(run, []));
      }
      const found = index.current(run);
      if (found) return found;
      throw new DialogramError('BUSY', 'The tags kept changing while the retrieval index was being built.', {
        nextStep: 'Try again once tagging or importing has ended.',
      });
    },
    async build({ run, methods }: IndexParams, context: JobContext) {
      const tagging = requireTaggingRun(database, run);
      const versions = versionsOf(tagging);
      if (built?.fingerprint === versions.fingerprint) return built.size;
      built = null;
      report = (progress) => context.report({ ...progress, unit: 'steps' });
      const stop = (): void => void free();
      context.signal.addEventListener('abort', stop, { once: true });
      try {
        thread ??= await start(context.signal);
        built = await buildBy(thread, methods, versions, context);
        return built.size;
      } catch (error) {
        // After a cancellation or on a full disk, the thread's data are incomplete.
        await free();
        throw error;
      } finally {
        context.signal.removeEventListener('abort', stop);
      }
    },
    close: free,
  };
  return index;
}

export const retrievalIndex = projectService(createRetrievalIndex, (index) => index.close());

export const indexJob: JobKind<Project, IndexParams> = {
  kind: 'embedding',
  params: indexParams,
  topics: [],
  run: (project, params, context) => project.use(retrievalIndex).build(params, context),
};

const ENDED: readonly string[] = ['done', 'failed', 'cancelled', 'paused'];

const hasEnded = (jobs: Project['jobs'], job: JobId): boolean => ENDED.includes(jobs.get(job).state);

async function endOf(jobs: Project['jobs'], id: JobId): Promise<void> {
  for await (const { state, error } of jobs.watch(id)) {
    if (state === 'done') return;
    if (state === 'failed' && error) {
      throw new DialogramError(error.code as ErrorCode, error.message, error.detail);
    }
    if (ENDED.includes(state)) {
      throw new DialogramError(
        'CANCELLED',
        'The retrieval index is incomplete, because building it was stopped.',
        {
          nextStep: 'Try again to build it.',
        },
      );
    }
  }
}
