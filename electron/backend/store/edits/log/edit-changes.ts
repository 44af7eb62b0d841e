import { z } from 'zod';
import type { EditId, TagId, TurnId } from '#shared/domain/ids.ts';
import { voteChanges } from '../../comparing/vote-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allValues, change, countOf, parseJson, sql } from '../../statements.ts';
import { moveChanges } from '../../tags/move-decision-table.ts';
import { topicChanges } from '../../topics/topic-table.ts';
import { flowTexts } from '../designs/flow-table.ts';
import { knowledgeChanges } from '../designs/knowledge-table.ts';
import { worksheetTexts } from '../designs/worksheet-table.ts';
import { annotations, findingDecisions, savedFilters, stories } from '../picture/document-tables.ts';
import { mergeDecisionChanges } from '../picture/merge-decision-table.ts';
import { stateNames } from '../picture/state-name-table.ts';
import { markChanges } from '../words/mark-table.ts';
import { commentChanges, guidelinesChanges, pinChanges } from '../words/note-table.ts';
import { cleaningChanges, sourceChanges, tagChanges } from '../words/word-changes.ts';
import type { ChangedTable, ChangeOf, Direction } from './placed-changes.ts';

/** A decision on one tag of one turn. The state before it is read when the decision is written. */
export interface DecisionChange {
  readonly table: 'person_tags';
  readonly tagger: string;
  readonly turn: TurnId;
  readonly tag: TagId;
  /** True if the tag is given, false if it is removed; null deletes the earlier decision. */
  readonly after: { readonly present: boolean } | null;
}

/** Decisions on many turns as columns: 1 gives the tag, 0 removes it, −1 deletes the earlier decision. */
export interface DecisionColumns {
  readonly tagger: string;
  readonly turns: Int32Array;
  readonly tags: Int32Array;
  readonly after: Int8Array;
}

export const columnsOf = (tagger: string, decisions: readonly DecisionChange[]): DecisionColumns => ({
  tagger,
  turns: Int32Array.from(decisions, ({ turn }) => turn),
  tags: Int32Array.from(decisions, ({ tag }) => tag),
  after: Int8Array.from(decisions, ({ after }) => (after === null ? -1 : Number(after.present))),
});

type DecisionRow = readonly [string, number, number, number | null];

export const rowOf = ({ tagger, turn, tag, after }: DecisionChange): DecisionRow => [
  tagger,
  turn,
  tag,
  after && Number(after.present),
];

export function rowsOf(
  { tagger, turns, tags, after }: DecisionColumns,
  from: number,
  to: number,
): DecisionRow[] {
  const rows: DecisionRow[] = [];
  for (let at = from; at < to; at++)
    rows.push([tagger, turns[at]!, tags[at]!, after[at]! === -1 ? null : after[at]!]);
  return rows;
}

const TABLES = {
  tags: tagChanges,
  person_marks: markChanges,
  votes: voteChanges,
  round_comments: commentChanges,
  guidelines: guidelinesChanges,
  tag_pins: pinChanges,
  worksheet_sets: worksheetTexts,
  knowledge_names: knowledgeChanges,
  flows: flowTexts,
  merge_decisions: mergeDecisionChanges,
  move_decisions: moveChanges,
  topic_decisions: topicChanges,
  state_names: stateNames,
  saved_filters: savedFilters,
  stories,
  annotations,
  finding_decisions: findingDecisions,
  sources: sourceChanges,
  cleaning: cleaningChanges,
};
type Table = keyof typeof TABLES;

/** The payload of an edit. Decisions are stored as rows instead, so the payload of a large edit is small too. */
export type PayloadChange = { [Name in Table]: ChangeOf<(typeof TABLES)[Name]> }[Table];

export type EditChange = DecisionChange | PayloadChange;

export const changedTable = ({ table }: { readonly table: Table }): ChangedTable<PayloadChange> =>
  TABLES[table] as unknown as ChangedTable<PayloadChange>;

const payloadSchema = z.array(z.looseObject({ table: z.enum(Object.keys(TABLES) as Table[]) }));

export const changesIn = (payload: string): PayloadChange[] =>
  parseJson(payloadSchema, payload).map((change) => changedTable(change).schema.parse(change));

export function applyChanges(
  database: WriteDatabase,
  changes: readonly PayloadChange[],
  edit: EditId,
  direction: Direction,
): void {
  for (const change of direction === 'forward' ? changes : changes.toReversed())
    changedTable(change).apply(database, change, edit, direction);
}

export function writeDecisions(
  database: WriteDatabase,
  edit: EditId,
  position: number,
  rows: readonly DecisionRow[],
): void {
  change(database)`
    INSERT INTO edit_decisions
      (edit_id, position, tagger, round_id, tag_id, before_present, before_edit, after_present)
    SELECT ${edit}, ${position} + d.key, d.value ->> 0, d.value ->> 1, d.value ->> 2, p.present, p.edit_id,
      d.value ->> 3
    FROM json_each(${JSON.stringify(rows)}) d LEFT JOIN person_tags p
      ON p.tagger = d.value ->> 0 AND p.round_id = d.value ->> 1 AND p.tag_id = d.value ->> 2`;
}

export function decisionCount(database: ReadDatabase, edit: EditId): number {
  return countOf(
    database,
    'SELECT coalesce(max(position) + 1, 0) FROM edit_decisions WHERE edit_id = ?',
    edit,
  );
}

export function givenTagReader(
  database: ReadDatabase,
  tagger: string,
  limit: number,
): (edit: EditId) => TagId[] {
  return (edit) => allValues<TagId>(database)`
    SELECT tag_id FROM edit_decisions WHERE edit_id = ${edit} AND tagger = ${tagger} AND after_present = 1
    ORDER BY position LIMIT ${limit}`;
}

/**
 * Makes or undoes the decisions `from … to-1` of an edit. Repeating has no effect, so an interrupted step can be
 * undone.
 */
export function applyDecisions(
  database: WriteDatabase,
  edit: EditId,
  from: number,
  to: number,
  direction: Direction,
): void {
  const [present, decidedBy] =
    direction === 'forward' ? ['after_present', 'edit_id'] : ['before_present', 'before_edit'];
  const [state, editOf] = [sql(present), sql(decidedBy)];
  change(database)`
    DELETE FROM person_tags WHERE (tagger, round_id, tag_id) IN
      (SELECT tagger, round_id, tag_id FROM edit_decisions
      WHERE edit_id = ${edit} AND position >= ${from} AND position < ${to} AND ${state} IS NULL)`;
  change(database)`
    INSERT INTO person_tags (tagger, round_id, tag_id, present, edit_id)
    SELECT tagger, round_id, tag_id, ${state}, ${editOf} FROM edit_decisions
    WHERE edit_id = ${edit} AND position >= ${from} AND position < ${to} AND ${state} IS NOT NULL
    ON CONFLICT (tagger, round_id, tag_id) DO UPDATE SET present = excluded.present, edit_id = excluded.edit_id`;
}
