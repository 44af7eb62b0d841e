import type { InputOf } from '#shared/contract/base.ts';
import type { historyContract, PastEdit } from '#shared/contract/history.ts';
import { roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueId, EditId, TurnId } from '#shared/domain/ids.ts';
import { searchExpression } from '../../corpus/search.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRaw, allRows, allValues, countOf, eachRaw, sql } from '../../statements.ts';
import { keepTagAliases, membersOf } from '../../tags/tag-table.ts';
import {
  changedTable,
  changesIn,
  type DecisionColumns,
  decisionCount,
  type PayloadChange,
} from './edit-changes.ts';
import { EDIT_COLUMNS, type RawEdit, storedChanges, toEdit } from './edit-log.ts';

export interface TakeBackPlan {
  readonly decisions: DecisionColumns;
  readonly changes: readonly PayloadChange[];
  /** The number of decisions and changes that newer edits keep from being undone, and the newest of these edits. */
  readonly left: number;
  readonly inTheWay: EditId | null;
}

const NEWER = `SELECT max(n.edit_id) FROM edit_decisions n JOIN edits e ON e.id = n.edit_id AND e.state = 'done'
  WHERE n.round_id = d.round_id AND n.edit_id > d.edit_id AND n.tag_id = d.tag_id AND n.tagger = d.tagger`;

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
      turns: Int32Array.from(free, ([, turn]) => turn),
      tags: Int32Array.from(free, ([, , tag]) => tag),
      after: Int8Array.from(free, ([, , , before]) => before ?? -1),
    },
    changes,
    left: blockers.length + blocked.length,
    inTheWay,
  };
}

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
  const changes = own.flatMap((change) => changedTable(change).inverse(change, edit, isFree) ?? []);
  return { changes: changes.toReversed(), blocked };
}

export type HistoryFilter = Omit<InputOf<(typeof historyContract)['list']>, 'offset' | 'limit'>;

export function listHistory(
  database: ReadDatabase,
  filter: HistoryFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const params: Record<string, string | number | null> = {};
  const where: string[] = [];
  if (filter.kinds.length > 0) {
    params.kinds = JSON.stringify(filter.kinds);
    where.push('e.kind IN (SELECT value FROM json_each(@kinds))');
  }
  if (filter.author !== null) {
    params.author = filter.author;
    where.push('e.author = @author');
  }
  if (filter.tag !== null) {
    keepTagAliases(database);
    params.tags = JSON.stringify(membersOf(database, filter.tag));
    where.push(
      `(e.id IN (SELECT edit_id FROM edit_decisions WHERE tag_id IN (SELECT value FROM json_each(@tags)))
        OR EXISTS (SELECT 1 FROM json_each(e.payload) c WHERE c.value ->> '$.table' = 'tags'
          AND c.value ->> '$.tag' IN (SELECT value FROM json_each(@tags))))`,
    );
  }
  if (filter.turn !== null) {
    params.turn = filter.turn;
    where.push(touches('= @turn'));
  }
  if (filter.text.trim() !== '') {
    params.text = searchExpression(filter.text);
    where.push(
      params.text === null
        ? '0'
        : touches(`IN (SELECT u.round_id FROM utterance_search f JOIN utterances u ON u.id = f.rowid
            WHERE utterance_search MATCH @text)`),
    );
  }
  const condition = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
  const entries = filter.together
    ? `SELECT max(id) AS entry, count(*) AS edits FROM (${runsOfEdits(condition)}) GROUP BY run`
    : `SELECT e.id AS entry, 1 AS edits FROM edits e ${condition}`;
  const total = countOf(database, `SELECT count(*) FROM (${entries})`, params);
  const rows = database
    .prepare<unknown[], RawEdit & { readonly edits: number }>(
      `SELECT ${EDIT_COLUMNS}, edits FROM (${entries}) JOIN edits e ON e.id = entry
       ORDER BY e.id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ ...params, offset, limit });
  return { total, items: rows.map((row) => toPastEdit(database, row)) };
}

/** A group consists of consecutive edits by the same person on the same single turn. */
const runsOfEdits = (condition: string): string => `
  SELECT id, sum(begins) OVER (ORDER BY id) AS run FROM (
    SELECT id, coalesce(turn <> lag(turn) OVER w OR author <> lag(author) OVER w OR state <> lag(state) OVER w, 1)
      AS begins FROM (
      SELECT e.id, e.author, e.state,
        (SELECT CASE WHEN min(round_id) = max(round_id) THEN min(round_id) END
         FROM edit_decisions d WHERE d.edit_id = e.id) AS turn
      FROM edits e ${condition})
    WINDOW w AS (ORDER BY id))`;

const touches = (turns: string): string =>
  `(e.id IN (SELECT edit_id FROM edit_decisions WHERE round_id ${turns})
    OR EXISTS (SELECT 1 FROM json_each(e.payload) c WHERE c.value ->> '$.turn' ${turns}))`;

function toPastEdit(database: ReadDatabase, row: RawEdit & { readonly edits: number }): PastEdit {
  const decisions = decisionCount(database, row.id);
  const turn = (decisions > 0 ? FIRST_DECIDED : FIRST_CHANGED) as string;
  const place = database
    .prepare<[EditId], { turn: TurnId; dialogue: DialogueId; externalId: string; index: number }>(
      `SELECT r.id AS turn, d.id AS dialogue, d.external_id AS externalId, r.position AS "index"
       FROM (${turn}) f JOIN rounds r ON r.id = f.round_id JOIN dialogues d ON d.id = r.dialogue_id`,
    )
    .get(row.id);
  return { ...toEdit(row), state: row.state, decisions, edits: row.edits, turn: place ?? null };
}

const FIRST_DECIDED = 'SELECT round_id FROM edit_decisions WHERE edit_id = ? ORDER BY position LIMIT 1';
const FIRST_CHANGED = `SELECT c.value ->> '$.turn' AS round_id FROM edits e, json_each(e.payload) c
  WHERE e.id = ? AND c.value ->> '$.turn' IS NOT NULL LIMIT 1`;

export function historyAuthors(database: ReadDatabase): string[] {
  return allValues<string>(database)`SELECT DISTINCT author FROM edits ORDER BY author`;
}

const EXCERPT_CHARACTERS = 300;

export function listDecisions(database: ReadDatabase, edit: EditId, offset: number, limit: number) {
  const flag = (value: number | null): boolean | null => (value === null ? null : value === 1);
  const rows = allRows<{
    turn: TurnId;
    dialogue: DialogueId;
    externalId: string;
    index: number;
    role: number;
    text: string | null;
    tag: string;
    before: number | null;
    after: number | null;
  }>(database)`
    SELECT e.round_id AS turn, d.id AS dialogue, d.external_id AS externalId, r.position AS "index", r.role,
      (SELECT group_concat(text, ' ') FROM (SELECT text FROM utterances WHERE round_id = r.id ORDER BY position))
        AS text, t.name AS tag, e.before_present AS before, e.after_present AS after
    FROM edit_decisions e JOIN rounds r ON r.id = e.round_id JOIN dialogues d ON d.id = r.dialogue_id
      JOIN tags t ON t.id = e.tag_id
    WHERE e.edit_id = ${edit} ORDER BY e.position LIMIT ${limit} OFFSET ${offset}`;
  return {
    total: decisionCount(database, edit),
    items: rows.map((row) => ({
      ...row,
      role: roleAt(row.role),
      text: (row.text ?? '').slice(0, EXCERPT_CHARACTERS),
      before: flag(row.before),
      after: flag(row.after),
    })),
  };
}
