import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Edit, EditOutcome } from '#shared/contract/tagging.ts';
import { required } from '#shared/domain/required.ts';
import { settingsFile } from '../machine/settings.ts';
import { appService, type Project, type Session } from '../project.ts';
import { type ReadDatabase, whileOnlyReading } from '../store/database.ts';
import type { DecisionColumns, EditChange, PayloadChange } from '../store/edits/log/edit-changes.ts';
import {
  appendEdit,
  appendLargeEdit,
  type NewEdit,
  nextStep,
  nextSteps,
  stepInLog,
} from '../store/edits/log/edit-log.ts';
import { type Direction, type EditEffect, effectOf } from '../store/edits/log/placed-changes.ts';
import { inThread } from '../workers/in-thread.ts';
import type { EditWork } from './make-edit.ts';

/**
 * Makes or undoes an edit of whole tables, completely or not at all. @throws BUSY while a job runs, waits or is paused,
 * because the job would continue with missing data
 */
async function editApart(project: Project, work: EditWork): Promise<Edit | null> {
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
  // The cached data belong to other dialogues now.
  await project.forget();
  return made;
}

export async function takeStep(project: Project, direction: Direction): Promise<Edit | null> {
  const { database, app, closing } = project;
  const next = nextStep(database, direction);
  if (next && effectOf(app.edits, next.kind).isApart) return editApart(project, { direction });
  return stepInLog(database, app.edits, closing, direction);
}

export interface Editor {
  readonly project: Project;
  readonly author: string;
  readonly reason: string;
}

export const unchanged = (database: ReadDatabase): EditOutcome => ({ edit: null, ...nextSteps(database) });

/** Null changes are ignored, and without changes nothing happens. */
export function commitEdit(
  { project, ...by }: Editor,
  kind: string,
  description: string,
  all: readonly (EditChange | null)[],
): EditOutcome {
  const changes = all.filter((change) => change !== null);
  if (changes.length === 0) return unchanged(project.database);
  const at = new Date().toISOString();
  const effect = effectOf(project.app.edits, kind);
  return made(
    project,
    effect,
    appendEdit(project.database, { at, ...by, kind, effect, description, changes }),
  );
}

export async function commitLargeEdit(
  { project, ...by }: Editor,
  kind: string,
  description: string,
  decisions: DecisionColumns,
  changes: readonly PayloadChange[] = [],
): Promise<EditOutcome> {
  if (decisions.turns.length + changes.length === 0) return unchanged(project.database);
  const at = new Date().toISOString();
  const effect = effectOf(project.app.edits, kind);
  const edit = { at, ...by, kind, effect, description, decisions, changes };
  return made(project, effect, await appendLargeEdit(project.database, edit, project.closing));
}

/** Stores an edit that moves whole tables (see `editApart`). */
export async function commitApart(
  { project, ...by }: Editor,
  kind: string,
  description: string,
  changes: readonly PayloadChange[],
): Promise<EditOutcome> {
  const effect = effectOf(project.app.edits, kind);
  const edit: NewEdit = { at: new Date().toISOString(), ...by, kind, effect, description, changes };
  const done = await editApart(project, { edit });
  return made(project, effect, required(done ?? undefined, 'edit that was made'));
}

function made(project: Project, { topics }: EditEffect, edit: Edit): EditOutcome {
  project.changes.announce('edits', ...topics);
  return { edit, ...nextSteps(project.database) };
}

const authorSchema = z.object({ name: z.string().trim().min(1).max(80) });

export const authorSettings = appService(({ options }) =>
  settingsFile(options.settingsFolder, 'author.json', authorSchema, { name: 'person' }),
);

export const editorOf = (session: Session, reason = ''): Editor => ({
  project: session.project(),
  author: session.app.use(authorSettings).read().name,
  reason,
});
