import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from './database.ts';
import {
  changesIn,
  type DecisionColumns,
  type PayloadChange,
  TAG_FIELDS,
  type TagChange,
  type TagFields,
} from './edit-changes.ts';

/** What restores things as they stood before an edit, apart from what newer edits decided. */
export interface TakeBackPlan {
  readonly decisions: DecisionColumns;
  readonly changes: readonly TagChange[];
  /** Decisions and changes that newer edits stand in the way of, and the newest of those edits. */
  readonly left: number;
  readonly inTheWay: EditId | null;
}

/** A newer edit that is done decided on the same tag of the same round. */
const NEWER = `SELECT max(n.edit_id) FROM edit_decisions n JOIN edits e ON e.id = n.edit_id AND e.state = 'done'
  WHERE n.round_id = d.round_id AND n.edit_id > d.edit_id AND n.tag_id = d.tag_id AND n.tagger = d.tagger`;

/** Plans taking back one edit that is done. Linear in its decisions and in those that others made on its rounds. */
export function planTakeBack(database: ReadDatabase, edit: EditId): TakeBackPlan {
  const rows = database
    .prepare(
      `SELECT d.tagger, d.round_id, d.tag_id, d.before_present, (${NEWER}) FROM edit_decisions d
       WHERE d.edit_id = ? ORDER BY d.position`,
    )
    .raw()
    .all(edit) as [string, number, number, number | null, EditId | null][];
  const free = rows.filter(([, , , , newer]) => newer === null);
  const blockers = rows.flatMap(([, , , , newer]) => newer ?? []);
  const { changes, blocked } = planChanges(database, edit);
  const inTheWay = [...blockers, ...blocked].reduce<EditId | null>(
    (newest, id) => (newest === null || id > newest ? id : newest),
    null,
  );
  return {
    decisions: {
      tagger: rows[0]?.[0] ?? '',
      rounds: Int32Array.from(free, ([, round]) => round),
      tags: Int32Array.from(free, ([, , tag]) => tag),
      after: Int8Array.from(free, ([, , , before]) => before ?? -1),
    },
    changes,
    left: blockers.length + blocked.length,
    inTheWay,
  };
}

/** The tag changes of an edit turned round, but for fields that a newer edit changed again. */
function planChanges(
  database: ReadDatabase,
  edit: EditId,
): { readonly changes: readonly TagChange[]; readonly blocked: readonly EditId[] } {
  const own = tagChanges(
    database.prepare('SELECT payload FROM edits WHERE id = ?').pluck().get(edit) as string,
  );
  if (own.length === 0) return { changes: [], blocked: [] };
  const newer = new Map<string, EditId>();
  for (const [id, payload] of database
    .prepare(`SELECT id, payload FROM edits WHERE id > ? AND state = 'done' AND payload <> '[]' ORDER BY id`)
    .raw()
    .iterate(edit) as IterableIterator<[EditId, string]>) {
    for (const { tag, after } of tagChanges(payload))
      for (const field of Object.keys(after)) newer.set(`${tag} ${field}`, id);
  }
  const blocked: EditId[] = [];
  const changes: TagChange[] = [];
  for (const { tag, before, after } of own) {
    const fields = TAG_FIELDS.filter((field) => after[field] !== undefined && after[field] !== before[field]);
    const free = fields.filter((field) => {
      const id = newer.get(`${tag} ${field}`);
      if (id !== undefined) blocked.push(id);
      return id === undefined;
    });
    if (free.length === 0) continue;
    const pick = (of: TagFields): TagFields => Object.fromEntries(free.map((field) => [field, of[field]]));
    changes.push({ table: 'tags', tag, before: pick(after), after: pick(before) });
  }
  return { changes: changes.toReversed(), blocked };
}

const tagChanges = (payload: string): TagChange[] =>
  (changesIn(payload) as PayloadChange[]).filter((change) => change.table === 'tags');
