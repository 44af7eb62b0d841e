import { basename } from 'node:path';
import {
  type EvaluationResult,
  type EvaluationSummary,
  evaluationContract,
  evaluationResultSchema,
} from '#shared/contract/evaluation.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { type OutputTarget, targetOf } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import { corpusFingerprint } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findRun, listRuns, type RunRow } from '../../store/runs/run-table.ts';
import { evaluatedMethodsNamed } from '../retrieval/index.ts';
import { evaluationJob } from './evaluation-job.ts';
import { figuresAsCsv } from './figures-csv.ts';

/** Figures that an earlier version did not measure are absent. */
const resultOf = (row: RunRow): EvaluationResult => evaluationResultSchema.parse(row.result);

function summarise(database: ReadDatabase, row: RunRow): EvaluationSummary {
  const { settings, queries, best, seconds } = resultOf(row);
  return {
    id: row.id,
    createdAt: row.startedAt,
    settings,
    queries,
    best,
    seconds,
    stale: settings.from.kind === 'project' && row.inputFingerprint !== corpusFingerprint(database),
  };
}

const requireEvaluation = (database: ReadDatabase, run: RunId): RunRow =>
  inProject(
    findRun(database, 'evaluation', run),
    'evaluation',
    run,
    'List the evaluations to find the right one.',
  );

export const feature = defineFeature({
  contract: evaluationContract,
  methods: {
    start: ({ input, project, session }) => {
      const { files } = session;
      const { from } = input;
      const methods = evaluatedMethodsNamed(input.methods, input.encoder);
      const params = {
        ...input,
        encoder: input.encoder === null ? null : files.forReading(input.encoder),
        methods,
        from:
          from.kind === 'project'
            ? from
            : {
                ...from,
                train: files.forReading(from.train),
                test: from.test === null ? null : files.forReading(from.test),
              },
      };
      return { job: project.jobs.start(evaluationJob, 'Evaluating retrieval', params) };
    },
    list: ({ project: { database } }) =>
      listRuns(database, 'evaluation').map((row) => summarise(database, row)),
    get: ({ input, project: { database } }) => {
      const row = requireEvaluation(database, input.run);
      return { ...summarise(database, row), result: resultOf(row) };
    },
    export: ({ input, project, session }) => {
      const row = requireEvaluation(project.database, input.run);
      return exportEvaluation(resultOf(row), input.to, targetOf(session, input));
    },
  },
  jobs: [evaluationJob],
});

/** Writes an evaluation's figures. Nothing of a single dialogue is in them, and of files only their names. */
function exportEvaluation(
  result: EvaluationResult,
  to: 'csv' | 'json',
  target: OutputTarget,
): { path: string; bytes: number } {
  return writeWhole(
    target,
    to === 'csv' ? figuresAsCsv(result) : `${JSON.stringify(named(result), null, 1)}\n`,
  );
}

function named(result: EvaluationResult): EvaluationResult {
  const { from } = result.settings;
  if (from.kind === 'project') return result;
  const test = from.test === null ? null : basename(from.test);
  return {
    ...result,
    settings: { ...result.settings, from: { ...from, train: basename(from.train), test } },
  };
}
