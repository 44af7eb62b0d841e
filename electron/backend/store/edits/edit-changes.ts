import { z } from 'zod';
import { tagIdSchema } from '#shared/contract/base.ts';
import type { EditId, RoundId, TagId } from '#shared/domain/ids.ts';
import { applyVote, voteChangeSchema } from '../comparing/vote-table.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { countOf, parseJson } from '../statements.ts';
import { applyMark, markChangeSchema } from './mark-table.ts';

const tagFieldsSchema = z
  .object({
    name: z.string(),
    mergedInto: tagIdSchema.nullable(),
    description: z.string(),
    archived: z.boolean(),
    /** In the vocabulary also while no round carries it. */
    kept: z.boolean(),
  })
  .partial();
/** What is said of a tag itself; a change names only what it changes. */
export type TagFields = z.infer<typeof tagFieldsSchema>;

const tagChangeSchema = z.object({
  table: z.literal('tags'),
  tag: tagIdSchema,
  before: tagFieldsSchema,
  /** Of the same fields as `before`. */
  after: tagFieldsSchema,
});
/** A change of a tag, with what stood before, so that undo is the same change turned round. */
export type TagChange = z.infer<typeof tagChangeSchema>;

/**
 * A decision on one tag of one round. An edit decides on a tag of a round once; what stood before is read when it is
 * written.
 */
export interface DecisionChange {
  readonly table: 'person_tags';
  readonly tagger: string;
  readonly round: RoundId;
  readonly tag: TagId;
  /** Given or taken away; null forgets what was decided before. */
  readonly after: { readonly present: boolean } | null;
}

/** The same for many rounds, as columns: on round `rounds[i]` and tag `tags[i]`, 1 gives, 0 takes away, −1 forgets. */
export interface DecisionColumns {
  readonly tagger: string;
  readonly rounds: Int32Array;
  readonly tags: Int32Array;
  readonly after: Int8Array;
}

export const columnsOf = (tagger: string, decisions: readonly DecisionChange[]): DecisionColumns => ({
  tagger,
  rounds: Int32Array.from(decisions, ({ round }) => round),
  tags: Int32Array.from(decisions, ({ tag }) => tag),
  after: Int8Array.from(decisions, ({ after }) => (after === null ? -1 : Number(after.present))),
});

/** A decision as `writeDecisions` takes it: tagger, round, tag, and 1, 0 or null. */
type DecisionRow = readonly [string, number, number, number | null];

export const rowOf = ({ tagger, round, tag, after }: DecisionChange): DecisionRow => [
  tagger,
  round,
  tag,
  after && Number(after.present),
];

export function rowsOf(
  { tagger, rounds, tags, after }: DecisionColumns,
  from: number,
  to: number,
): DecisionRow[] {
  const rows: DecisionRow[] = [];
  for (let at = from; at < to; at++)
    rows.push([tagger, rounds[at]!, tags[at]!, after[at]! === -1 ? null : after[at]!]);
  return rows;
}

const payloadSchema = z.array(
  z.discriminatedUnion('table', [tagChangeSchema, markChangeSchema, voteChangeSchema]),
);
/** What an edit's payload keeps: everything but its decisions, which are rows of their own. Few, also in large edits. */
export type PayloadChange = z.infer<typeof payloadSchema>[number];

export type EditChange = DecisionChange | PayloadChange;

export type Direction = 'forward' | 'backward';

/** The changes in an edit's payload, in order. */
export const changesIn = (payload: string): PayloadChange[] => parseJson(payloadSchema, payload);

const COLUMN_OF_FIELD = {
  name: 'name',
  mergedInto: 'merged_into',
  description: 'description',
  archived: 'archived',
  kept: 'kept',
} as const satisfies Record<keyof Required<TagFields>, string>;

export const TAG_FIELDS = tagFieldsSchema.keyof().options;

/** Makes or takes back what an edit changed beside its decisions; backward from the last to the first. */
export function applyChanges(
  database: WriteDatabase,
  changes: readonly PayloadChange[],
  edit: EditId,
  direction: Direction,
): void {
  for (const change of direction === 'forward' ? changes : changes.toReversed()) {
    if (change.table === 'person_marks') {
      applyMark(database, change, edit, direction);
      continue;
    }
    if (change.table === 'votes') {
      applyVote(database, change, edit, direction);
      continue;
    }
    const fields = direction === 'forward' ? change.after : change.before;
    for (const field of TAG_FIELDS) {
      const value = fields[field];
      if (value === undefined) continue;
      database
        .prepare(`UPDATE tags SET ${COLUMN_OF_FIELD[field]} = ? WHERE id = ?`)
        .run(typeof value === 'boolean' ? Number(value) : value, change.tag);
    }
  }
}

/** Keeps decisions of an edit as its rows from `position` on, each with what stands now. */
export function writeDecisions(
  database: WriteDatabase,
  edit: EditId,
  position: number,
  rows: readonly DecisionRow[],
): void {
  database
    .prepare(
      `INSERT INTO edit_decisions
         (edit_id, position, tagger, round_id, tag_id, before_present, before_edit, after_present)
       SELECT @edit, @position + d.key, d.value ->> 0, d.value ->> 1, d.value ->> 2, p.present, p.edit_id, d.value ->> 3
       FROM json_each(@rows) d LEFT JOIN person_tags p
         ON p.tagger = d.value ->> 0 AND p.round_id = d.value ->> 1 AND p.tag_id = d.value ->> 2`,
    )
    .run({ edit, position, rows: JSON.stringify(rows) });
}

/** How many decisions an edit holds. They are numbered from 0. */
export function decisionCount(database: ReadDatabase, edit: EditId): number {
  return countOf(
    database,
    'SELECT coalesce(max(position) + 1, 0) FROM edit_decisions WHERE edit_id = ?',
    edit,
  );
}

/** Reads the rounds of a tagger that an edit decided on. */
export function decidedRoundReader(database: ReadDatabase, tagger: string): (edit: EditId) => RoundId[] {
  const read = database
    .prepare<[EditId, string], RoundId>(
      'SELECT DISTINCT round_id FROM edit_decisions WHERE edit_id = ? AND tagger = ?',
    )
    .pluck();
  return (edit) => read.all(edit, tagger);
}

/** Reads the first tags that an edit gave on rounds of a tagger, at most `limit`. */
export function givenTagReader(
  database: ReadDatabase,
  tagger: string,
  limit: number,
): (edit: EditId) => TagId[] {
  const read = database
    .prepare<[EditId, string, number], TagId>(
      `SELECT tag_id FROM edit_decisions
       WHERE edit_id = ? AND tagger = ? AND after_present = 1 ORDER BY position LIMIT ?`,
    )
    .pluck();
  return (edit) => read.all(edit, tagger, limit);
}

/**
 * Makes or takes back the decisions `from … to-1` of an edit. Doing it twice is doing it once, and taking back what
 * was never made changes nothing, so that a step that was interrupted can be taken back whole.
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
  const range = 'edit_id = @edit AND position >= @from AND position < @to';
  database
    .prepare(
      `DELETE FROM person_tags WHERE (tagger, round_id, tag_id) IN
         (SELECT tagger, round_id, tag_id FROM edit_decisions WHERE ${range} AND ${present} IS NULL)`,
    )
    .run({ edit, from, to });
  database
    .prepare(
      `INSERT INTO person_tags (tagger, round_id, tag_id, present, edit_id)
       SELECT tagger, round_id, tag_id, ${present}, ${decidedBy} FROM edit_decisions
       WHERE ${range} AND ${present} IS NOT NULL
       ON CONFLICT (tagger, round_id, tag_id) DO UPDATE SET present = excluded.present, edit_id = excluded.edit_id`,
    )
    .run({ edit, from, to });
}
