import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { learnInputSchema } from '#shared/contract/automata.ts';
import { type BatchSettings, batchSettingsSchema } from '#shared/contract/batch.ts';
import { importInputSchema } from '#shared/contract/corpus.ts';
import { topicsSettingsSchema } from '#shared/contract/topics.ts';
import { DEMO_DEFAULTS, generateDemoDialogues } from '#shared/demo/generate.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type JobContext, type JobKind, stageOf } from '../../jobs/job.ts';
import { makeTemporaryFolder } from '../../machine/temporary-folders.ts';
import type { Project } from '../../project.ts';
import { runLearning } from '../automata/index.ts';
import { startBatch } from '../batch/index.ts';
import { retrievalIndex } from '../comparison/index.ts';
import { runImport } from '../corpus/index.ts';
import { runTagging } from '../tagging/index.ts';
import { runTopics } from '../topics/index.ts';

/** λ for the offline tagger's words: with the paper's 0.1, a few states of this small corpus swallow the others. */
const OFFLINE_LAMBDA = 0.3;

/**
 * Creates the demo in one go: generates the corpus, imports it as any file, tags it by words, by moves and by labels,
 * finds its topics, and learns an automaton from the words and from the labels; then it prepares the comparison and
 * answers a few held-out turns. An overview of the labels is learned last, so it is shown first; those of the paper's
 * learner are for comparison.
 */
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
    const offline = await runTagging(project, { tagger: 'offline' }, stageOf(context, 'Tagging offline'));
    const fromWords = await runLearning(
      project,
      learnInputSchema.parse({ run: offline.run, lambda: OFFLINE_LAMBDA }),
      stageOf(context, 'Learning'),
    );
    // Before the labels, so that those are the newest and active run.
    const moves = await runTagging(project, { tagger: 'moves' }, stageOf(context, 'Finding moves'));
    await runTopics(project, topicsSettingsSchema.parse({}), stageOf(context, 'Finding topics'));
    const labels = await runTagging(project, { tagger: 'annotations' }, stageOf(context, 'Tagging'));
    const fromLabels = await runLearning(
      project,
      learnInputSchema.parse({ run: labels.run }),
      stageOf(context, 'Learning'),
    );
    const overview = await runLearning(
      project,
      learnInputSchema.parse({ run: labels.run, learner: 'overview' }),
      stageOf(context, 'Learning'),
    );
    // Separate jobs after this one, so that the automaton can be viewed meanwhile.
    project.use(retrievalIndex).prepare(labels.run, COMPARED);
    await startBatch(project, firstBatch(labels.run), context.signal);
    return { imported, tagged: [offline, moves, labels], learned: [fromWords, fromLabels, overview] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The methods of the first batch, run on a few held-out turns, so that there is a result to look at. */
const COMPARED = ['dfa-rag', 'context-ranker', 'bm25-last', 'dense', 'random'] as const;
const SAMPLE = 40;

const firstBatch = (run: RunId): BatchSettings =>
  batchSettingsSchema.parse({
    run,
    columns: COMPARED.map((method) => ({ method, answerer: { kind: 'consensus' } })),
    sample: SAMPLE,
  });

export const demoJob: JobKind<Project, Record<string, never>> = {
  kind: 'demo',
  params: z.strictObject({}),
  topics: ['project', 'corpus', 'runs', 'automata', 'batches'],
  run: runDemo,
};
