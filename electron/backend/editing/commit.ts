import type { Edit, EditOutcome } from '#shared/contract/tagging.ts';
import type { ReadDatabase, WriteDatabase } from '../store/database.ts';
import type { DecisionColumns, EditChange, PayloadChange } from '../store/edits/edit-changes.ts';
import { appendEdit, appendLargeEdit, nextSteps } from '../store/edits/edit-log.ts';

/** Who edits, and why. */
export interface Signature {
  readonly author: string;
  /** In the person's words; empty where nothing was said. */
  readonly reason: string;
}

/** The outcome of an edit that had nothing to change. */
export const unchanged = (database: ReadDatabase): EditOutcome => ({ edit: null, ...nextSteps(database) });

/** Appends an edit to the log and makes it; one without changes is none. */
export function commitEdit(
  database: WriteDatabase,
  by: Signature,
  kind: Edit['kind'],
  description: string,
  changes: readonly EditChange[],
): EditOutcome {
  if (changes.length === 0) return unchanged(database);
  const edit = appendEdit(database, { at: new Date().toISOString(), ...by, kind, description, changes });
  return { edit, ...nextSteps(database) };
}

/** The same for an edit of many rounds, which leaves the thread room for other things meanwhile. */
export async function commitLargeEdit(
  database: WriteDatabase,
  by: Signature,
  kind: Edit['kind'],
  description: string,
  decisions: DecisionColumns,
  changes: readonly PayloadChange[] = [],
): Promise<EditOutcome> {
  if (decisions.rounds.length + changes.length === 0) return unchanged(database);
  const at = new Date().toISOString();
  const edit = await appendLargeEdit(database, { at, ...by, kind, description, decisions, changes });
  return { edit, ...nextSteps(database) };
}
