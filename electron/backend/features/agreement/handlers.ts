import type { agreementContract } from '#shared/contract/agreement.ts';
import type { Side } from '#shared/contract/review.ts';
import { editorOf } from '../../editing/author.ts';
import type { Methods } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { deleteAnnotationFile, listAnnotationFiles } from '../../store/tags/annotation-file-table.ts';
import { runWorker } from '../../workers/run-worker.ts';
import type { AgreementWork } from './agreement.worker.ts';
import { exportAnnotations } from './export-annotations.ts';
import { openAnnotations } from './open-annotations.ts';
import { titleOfSide } from './read-sides.ts';
import { takeAll } from './take-all.ts';

export function agreementHandlers(agreement: Methods<typeof agreementContract>) {
  /** So that a side which is not there is named before a worker starts. */
  const checkSides = ({ database }: Project, ...sides: readonly Side[]): void => {
    for (const side of sides) titleOfSide(database, side);
  };
  return {
    compare: agreement.compare.handler(({ input, context }) => {
      const project = context.session.project();
      checkSides(project, input.left, input.right);
      return runWorker<AgreementWork>(
        new URL('./agreement.worker.ts', import.meta.url),
        { path: project.path, ...input, take: null },
        { signal: project.closing },
      );
    }),
    export: agreement.export.handler(({ input, context }) => {
      const { session } = context;
      const project = session.project();
      const target = targetOf(session, input);
      const run = requireTaggingRun(project.database, input.run);
      const author = input.author ?? editorOf(session).author;
      return exportAnnotations(project.database, run, author, target);
    }),
    openFile: agreement.openFile.handler(async ({ input, context }) => {
      const { session } = context;
      const project = session.project();
      const file = await openAnnotations(project.database, session.files.forReading(input.path));
      project.changes.announce('runs');
      return file;
    }),
    files: agreement.files.handler(({ context }) => listAnnotationFiles(context.session.project().database)),
    closeFile: agreement.closeFile.handler(({ input, context }) => {
      const project = context.session.project();
      const closed = deleteAnnotationFile(project.database, input.file);
      if (closed) project.changes.announce('runs');
      return { closed };
    }),
    takeAll: agreement.takeAll.handler(({ input, context }) => {
      const project = context.session.project();
      checkSides(project, input.left, input.right);
      const run = requireTaggingRun(project.database, input.run);
      return takeAll(editorOf(context.session), run, input);
    }),
  };
}
