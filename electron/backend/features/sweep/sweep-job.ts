import { type SweepInput, type SweepResult, settingsOf, sweepInputSchema } from '#shared/contract/sweep.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { asRun, finishRun } from '../../store/runs/run-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { inThread } from '../../workers/in-thread.ts';

/** Returns the state that a sweep was made from. With other dialogues or tags it is out of date. */
export const sweepFingerprint = (database: Project['database']): string =>
  `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;

/** Learns by one setting after the other, and keeps the figures as a run. */
async function runSweep(
  { database, path }: Project,
  input: SweepInput,
  context: JobContext,
): Promise<{ run: RunId }> {
  const started = performance.now();
  const settings = settingsOf(input);
  const row = {
    kind: 'sweep',
    params: { ...input },
    seed: null,
    inputFingerprint: sweepFingerprint(database),
  };
  return asRun(database, row, async (run) => {
    const result: SweepResult = { rows: [], dialogues: 0, heldOut: 0, seconds: 0 };
    for (const own of new Set(settings.map((setting) => setting.run))) {
      const tagging = requireTaggingRun(database, own);
      const ofRun = settings.filter((setting) => setting.run === own);
      const before = result.rows.length;
      const { figures, dialogues } = await inThread(
        'sweep',
        'learnSettings',
        [path, tagging.id, tagging.tagger, ofRun],
        {
          signal: context.signal,
          onProgress: (done) =>
            context.report({
              phase: `learning by ${ofRun[done]?.learner}`,
              done: before + done,
              total: settings.length,
              unit: 'settings',
            }),
        },
      );
      figures.forEach(({ heldOut, beyondChance, ...row }, at) => {
        const setting = { ...ofRun[at]!, run: tagging.id };
        result.rows.push({ setting, tagger: tagging.tagger, ...row, beyondChance: { ...beyondChance } });
        result.heldOut = heldOut;
      });
      result.dialogues = dialogues;
    }
    result.seconds = (performance.now() - started) / 1000;
    finishRun(database, run, new Date().toISOString(), result);
    return { run };
  });
}

export const sweepJob: JobKind<Project, SweepInput> = {
  kind: 'sweep',
  params: sweepInputSchema,
  topics: ['sweeps'],
  run: runSweep,
};
