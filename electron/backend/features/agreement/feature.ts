import { agreementContract } from '#shared/contract/agreement.ts';
import type { Side } from '#shared/contract/review.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { type OutputTarget, targetOf } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import type { Project } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { chosen, go, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { requireTaggingRun, taggingRuns } from '../../store/runs/tagging-runs.ts';
import {
  countCorrected,
  deleteAnnotationFile,
  listAnnotationFiles,
  touchedRounds,
} from '../../store/tags/annotation-file-table.ts';
import { effectiveTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { runWorker } from '../../workers/run-worker.ts';
import type { AgreementWork } from './agreement.worker.ts';
import type { AnnotationLine } from './annotation-lines.ts';
import { openAnnotations } from './open-annotations.ts';
import { titleOfSide } from './read-sides.ts';
import { takeAll } from './take-all.ts';

/** Checks the sides before a worker starts, so the error can name a missing one. */
const checkSides = ({ database }: Project, ...sides: readonly Side[]): void => {
  for (const side of sides) titleOfSide(database, side);
};

const tables = {
  annotation_files: chosen('Those that speak of no other turn.', 'id name author', 'opened_at'),
  annotation_file_rounds: go('round', 'round_id', 'file_id round_id tags flagged', 'checked'),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: agreementContract,
  methods: {
    compare: ({ input, project }) => {
      checkSides(project, input.left, input.right);
      return runWorker<AgreementWork>(
        new URL('./agreement.worker.ts', import.meta.url),
        { path: project.path, ...input, take: null },
        { signal: project.closing },
      );
    },
    export: ({ input, project, session }) => {
      const target = targetOf(session, input);
      const run = requireTaggingRun(project.database, input.run);
      const author = input.author ?? editorOf(session).author;
      return exportAnnotations(project.database, run, author, target);
    },
    openFile: async ({ input, project, session }) => {
      const file = await openAnnotations(project.database, session.files.forReading(input.path));
      project.changes.announce('runs');
      return file;
    },
    files: ({ project }) => listAnnotationFiles(project.database),
    corrected: ({ project: { database } }) =>
      taggingRuns(database)
        .map(({ id, tagger }) => ({ run: id, rounds: countCorrected(database, tagger) }))
        .filter(({ rounds }) => rounds > 0),
    closeFile: ({ input, project }) => {
      const closed = deleteAnnotationFile(project.database, input.file);
      if (closed) project.changes.announce('runs');
      return { closed };
    },
    takeAll: ({ input, project, session }) => {
      checkSides(project, input.left, input.right);
      const run = requireTaggingRun(project.database, input.run);
      return takeAll(editorOf(session), run, input);
    },
  },
  tables,
});

/** Writes every turn that people decided on or marked, in canonical order: the whole file or nothing. */
function exportAnnotations(
  database: ReadDatabase,
  run: TaggingRun,
  author: string,
  target: OutputTarget,
): { path: string; bytes: number; rounds: number } {
  const read = effectiveTagReader(database, run, readVocabulary(database));
  const rounds = touchedRounds(database, run.tagger);
  const lines = rounds.map(({ id, ...line }): AnnotationLine => {
    const tags = read(id as RoundId).tags.map((tag) => tag.name);
    return { ...line, tags, author };
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { ...writeWhole(target, text), rounds: rounds.length };
}
