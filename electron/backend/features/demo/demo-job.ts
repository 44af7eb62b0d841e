import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import type { JobContext, JobProgress } from '../../jobs/runner.ts';
import { runLearning } from '../automata/learn-job.ts';
import { runImport } from '../corpus/import-job.ts';
import { type ProjectFile, runTagging } from '../tagging/tagging-job.ts';

/** One seed, one demo: everyone sees the same dialogues. */
const SEED = 1;
const COUNT = 720;

/** The demo in one go: makes the corpus, imports it as any file, tags it offline and learns the automaton. */
export async function runDemo(project: ProjectFile, _params: unknown, context: JobContext) {
  const folder = await mkdtemp(join(tmpdir(), 'dialogram-'));
  try {
    const path = join(folder, 'support-demo.jsonl');
    const lines = generateDemoDialogues({ seed: SEED, count: COUNT }).map((dialogue) =>
      JSON.stringify(dialogue),
    );
    await writeFile(path, `${lines.join('\n')}\n`);
    const imported = await runImport(
      project.database,
      { paths: [path], format: 'neutral' },
      step(context, 'Importing'),
    );
    const tagged = await runTagging(project, { tagger: 'offline' }, step(context, 'Tagging'));
    const learned = await runLearning(project, {}, step(context, 'Learning'));
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
