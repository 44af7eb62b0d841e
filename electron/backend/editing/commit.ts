import type { Edit, EditOutcome } from '#shared/contract/tagging.ts';
import { known } from '#shared/domain/known.ts';
import type { Project } from '../project.ts';
import type { ReadDatabase } from '../store/database.ts';
import type { DecisionColumns, EditChange, PayloadChange } from '../store/edits/log/edit-changes.ts';
import { type EditEffect, effectOf } from '../store/edits/log/edit-kinds.ts';
import { appendEdit, appendLargeEdit, type NewEdit, nextSteps } from '../store/edits/log/edit-log.ts';
import { editApart } from './apart.ts';

/** The author, project and reason of an edit. */
export interface Editor {
  readonly project: Project;
  readonly author: string;
  /** In the person's words; empty if none was given. */
  readonly reason: string;
}

/** The outcome of an edit that had nothing to change. */
export const unchanged = (database: ReadDatabase): EditOutcome => ({ edit: null, ...nextSteps(database) });

/**
 * Appends an edit to the log, applies it, and tells pages what to read again. Does nothing without changes.
 */
export function commitEdit(
  { project, ...by }: Editor,
  kind: string,
  description: string,
  changes: readonly EditChange[],
): EditOutcome {
  if (changes.length === 0) return unchanged(project.database);
  const at = new Date().toISOString();
  const effect = effectOf(project.app.edits, kind);
  return made(
    project,
    effect,
    appendEdit(project.database, { at, ...by, kind, effect, description, changes }),
  );
}

/** Does the same for an edit of many turns, and lets other work run in between. */
export async function commitLargeEdit(
  { project, ...by }: Editor,
  kind: string,
  description: string,
  decisions: DecisionColumns,
  changes: readonly PayloadChange[] = [],
): Promise<EditOutcome> {
  if (decisions.rounds.length + changes.length === 0) return unchanged(project.database);
  const at = new Date().toISOString();
  const effect = effectOf(project.app.edits, kind);
  const edit = { at, ...by, kind, effect, description, decisions, changes };
  return made(project, effect, await appendLargeEdit(project.database, edit, project.closing));
}

/** The same for an edit that moves whole tables (see `editApart`). */
export async function commitApart(
  { project, ...by }: Editor,
  kind: string,
  description: string,
  changes: readonly PayloadChange[],
): Promise<EditOutcome> {
  const effect = effectOf(project.app.edits, kind);
  const edit: NewEdit = { at: new Date().toISOString(), ...by, kind, effect, description, changes };
  const done = await editApart(project, { edit });
  return made(project, effect, known(done ?? undefined, 'edit that was made'));
}

function made(project: Project, { topics }: EditEffect, edit: Edit): EditOutcome {
  project.changes.announce('edits', ...topics);
  return { edit, ...nextSteps(project.database) };
}
