import { type Changes, createChanges } from './changes.ts';
import { translateError } from './errors.ts';
import type { AutomatonCache } from './features/automata/cache.ts';
import { createAutomatonCache } from './features/automata/cache.ts';
import { runLearning } from './features/automata/learn-job.ts';
import { batchJobSchema, runBatch } from './features/batch/batch-job.ts';
import { endBatchRun, endOrphanedBatches } from './features/batch/batch-runs.ts';
import { createRetrievalIndex, type RetrievalIndex } from './features/comparison/retrieval-index.ts';
import { createSentenceVectors, type SentenceVectors } from './features/comparison/sentence-vectors.ts';
import { runImport } from './features/corpus/import-job.ts';
import { runDemo } from './features/demo/demo-job.ts';
import { runEvaluationJob } from './features/evaluation/evaluation-job.ts';
import { runJudging } from './features/judging/judging-job.ts';
import { endJudging, endOrphanedJudgings, judgingJobSchema } from './features/judging/judging-runs.ts';
import {
  isModelJob,
  type ModelTaggingHost,
  modelJobSchema,
  runModelTagging,
} from './features/model-tagging/run-job.ts';
import { abandonOrphans, cancelModelRun } from './features/model-tagging/start-run.ts';
import { forgetConsultations } from './features/modules/consult.ts';
import { runPurge } from './features/purge/purge-job.ts';
import { finishByWorker } from './features/purge/purge-worker.ts';
import { unfinishedPurge } from './features/purge/unfinished-purge.ts';
import { createRelearning, type Relearning } from './features/relearning/relearning.ts';
import { createReviewQueues, type ReviewQueues } from './features/review/queues.ts';
import { createSimulator, type Simulator } from './features/simulator/simulator.ts';
import { createTurnTaggers, type TurnTaggers } from './features/simulator/turn-tagger.ts';
import { runTagging } from './features/tagging/tagging-job.ts';
import { createVocabularyReader, type VocabularyReader } from './features/vocabulary/vocabulary-reader.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import {
  checkPathIsFree,
  createDatabase,
  type OpenedDatabase,
  openDatabase,
  type WriteDatabase,
} from './store/database.ts';
import { takeBackInterrupted } from './store/edits/edit-table.ts';
import { checkProjectFile } from './store/file/file-header.ts';
import { lockProject, type ProjectLock } from './store/file/lock.ts';
import { writeMeta } from './store/file/meta-table.ts';
import { forgetAccounts } from './store/models/model-call-table.ts';
import { discardRun, unfinishedRuns } from './store/runs/run-table.ts';
import { keepLogShort } from './write-ahead-log.ts';

/** A project file that this backend holds: one writer, one job queue, one cache of automata. */
export interface OpenProject {
  readonly path: string;
  readonly database: WriteDatabase;
  readonly jobs: JobRunner;
  readonly changes: Changes;
  readonly automata: AutomatonCache;
  readonly retrieval: RetrievalIndex;
  readonly relearning: Relearning;
  readonly sentences: SentenceVectors;
  readonly review: ReviewQueues;
  readonly taggers: TurnTaggers;
  readonly simulator: Simulator;
  readonly vocabulary: VocabularyReader;
  readonly migratedFrom: number | null;
  readonly backup: string | null;
  /** Stops its jobs (they come back as paused) and lets go of the file. */
  close(): Promise<void>;
}

/** Opens or makes the project at `path` and locks it against other processes. */
export async function holdProject(
  path: string,
  mode: 'open' | 'create',
  models: Omit<ModelTaggingHost, 'database'>,
): Promise<OpenProject> {
  if (mode === 'create') checkPathIsFree(path);
  else checkProjectFile(path);
  const lock = lockProject(path);
  let opened: OpenedDatabase | null = null;
  try {
    opened =
      mode === 'create'
        ? { database: createDatabase(path), migratedFrom: null, backup: null }
        : await openDatabase(path);
    if (mode === 'create') writeMeta(opened.database, 'created_at', new Date().toISOString());
    // Before anyone may read: a purge that a crash cut short ends now.
    if (unfinishedPurge(opened.database)) await finishByWorker(path);
    return workOn(path, opened, lock, models);
  } catch (error) {
    opened?.database.close();
    lock.release();
    throw translateError(error, path);
  }
}

function workOn(
  path: string,
  opened: OpenedDatabase,
  lock: ProjectLock,
  models: Omit<ModelTaggingHost, 'database'>,
): OpenProject {
  const { database, migratedFrom, backup } = opened;
  // A crash leaves runs that never ended; what they wrote is of no use, since a rerun starts over.
  for (const run of unfinishedRuns(database)) discardRun(database, run);
  takeBackInterrupted(database);
  const log = keepLogShort(database, path);
  const changes = createChanges();
  const automata = createAutomatonCache(database);
  const retrieval = createRetrievalIndex(database, path);
  const relearning = createRelearning(database, path);
  const sentences = createSentenceVectors(database);
  const vocabulary = createVocabularyReader(path);
  const review = createReviewQueues(database, path);
  const taggers = createTurnTaggers({ database, ...models }, path);
  const simulator = createSimulator(() => project);
  // What a purge removes is in memory, too.
  const forget = async (): Promise<void> => {
    await Promise.all([retrieval.close(), relearning.close(), taggers.close(), vocabulary.close()]);
    simulator.forget();
    forgetConsultations(project);
    automata.clear();
    review.clear();
    forgetAccounts(database);
    jobs.forgetEnded();
    changes.announce('tags');
  };
  const jobs: JobRunner = createJobRunner({
    database,
    path,
    functions: {
      import: (params, context) => runImport(database, params, context),
      tagging: (params, context) =>
        isModelJob(params)
          ? runModelTagging({ database, ...models }, params, context)
          : runTagging({ database, path }, params, context),
      learning: (params, context) => runLearning({ database, path }, params, context),
      embedding: (params, context) =>
        isSentenceJob(params) ? sentences.run(context) : retrieval.build(params, context),
      evaluation: (params, context) => runEvaluationJob({ database, path }, params, context),
      batch: (params, context) => runBatch({ project, path, ...models }, params, context),
      judging: (params, context) => runJudging({ project, ...models }, params, context),
      demo: (params, context) => runDemo({ database, path }, params, context),
      purge: (params, context) => runPurge({ database, path, forget }, params, context),
    },
    onChange: () => changes.announce('jobs', 'project', 'corpus', 'runs', 'automata', 'evaluations'),
    laneOf: (kind, params) =>
      isModelJob(params) || kind === 'judging' || (kind === 'batch' && batchJobSchema.parse(params).models)
        ? 'provider'
        : 'local',
    onCancelled: ({ kind, params }) => {
      if (kind === 'batch') endBatchRun(database, batchJobSchema.parse(params).run, 'cancelled');
      if (kind === 'judging') endJudging(database, judgingJobSchema.parse(params).run, 'cancelled');
      const model = modelJobSchema.safeParse(params).data;
      if (model) cancelModelRun({ database, ...models }, model.run);
    },
  });
  abandonOrphans(database);
  endOrphanedBatches(database);
  endOrphanedJudgings(database);
  const project: OpenProject = {
    path,
    database,
    jobs,
    changes,
    automata,
    retrieval,
    relearning,
    sentences,
    review,
    taggers,
    simulator,
    vocabulary,
    migratedFrom,
    backup,
    async close() {
      try {
        review.close();
        await jobs.stop();
        await Promise.all([retrieval.close(), relearning.close(), taggers.close(), vocabulary.close()]);
        changes.end();
        await log.close();
        database.close();
      } finally {
        lock.release();
      }
    },
  };
  return project;
}

/** Two kinds of work make vectors: the index by its built-in encoder, and the sentence encoder by itself. */
const isSentenceJob = (params: unknown): boolean =>
  typeof params === 'object' && params !== null && 'encoder' in params;
