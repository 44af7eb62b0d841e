import {
  type EstimateValue,
  type EvaluatedMethodFigures,
  type EvaluationInput,
  type EvaluationResult,
  type EvaluationSummary,
  evaluationContract,
  evaluationInputSchema,
  evaluationResultSchema,
} from '#shared/contract/evaluation.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { type CsvColumn, csvTable } from '../../output/csv.ts';
import { type OutputTarget, targetOf, writeWhole } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { corpusFingerprint } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { asRun, findRun, finishRun, listRuns, type RunRow } from '../../store/runs/run-table.ts';
import { inThread } from '../../workers/in-thread.ts';
import { evaluatedMethodsNamed } from '../retrieval/index.ts';

async function runEvaluationJob(
  { database, path }: Project,
  input: EvaluationInput,
  context: JobContext,
): Promise<{ run: RunId }> {
  const row = {
    kind: 'evaluation',
    params: { ...input },
    seed: input.seed,
    inputFingerprint: corpusFingerprint(database),
  };
  return asRun(database, row, async (run) => {
    const result = await inThread('evaluation', 'evaluate', [{ input, projectPath: path }], {
      signal: context.signal,
      onProgress: (progress) => context.report(progress),
    });
    finishRun(database, run, new Date().toISOString(), result);
    return { run };
  });
}

const evaluationJob: JobKind<Project, EvaluationInput> = {
  kind: 'evaluation',
  params: evaluationInputSchema,
  topics: ['evaluations'],
  run: runEvaluationJob,
};

const ESTIMATES: readonly (readonly [string, (method: EvaluatedMethodFigures) => EstimateValue])[] = [
  ['act F1', (method) => method.actF1],
  ['act F1 of returned', (method) => method.actF1Returned],
  ['whole-dialogue act F1', (method) => method.dialogueActF1],
  ['best ROUGE-L', (method) => method.rougeL.best],
  ['mean ROUGE-L', (method) => method.rougeL.mean],
  ['best sentence BLEU', (method) => method.sentenceBleu.best],
  ['mean sentence BLEU', (method) => method.sentenceBleu.mean],
  ['corpus BLEU of the first', (method) => method.corpusBleu.first],
  ['corpus BLEU of the consensus', (method) => method.corpusBleu.consensus],
  ['corpus BLEU of the best', (method) => method.corpusBleu.best],
  ['answer act F1', (method) => method.answer.actF1],
  ['answer ROUGE-L', (method) => method.answer.rougeL],
  ['answer corpus BLEU', (method) => method.answer.bleu],
  ['returned', (method) => method.returned],
  ['full %', (method) => method.full],
];

export function figuresAsCsv({ methods, settings, queries, dialogues, examples }: EvaluationResult): string {
  const table = csvTable<EvaluatedMethodFigures>(
    [
      ['method', ({ name }) => name],
      ['title', ({ title }) => title],
      ['kind', ({ kind }) => kind],
      ['encoder', ({ encoder }) => encoder],
      ['uses the correct labels', ({ oracle }) => oracle],
      ['tagger', () => settings.tagger],
      ['queries', () => queries],
      ['dialogues', () => dialogues],
      ['examples', () => examples],
      ...ESTIMATES.flatMap(([name, of]): CsvColumn<EvaluatedMethodFigures>[] => [
        [name, (method) => of(method).estimate],
        [`${name} lower`, (method) => of(method).lower],
        [`${name} upper`, (method) => of(method).upper],
      ]),
      ['median ms', ({ timeMs }) => timeMs.median],
      ['95th percentile ms', ({ timeMs }) => timeMs.p95],
    ],
    methods,
  );
  return [...table].join('');
}

/** Figures that an earlier version did not measure are missing in stored results. */
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
    stale: row.inputFingerprint !== corpusFingerprint(database),
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
    start: ({ input, project }) => {
      const params = { ...input, methods: evaluatedMethodsNamed(input.methods, null) };
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

function exportEvaluation(
  result: EvaluationResult,
  to: 'csv' | 'json',
  target: OutputTarget,
): { path: string; bytes: number } {
  return writeWhole(target, to === 'csv' ? figuresAsCsv(result) : `${JSON.stringify(result, null, 1)}\n`);
}
