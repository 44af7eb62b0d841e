import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEMO_DEFAULTS, generateDemoDialogues } from '#shared/demo/generate.ts';
import type { JobContext, JobProgress } from '../../jobs/runner.ts';
import { runLearning } from '../automata/learn-job.ts';
import { runImport } from '../corpus/import-job.ts';
import { type ProjectFile, runTagging } from '../tagging/tagging-job.ts';

/**
 * The paper's 0.1 lets two states of these few hundred dialogues swallow a quarter of all visits; at 0.3 the
 * picture still shows merged states and stays readable.
 */
const LAMBDA = 0.3;

/** The demo in one go: makes the corpus, imports it as any file, tags it offline and learns the automaton. */
export async function runDemo(project: ProjectFile, _params: unknown, context: JobContext) {
  const folder = await mkdtemp(join(tmpdir(), 'dialogram-'));
  try {
    // The folder's name becomes part of the source's.
    const path = join(folder, 'demo', 'support-dialogues.jsonl');
    await mkdir(dirname(path));
    const lines = generateDemoDialogues(DEMO_DEFAULTS).map((dialogue) => JSON.stringify(dialogue));
    await writeFile(path, `${lines.join('\n')}\n`);
    const imported = await runImport(
      project.database,
      { paths: [path], format: 'neutral' },
      step(context, 'Importing'),
    );
    const tagged = await runTagging(project, { tagger: 'offline' }, step(context, 'Tagging'));
    const learned = await runLearning(project, { lambda: LAMBDA }, step(context, 'Learning'));
    return { imported, tagged, learned };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function step(context: JobContext, name: string): JobContext {
  return {
    jobId: context.jobId,
    signal: context.signal,
    report: (progress: JobProgress) => context.report({ ...progress, phase: `${name}: ${progress.phase}` }),
  };
}
