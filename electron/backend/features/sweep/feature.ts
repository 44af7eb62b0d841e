import { DialogramError } from '#shared/contract/errors.ts';
import {
  describedSetting,
  MOST_SETTINGS,
  type SweepInput,
  type SweepResult,
  type SweepSummary,
  settingsOf,
  sweepContract,
  sweepInputSchema,
  sweepResultSchema,
} from '#shared/contract/sweep.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { csvTable } from '../../output/csv.ts';
import { targetOf, writeWhole } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { asRun, findRun, finishRun, listRuns, type RunRow } from '../../store/runs/run-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { inThread } from '../../workers/in-thread.ts';

/** Returns a sweep as CSV, with one row per setting. Options that a learner does not use are empty. */
const sweepAsCsv = ({ rows }: SweepResult): string =>
  [
    ...csvTable(
      [
        ['tagger', ({ tagger }) => tagger],
        ['run', ({ setting }) => setting.run],
        ['learner', ({ setting }) => setting.learner],
        ['where', ({ setting }) => setting.where],
        ['tau', ({ own }) => own.tau ?? null],
        ['lambda', ({ own }) => (own.lambda === null ? 'none' : (own.lambda ?? null))],
        ['states asked for', ({ own }) => own.states ?? null],
        ['policy', ({ own }) => own.policy ?? null],
        ['alpha', ({ own }) => own.alpha ?? null],
        ['k', ({ own }) => own.k ?? null],
        ['support', ({ own }) => own.support ?? null],
        ['states', ({ states }) => states],
        ['transitions', ({ transitions }) => transitions],
        ['largest', ({ largest }) => largest],
        ['named', ({ named }) => named],
        ['followed', ({ followed }) => followed],
        ['beyond chance', ({ beyondChance }) => beyondChance.estimate],
        ['beyond chance lower', ({ beyondChance }) => beyondChance.lower],
        ['beyond chance upper', ({ beyondChance }) => beyondChance.upper],
        ['sequences', ({ sequences }) => sequences],
        ['seconds', ({ seconds }) => seconds],
      ],
      rows.map((row) => ({ ...row, own: describedSetting(row.setting) })),
    ),
  ].join('');

/** Returns a fingerprint of the tags and dialogues that a sweep used. If it changes, the sweep is outdated. */
const sweepFingerprint = (database: Project['database']): string =>
  `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;

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

const sweepJob: JobKind<Project, SweepInput> = {
  kind: 'sweep',
  params: sweepInputSchema,
  topics: ['sweeps'],
  run: runSweep,
};

const resultOf = (row: RunRow): SweepResult => sweepResultSchema.parse(row.result);

function summarise({ database }: Project, row: RunRow): SweepSummary {
  const { rows, seconds } = resultOf(row);
  return {
    id: row.id,
    createdAt: row.startedAt,
    input: sweepInputSchema.parse(row.params),
    rows: rows.length,
    seconds,
    stale: row.inputFingerprint !== sweepFingerprint(database),
  };
}

const requireSweep = ({ database }: Project, run: RunId): RunRow =>
  inProject(findRun(database, 'sweep', run), 'sweep', run, 'List the sweeps to find the right one.');

export const feature = defineFeature({
  contract: sweepContract,
  methods: {
    start: ({ input, project }) => {
      const { length } = settingsOf(input);
      if (length > MOST_SETTINGS) {
        throw new DialogramError(
          'INVALID',
          `You chose ${length} settings. You can compare at most ${MOST_SETTINGS}.`,
          {
            value: String(length),
            nextStep: 'Choose fewer values, learners or runs.',
          },
        );
      }
      // Fails at once if there is nothing to learn from.
      const runs = (input.runs.length === 0 ? [null] : input.runs).map(
        (run) => requireTaggingRun(project.database, run).id,
      );
      return { job: project.jobs.start(sweepJob, 'Comparing settings', { ...input, runs }) };
    },
    list: ({ project }) => listRuns(project.database, 'sweep').map((row) => summarise(project, row)),
    get: ({ input, project }) => {
      const row = requireSweep(project, input.run);
      return { ...summarise(project, row), result: resultOf(row) };
    },
    export: ({ input, project, session }) => {
      const result = resultOf(requireSweep(project, input.run));
      const text = input.to === 'csv' ? sweepAsCsv(result) : `${JSON.stringify(result, null, 1)}\n`;
      return writeWhole(targetOf(session, input), text);
    },
  },
  jobs: [sweepJob],
});
