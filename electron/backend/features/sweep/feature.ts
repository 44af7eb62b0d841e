import { DialogramError } from '#shared/contract/errors.ts';
import {
  MOST_SETTINGS,
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
import { targetOf } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import type { Project } from '../../project.ts';
import { findRun, listRuns, type RunRow } from '../../store/runs/run-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { sweepAsCsv } from './sweep-csv.ts';
import { sweepFingerprint, sweepJob } from './sweep-job.ts';

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
          `These are ${length} settings. At most ${MOST_SETTINGS} can be compared.`,
          {
            value: String(length),
            nextStep: 'Choose fewer values, learners or runs.',
          },
        );
      }
      // Checked now, so that the call itself fails if there is nothing to learn from.
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
