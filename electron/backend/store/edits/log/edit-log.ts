import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import { editIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Edit } from '#shared/contract/tagging.ts';
import type { EditId } from '#shared/domain/ids.ts';
import { isOnlyReading, type ReadDatabase, type WriteDatabase } from '../../database.ts';
import { durably } from '../../file/durable.ts';
import { bumpVersion, readMeta, removeMeta, writeMeta } from '../../file/meta-table.ts';
import {
  allRows,
  allValues,
  change,
  countOf,
  oneRow,
  oneValue,
  parseJson,
  sql,
  theRow,
} from '../../statements.ts';
import {
  applyChanges,
  applyDecisions,
  changesIn,
  type DecisionColumns,
  decisionCount,
  type EditChange,
  type PayloadChange,
  rowOf,
  rowsOf,
  writeDecisions,
} from './edit-changes.ts';
import { type Direction, type EditEffect, type EditKinds, effectOf } from './placed-changes.ts';

/**
 * The number of decisions per transaction, which takes about 10 ms. If a crash interrupts a larger edit, opening the
 * project undoes the edit (`takeBackInterrupted`).
 */
const DECISIONS_AT_ONCE = 2000;

export interface NewEdit {
  readonly at: string;
  readonly author: string;
  readonly reason?: string;
  readonly kind: string;
  readonly effect: EditEffect;
  readonly description: string;
  readonly changes: readonly EditChange[];
}

interface LargeEdit extends Omit<NewEdit, 'changes'> {
  readonly decisions: DecisionColumns;
  readonly changes: readonly PayloadChange[];
}

export interface RawEdit extends Omit<Edit, 'undone'> {
  readonly state: 'done' | 'undone' | 'superseded';
}

export const EDIT_COLUMNS = 'id, at, author, reason, kind, description, state';

export const toEdit = ({ state, ...row }: RawEdit): Edit => ({ ...row, undone: state !== 'done' });

export function findEdit(database: ReadDatabase, edit: EditId): RawEdit | null {
  return oneRow<RawEdit>(database)`SELECT ${sql(EDIT_COLUMNS)} FROM edits WHERE id = ${edit}` ?? null;
}

/** Appends an edit and makes its changes. Edits that were undone before stay in the log but can no longer be redone. */
export function appendEdit(database: WriteDatabase, edit: NewEdit): Edit {
  const append = database.transaction(() => {
    const rows = edit.changes.filter((change) => change.table === 'person_tags').map(rowOf);
    const small = { ...edit, changes: edit.changes.filter((change) => change.table !== 'person_tags') };
    const id = insertEdit(database, small);
    writeDecisions(database, id, 0, rows);
    applyDecisions(database, id, 0, rows.length, 'forward');
    return finishNew(database, id, small);
  });
  return durably(database, append);
}

/** Appends a large edit without blocking the thread. Other edits are refused with BUSY meanwhile. */
export async function appendLargeEdit(
  database: WriteDatabase,
  edit: LargeEdit,
  closing: AbortSignal,
): Promise<Edit> {
  const total = edit.decisions.turns.length;
  const write = (id: EditId, from: number, to: number): void => {
    writeDecisions(database, id, from, rowsOf(edit.decisions, from, to));
    applyDecisions(database, id, from, to, 'forward');
  };
  if (total <= DECISIONS_AT_ONCE) {
    const append = database.transaction(() => {
      const id = insertEdit(database, edit);
      write(id, 0, total);
      return finishNew(database, id, edit);
    });
    return durably(database, append);
  }
  const id = database.transaction(() => {
    const inserted = insertEdit(database, edit);
    noteRunningEdit(database, { edit: inserted, direction: 'forward', isNew: true });
    return inserted;
  })();
  try {
    for (let from = 0; from < total; from += DECISIONS_AT_ONCE) {
      database.transaction(() => write(id, from, Math.min(total, from + DECISIONS_AT_ONCE)))();
      await breathe();
      closing.throwIfAborted();
    }
    const finish = database.transaction(() => {
      removeMeta(database, RUNNING_EDIT);
      return finishNew(database, id, edit);
    });
    return durably(database, finish);
  } catch (error) {
    throw cutShort(database, error, closing);
  }
}

const taggedSince = (database: ReadDatabase, at: string): boolean =>
  oneRow(database)`SELECT 1 FROM runs WHERE kind = 'tagging' AND finished_at > ${at} LIMIT 1` !== undefined;

type EditEntry = Omit<LargeEdit, 'decisions'>;

/** Inserts an edit that has no effect yet. Undo and redo skip it. */
function insertEdit(database: WriteDatabase, edit: EditEntry): EditId {
  refuseWhileEditRuns(database);
  return Number(
    change(database)`
      INSERT INTO edits (at, author, reason, kind, description, payload, state)
      VALUES (${edit.at}, ${edit.author}, ${edit.reason ?? ''}, ${edit.kind}, ${edit.description},
        ${JSON.stringify(edit.changes)}, 'superseded')`.lastInsertRowid,
  ) as EditId;
}

function finishNew(database: WriteDatabase, id: EditId, edit: EditEntry): Edit {
  applyChanges(database, edit.changes, id, 'forward');
  change(database)`UPDATE edits SET state = 'superseded' WHERE state = 'undone'`;
  change(database)`UPDATE edits SET state = 'done' WHERE id = ${id}`;
  if (edit.effect.changesTags === 'always') bumpVersion(database, 'edit_version');
  const { at, author, reason = '', kind, description } = edit;
  return { id, at, author, reason, kind, description, undone: false };
}

const UNDO_NEXT = `SELECT ${EDIT_COLUMNS} FROM edits e WHERE state = 'done' AND NOT (kind = 'vote' AND EXISTS (
    SELECT 1 FROM json_each(e.payload) c JOIN vote_pairs p ON p.id = c.value ->> '$.pair' AND p.state = 'revealed'))
  ORDER BY id DESC LIMIT 1`;
// Redo begins with the edit that was undone last. It has the smallest id, because undo goes backward.
const REDO_NEXT = `SELECT ${EDIT_COLUMNS} FROM edits WHERE state = 'undone' ORDER BY id LIMIT 1`;

/** Undoes the last edit, or redoes the last undone one; null if there is none. */
export async function stepInLog(
  database: WriteDatabase,
  kinds: EditKinds,
  closing: AbortSignal,
  direction: Direction,
): Promise<Edit | null> {
  refuseWhileEditRuns(database);
  const row = nextStep(database, direction);
  if (!row) return null;
  const { changesTags } = effectOf(kinds, row.kind);
  const total = decisionCount(database, row.id);
  const finish = (from: number): Edit => {
    const step = database.transaction(() => {
      applyDecisions(database, row.id, from, total, direction);
      applyChanges(database, storedChanges(database, row.id), row.id, direction);
      const state = direction === 'backward' ? 'undone' : 'done';
      change(database)`UPDATE edits SET state = ${state} WHERE id = ${row.id}`;
      if (changesTags === 'always' || (changesTags !== 'never' && taggedSince(database, row.at)))
        bumpVersion(database, 'edit_version');
      removeMeta(database, RUNNING_EDIT);
      return toEdit({ ...row, state });
    });
    return durably(database, step);
  };
  if (total <= DECISIONS_AT_ONCE) return finish(0);
  noteRunningEdit(database, { edit: row.id, direction, isNew: false });
  try {
    let from = 0;
    for (; from + DECISIONS_AT_ONCE < total; from += DECISIONS_AT_ONCE) {
      applyDecisions(database, row.id, from, from + DECISIONS_AT_ONCE, direction);
      await breathe();
      closing.throwIfAborted();
    }
    return finish(from);
  } catch (error) {
    throw cutShort(database, error, closing);
  }
}

export function storedChanges(database: ReadDatabase, edit: EditId): PayloadChange[] {
  return changesIn(theRow(oneValue<string>(database)`SELECT payload FROM edits WHERE id = ${edit}`));
}

const RUNNING_EDIT = 'edit_under_way';

/** A step over several transactions: the edit, its direction, and whether it is made for the first time. */
const runningEditSchema = z.object({
  edit: editIdSchema,
  direction: z.enum(['forward', 'backward']),
  isNew: z.boolean(),
});

const noteRunningEdit = (database: WriteDatabase, step: z.infer<typeof runningEditSchema>): void =>
  writeMeta(database, RUNNING_EDIT, JSON.stringify(step));

/** True while a step of several transactions is unfinished. */
export const isEditRunning = (database: ReadDatabase): boolean => readMeta(database, RUNNING_EDIT) !== null;

function refuseWhileEditRuns(database: WriteDatabase): void {
  if (!isEditRunning(database) && !isOnlyReading(database)) return;
  throw new DialogramError('BUSY', 'A large edit is still being saved.', {
    nextStep: 'Wait a second or two, then try again.',
  });
}

/** Undoes a step that failed halfway. If the project is closing, this happens when it is opened again. */
function cutShort(database: WriteDatabase, error: unknown, closing: AbortSignal): unknown {
  if (!closing.aborted) {
    takeBackInterrupted(database);
    return error;
  }
  return new DialogramError('CANCELLED', 'The project was closed while a large edit was being saved.', {
    nextStep: 'Nothing was saved. Open the project again and repeat the edit.',
  });
}

/** Undoes an interrupted step completely. Called when a project is opened. */
export function takeBackInterrupted(database: WriteDatabase): void {
  database.transaction(() => {
    const noted = readMeta(database, RUNNING_EDIT);
    if (noted === null) return;
    const { edit, direction, isNew } = parseJson(runningEditSchema, noted);
    const opposite = direction === 'forward' ? 'backward' : 'forward';
    applyDecisions(database, edit, 0, decisionCount(database, edit), opposite);
    if (isNew) {
      change(database)`DELETE FROM edit_decisions WHERE edit_id = ${edit}`;
      change(database)`DELETE FROM edits WHERE id = ${edit}`;
    }
    removeMeta(database, RUNNING_EDIT);
  })();
}

export const nextStep = (database: ReadDatabase, direction: Direction): RawEdit | null =>
  database.prepare<[], RawEdit>(direction === 'backward' ? UNDO_NEXT : REDO_NEXT).get() ?? null;

export const nextSteps = (database: ReadDatabase): { undo: string | null; redo: string | null } => ({
  undo: nextStep(database, 'backward')?.description ?? null,
  redo: nextStep(database, 'forward')?.description ?? null,
});

export const countEdits = (database: ReadDatabase): number =>
  countOf(database, `SELECT count(*) FROM edits WHERE state = 'done'`);

/** Returns a key that changes with people's edits. */
export const editState = (database: ReadDatabase): string =>
  theRow(
    oneValue<string>(database)`
      SELECT coalesce(max(id), 0) || ' ' || coalesce(sum(iif(state = 'done', id, 0)), 0) FROM edits`,
  );

export const latestEdits = (database: ReadDatabase, limit: number): EditId[] =>
  allValues<EditId>(database)`
    SELECT id FROM edits WHERE state = 'done' ORDER BY id DESC LIMIT ${limit}`;

export const latestTagEdits = (database: ReadDatabase, limit: number): EditId[] =>
  allValues<EditId>(database)`
    SELECT id FROM edits WHERE kind IN ('add-tag', 'replace-tag', 'set-tags') AND state = 'done'
    ORDER BY id DESC LIMIT ${limit}`;

export function listEdits(
  database: ReadDatabase,
  offset: number,
  limit: number,
): { total: number; items: Edit[] } {
  const total = countOf(database, 'SELECT count(*) FROM edits');
  const items = allRows<RawEdit>(database)`
    SELECT ${sql(EDIT_COLUMNS)} FROM edits ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`.map(toEdit);
  return { total, items };
}
