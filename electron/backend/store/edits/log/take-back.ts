import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRaw, eachRaw, sql } from '../../statements.ts';
import { changedTable, changesIn, type DecisionColumns, type PayloadChange } from './edit-changes.ts';
import { storedChanges } from './edit-log.ts';

/** The changes that restore the state before an edit, except for decisions of newer edits. */
export interface TakeBackPlan {
  readonly decisions: DecisionColumns;
  readonly changes: readonly PayloadChange[];
  /** Decisions and changes that newer edits block, and the newest of those edits. */
  readonly left: number;
  readonly inTheWay: EditId | null;
}

/** SQL for a newer active edit that decided on the same tag of the same turn. */
const NEWER = `SELECT max(n.edit_id) FROM edit_decisions n JOIN edits e ON e.id = n.edit_id AND e.state = 'done'
  WHERE n.round_id = d.round_id AND n.edit_id > d.edit_id AND n.tag_id = d.tag_id AND n.tagger = d.tagger`;

/** Plans undoing one active edit. Linear in its decisions and in the other decisions on its turns. */
export function planTakeBack(database: ReadDatabase, edit: EditId): TakeBackPlan {
  const rows = allRaw<[string, number, number, number | null, EditId | null]>(database)`
    SELECT d.tagger, d.round_id, d.tag_id, d.before_present, (${sql(NEWER)}) FROM edit_decisions d
    WHERE d.edit_id = ${edit} ORDER BY d.position`;
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

/** Returns the inverse of an edit's changes, except for fields of tags and marks that a newer edit changed. */
function planChanges(
  database: ReadDatabase,
  edit: EditId,
): { readonly changes: readonly PayloadChange[]; readonly blocked: readonly EditId[] } {
  const own = storedChanges(database, edit);
  if (own.length === 0) return { changes: [], blocked: [] };
  const newer = new Map<string, EditId>();
  for (const [id, payload] of eachRaw<[EditId, string]>(database)`
    SELECT id, payload FROM edits WHERE id > ${edit} AND state = 'done' AND payload <> '[]' ORDER BY id`) {
    for (const change of changesIn(payload))
      for (const key of changedTable(change).keysOf(change)) newer.set(key, id);
  }
  const blocked: EditId[] = [];
  const isFree = (key: string): boolean => {
    const id = newer.get(key);
    if (id !== undefined) blocked.push(id);
    return id === undefined;
  };
  const changes = own.flatMap((change) => changedTable(change).turnRound(change, edit, isFree) ?? []);
  return { changes: changes.toReversed(), blocked };
}
