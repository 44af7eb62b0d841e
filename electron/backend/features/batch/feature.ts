import { batchContract } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { askedDialogues } from '../../store/comparing/batch-run-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { go, type PurgedTables, partOf } from '../../store/purge/purge-rules.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { passingAmong } from '../filters/index.ts';
import { batchJob, startBatch } from './batch-job.ts';
import { readBatchRow } from './batch-row.ts';
import { createRowReader, indexOfColumn } from './batch-rows.ts';
import { batchRuns, describeBatch } from './batch-runs.ts';
import { createDifferingReader } from './differing-rows.ts';
import { estimateBatch } from './estimate.ts';
import { checkedColumns } from './start-batch.ts';

/** Each keeps the order of the last question, since a person scrolls through one. */
const createReaders = (database: WriteDatabase) => ({
  rows: createRowReader(database),
  differing: createDifferingReader(database),
});

const readers = new WeakMap<WriteDatabase, ReturnType<typeof createReaders>>();
const readersOf = ({ database }: Project) => {
  const known = readers.get(database) ?? createReaders(database);
  readers.set(database, known);
  return known;
};

/** The dialogues of a run that pass a filter, by its tags; null for all. */
function passing(project: Project, { run, where }: { readonly run: RunId; readonly where: string }) {
  const { params } = batchRuns.require(project.database, run);
  return passingAmong(project, askedDialogues(project.database, run), where, params.run);
}

/** A batch run is deleted if it asked about a purged dialogue or answered from one. */
const tables = {
  batch_items: go('run', 'run_id', 'run_id item dialogue_id rounds asked truths'),
  batch_rows: go(
    'run',
    'run_id',
    'run_id item answer answers problem',
    'id place measures prompt_version input_tokens output_tokens cost cached latency_ms',
  ),
  batch_details: partOf('batch_rows', 'row_id', 'row_id examples route prompt'),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: batchContract,
  methods: {
    estimate: ({ input, project, signal }) => estimateBatch(project, input, signal),
    start: ({ input, project, signal }) => startBatch(project, input, signal),
    goOn: ({ input, project }) => batchRuns.goOn(project, input.run, input.limits, checkedColumns),
    runs: ({ project }) => batchRuns.presented(project, describeBatch),
    rows: async ({ input, project }) => readersOf(project).rows(input, await passing(project, input)),
    row: ({ input, project }) => readBatchRow(project.database, input),
    summary: async ({ input, project, signal }) => {
      const { columns } = batchRuns.require(project.database, input.run).params;
      if (input.against !== null) indexOfColumn(columns, input.against);
      const { run, against } = input;
      const only = await passing(project, input);
      return readInThread(project.path, 'batchFigures', 'summariseBatch', [run, against, only], { signal });
    },
    compare: ({ input, project: { database, path }, signal }) => {
      for (const run of [input.left, input.right]) batchRuns.require(database, run as RunId);
      return readInThread(path, 'batchFigures', 'compareBatches', [input.left, input.right], { signal });
    },
    differing: ({ input, project, signal }) => readersOf(project).differing(input, signal),
    export: ({ input, project: { database, path }, session, signal }) => {
      const { columns } = batchRuns.require(database, input.run).params;
      if (input.against !== null) indexOfColumn(columns, input.against);
      return readInThread(path, 'batchExport', 'writeBatch', [input, targetOf(session, input)], { signal });
    },
  },
  tables,
  runs: [batchRuns.runKind],
  jobs: [batchJob],
  onOpen: batchRuns.endOrphans,
});
