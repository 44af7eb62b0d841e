import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { learnInputSchema } from '#shared/contract/automata.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { firstBatch, START_METHODS } from '#shared/contract/batch.ts';
import { importInputSchema } from '#shared/contract/corpus.ts';
import type { BuiltInTagging } from '#shared/contract/tagging.ts';
import { topicsSettingsSchema } from '#shared/contract/topics.ts';
import { DEMO_DEFAULTS, generateDemoDialogues } from '#shared/demo/generate.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Feature } from '../../feature.ts';
import { type JobContext, type JobKind, stageOf } from '../../jobs/job.ts';
import { makeTemporaryFolder } from '../../machine/temporary-folders.ts';
import type { Project } from '../../project.ts';
import { listRuns, type RunRow } from '../../store/runs/run-table.ts';
import { TOPICS_RUN } from '../../store/topics/topic-table.ts';
import { runLearning } from '../automata/index.ts';
import { batchRuns, startBatch } from '../batch/index.ts';
import { retrievalIndex } from '../comparison/index.ts';
import { runImport } from '../corpus/index.ts';
import { runTagging } from '../tagging/index.ts';
import { runTopics } from '../topics/index.ts';

/** With the paper's λ of 0.1, a few states would absorb the others, because this corpus is small. */
const OFFLINE_LAMBDA = 0.3;

async function runDemo(project: Project, _params: unknown, context: JobContext) {
  const folder = makeTemporaryFolder('demo');
  try {
    // The folder's name becomes part of the source's name.
    const path = join(folder, 'demo', 'support-dialogues.jsonl');
    await mkdir(dirname(path));
    const lines = generateDemoDialogues(DEMO_DEFAULTS).map((dialogue) => JSON.stringify(dialogue));
    await writeFile(path, `${lines.join('\n')}\n`);
    const imported = await runImport(
      project,
      importInputSchema.parse({ paths: [path], format: 'neutral' }),
      stageOf(context, 'Importing'),
    );
    const labels = await runTagging(project, { tagger: 'annotations' }, stageOf(context, 'Tagging'));
    const overview = await runLearning(
      project,
      learnInputSchema.parse({ run: labels.run, learner: 'overview' }),
      stageOf(context, 'Learning'),
    );
    project.jobs.start(demoRestJob, 'Preparing the rest of the demo', { labels: labels.run }, true);
    return { imported, tagged: labels, learned: overview };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The labels and their overview stay current. If the job is interrupted, it creates the missing parts later. */
async function runDemoRest(project: Project, { labels }: DemoRest, context: JobContext) {
  const { database, changes } = project;
  const made = (kind: string, isIt: (params: RunRow['params']) => boolean = () => true): RunId | null =>
    listRuns(database, kind).find(({ params }) => isIt(params))?.id ?? null;
  const tagged = async (settings: BuiltInTagging, stage: string): Promise<RunId> =>
    made('tagging', (params) => params.tagger === settings.tagger) ??
    (await runTagging(project, settings, stageOf(context, stage), true)).run;
  const learned = async (run: RunId, lambda?: number): Promise<void> => {
    if (made('automaton', (params) => params.run === run && params.learner === 'paper') !== null) return;
    await runLearning(project, learnInputSchema.parse({ run, lambda }), stageOf(context, 'Learning'), true);
  };
  try {
    if (made(TOPICS_RUN) === null)
      await runTopics(project, topicsSettingsSchema.parse({}), stageOf(context, 'Finding topics'));
    // Findings compare topics, too.
    changes.announce('runs');
    await learned(await tagged({ tagger: 'offline' }, 'Tagging offline'), OFFLINE_LAMBDA);
    await learned(labels);
    // The dialogues of the demo follow scripts, so the context method finds their moves well without an encoder.
    await tagged({ tagger: 'moves', method: 'context' }, 'Finding moves');
  } finally {
    changes.announce('project', 'runs', 'automata');
  }
  project.use(retrievalIndex).prepare(labels, START_METHODS, true);
  if (batchRuns.list(database).length === 0)
    await startBatch(project, firstBatch(labels), context.signal, true);
}

export const demoJob: JobKind<Project, Record<string, never>> = {
  kind: 'demo',
  params: z.strictObject({}),
  topics: ['project', 'corpus', 'runs', 'automata'],
  run: runDemo,
};

const demoRestSchema = z.strictObject({ labels: runIdSchema });
type DemoRest = z.infer<typeof demoRestSchema>;

const demoRestJob: JobKind<Project, DemoRest> = {
  kind: 'demo-rest',
  params: demoRestSchema,
  // Announced once per step, because the page reads its data again after each announcement.
  topics: [],
  run: runDemoRest,
};

/** The jobs that make the demo. The `projects` feature has the method that starts them. */
export const feature: Feature = { jobs: [demoJob, demoRestJob] };
