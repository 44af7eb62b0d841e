import { DialogramError } from '#shared/contract/errors.ts';
import type { Edit } from '#shared/contract/tagging.ts';
import type { Project } from '../project.ts';
import { whileOnlyReading } from '../store/database.ts';
import type { Direction } from '../store/edits/log/changed-table.ts';
import { effectOf } from '../store/edits/log/edit-kinds.ts';
import { nextStep, stepInLog } from '../store/edits/log/edit-log.ts';
import { inThread } from '../workers/in-thread.ts';
import type { EditWork } from './make-edit.ts';

/**
 * Makes or undoes an edit that moves whole tables: all of it or, after a crash, nothing. Meanwhile questions
 * are answered, but writes are refused.
 * @throws BUSY while a job runs, waits or is paused: it would continue with missing data
 */
export async function editApart(project: Project, work: EditWork): Promise<Edit | null> {
  const { database, jobs, path, app } = project;
  const [job] = jobs.open();
  if (job)
    throw new DialogramError(
      'BUSY',
      `You cannot remove or restore sources while "${job.title}" is ${job.state}.`,
      {
        place: job.title,
        value: job.state,
        nextStep:
          job.state === 'paused'
            ? 'Continue or cancel that job first.'
            : 'Wait until that job has ended, or cancel it.',
      },
    );
  const made = await whileOnlyReading(database, () => inThread('edit', 'makeEdit', [path, app.edits, work]));
  // Cached data are about other dialogues.
  await project.forget();
  return made;
}

/** Undo or redo; null if there is nothing. */
export async function takeStep(project: Project, direction: Direction): Promise<Edit | null> {
  const { database, app, closing } = project;
  const next = nextStep(database, direction);
  if (next && effectOf(app.edits, next.kind).isApart) return editApart(project, { direction });
  return stepInLog(database, app.edits, closing, direction);
}
