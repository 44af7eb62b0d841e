import type { Edit } from '#shared/contract/tagging.ts';
import type { EditId, RoundId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from './database.ts';
import { applyMark, type MarkChange } from './mark-table.ts';
import { bumpVersion } from './meta-table.ts';

interface Decision {
  readonly present: boolean;
  /** The edit whose decision it is. */
  readonly edit: EditId;
}

/** One row that an edit changes, with what stood before, so that undo is the same change turned round. */
export type EditChange =
  | {
      readonly table: 'person_tags';
      readonly tagger: string;
      readonly round: RoundId;
      readonly tag: TagId;
      readonly before: Decision | null;
      /** Null forgets the decision; else the decision of this edit. */
      readonly after: { readonly present: boolean } | null;
    }
  | {
      readonly table: 'tags';
      readonly tag: TagId;
      readonly before: { readonly name: string; readonly mergedInto: TagId | null };
      readonly after: { readonly name: string; readonly mergedInto: TagId | null };
    }
  | MarkChange;

interface RawEdit {
  id: EditId;
  at: string;
  kind: Edit['kind'];
  description: string;
  payload: string;
  state: 'done' | 'undone' | 'superseded';
}

const toEdit = (row: RawEdit): Edit => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  description: row.description,
  undone: row.state !== 'done',
});

export function decisionOf(
  database: ReadDatabase,
  tagger: string,
  round: RoundId,
  tag: TagId,
): Decision | null {
  const row = database
    .prepare(
      'SELECT present, edit_id AS edit FROM person_tags WHERE tagger = ? AND round_id = ? AND tag_id = ?',
    )
    .get(tagger, round, tag) as { present: number; edit: EditId } | undefined;
  return row ? { present: row.present === 1, edit: row.edit } : null;
}

/** Appends an edit and makes its changes. What had been undone can no longer be redone, but stays in the log. */
export function appendEdit(
  database: WriteDatabase,
  row: {
    at: string;
    author: string;
    kind: Edit['kind'];
    description: string;
    changes: readonly EditChange[];
  },
): Edit {
  return database.transaction(() => {
    database.prepare(`UPDATE edits SET state = 'superseded' WHERE state = 'undone'`).run();
    const others = row.changes.filter((change) => change.table !== 'person_tags');
    const id = Number(
      database
        .prepare(
          `INSERT INTO edits (at, author, kind, description, payload, state) VALUES (?, ?, ?, ?, ?, 'done')`,
        )
        .run(row.at, row.author, row.kind, row.description, JSON.stringify(others)).lastInsertRowid,
    ) as EditId;
    const decisions = decisionWriter(database, id);
    for (const change of row.changes) {
      if (change.table === 'person_tags') decisions(change);
      applyChange(database, change, id, 'forward');
    }
    if (!MARKS.includes(row.kind)) bumpVersion(database, 'edit_version');
    return { id, at: row.at, kind: row.kind, description: row.description, undone: false };
  })();
}

/** Edits that confirm or remark on what is there, and so change nothing that an automaton was learned from. */
const MARKS: readonly Edit['kind'][] = ['mark-checked', 'mark-flagged', 'unmark'];

/** A tagger has run since: what was a mere confirmation may now decide against it. */
const taggedSince = (database: ReadDatabase, at: string): boolean =>
  database.prepare(`SELECT 1 FROM runs WHERE kind = 'tagging' AND finished_at > ? LIMIT 1`).get(at) !==
  undefined;

type DecisionChange = Extract<EditChange, { table: 'person_tags' }>;

interface RawDecision {
  tagger: string;
  round: RoundId;
  tag: TagId;
  before_present: number | null;
  before_edit: EditId | null;
  after_present: number | null;
}

/** Keeps an edit's decisions as rows, in order. */
function decisionWriter(database: WriteDatabase, edit: EditId): (change: DecisionChange) => void {
  const insert = database.prepare(
    `INSERT INTO edit_decisions (edit_id, position, tagger, round_id, tag_id, before_present, before_edit, after_present)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const flag = (present: boolean | undefined): number | null =>
    present === undefined ? null : Number(present);
  let position = 0;
  return ({ tagger, round, tag, before, after }) => {
    insert.run(
      edit,
      position++,
      tagger,
      round,
      tag,
      flag(before?.present),
      before?.edit ?? null,
      flag(after?.present),
    );
  };
}

/** Everything an edit changed: its decisions, then the rest. */
function changesOf(database: ReadDatabase, edit: RawEdit): EditChange[] {
  const decisions = database
    .prepare<[EditId], RawDecision>(
      `SELECT tagger, round_id AS round, tag_id AS tag, before_present, before_edit, after_present
       FROM edit_decisions WHERE edit_id = ? ORDER BY position`,
    )
    .all(edit.id)
    .map(
      (row): DecisionChange => ({
        table: 'person_tags',
        tagger: row.tagger,
        round: row.round,
        tag: row.tag,
        before:
          row.before_present === null
            ? null
            : { present: row.before_present === 1, edit: row.before_edit as EditId },
        after: row.after_present === null ? null : { present: row.after_present === 1 },
      }),
    );
  return [...decisions, ...(JSON.parse(edit.payload) as EditChange[])];
}

const UNDO_NEXT = `SELECT * FROM edits WHERE state = 'done' ORDER BY id DESC LIMIT 1`;
// The edits undone last come first again; ids grow with time, so the smallest undone id is the next to redo.
const REDO_NEXT = `SELECT * FROM edits WHERE state = 'undone' ORDER BY id LIMIT 1`;

function step(database: WriteDatabase, direction: 'backward' | 'forward'): Edit | null {
  return database.transaction(() => {
    const row = database.prepare<[], RawEdit>(direction === 'backward' ? UNDO_NEXT : REDO_NEXT).get();
    if (!row) return null;
    const changes = changesOf(database, row);
    for (const change of direction === 'backward' ? changes.toReversed() : changes) {
      applyChange(database, change, row.id, direction);
    }
    const state = direction === 'backward' ? 'undone' : 'done';
    database.prepare('UPDATE edits SET state = ? WHERE id = ?').run(state, row.id);
    if (!MARKS.includes(row.kind) || taggedSince(database, row.at)) bumpVersion(database, 'edit_version');
    return toEdit({ ...row, state });
  })();
}

export const undoEdit = (database: WriteDatabase): Edit | null => step(database, 'backward');
export const redoEdit = (database: WriteDatabase): Edit | null => step(database, 'forward');

function applyChange(
  database: WriteDatabase,
  change: EditChange,
  edit: EditId,
  direction: 'forward' | 'backward',
): void {
  if (change.table === 'tags') {
    const { name, mergedInto } = direction === 'forward' ? change.after : change.before;
    database
      .prepare('UPDATE tags SET name = ?, merged_into = ? WHERE id = ?')
      .run(name, mergedInto, change.tag);
    return;
  }
  if (change.table === 'person_marks') {
    applyMark(database, change, edit, direction);
    return;
  }
  const decision: Decision | null =
    direction === 'backward'
      ? change.before
      : change.after === null
        ? null
        : { present: change.after.present, edit };
  if (decision === null) {
    database
      .prepare('DELETE FROM person_tags WHERE tagger = ? AND round_id = ? AND tag_id = ?')
      .run(change.tagger, change.round, change.tag);
    return;
  }
  database
    .prepare(
      `INSERT INTO person_tags (tagger, round_id, tag_id, present, edit_id) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (tagger, round_id, tag_id) DO UPDATE SET present = excluded.present, edit_id = excluded.edit_id`,
    )
    .run(change.tagger, change.round, change.tag, decision.present ? 1 : 0, decision.edit);
}

/** What undo and redo would do next, in words; null where there is nothing. */
export function nextSteps(database: ReadDatabase): { undo: string | null; redo: string | null } {
  const undo = database.prepare<[], RawEdit>(UNDO_NEXT).get();
  const redo = database.prepare<[], RawEdit>(REDO_NEXT).get();
  return { undo: undo?.description ?? null, redo: redo?.description ?? null };
}

export function listEdits(
  database: ReadDatabase,
  offset: number,
  limit: number,
): { total: number; items: Edit[] } {
  const total = database.prepare('SELECT count(*) FROM edits').pluck().get() as number;
  const items = database
    .prepare<[number, number], RawEdit>('SELECT * FROM edits ORDER BY id DESC LIMIT ? OFFSET ?')
    .all(limit, offset)
    .map(toEdit);
  return { total, items };
}
