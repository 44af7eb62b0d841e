import { z } from 'zod';
import { dialogueIdSchema, editIdSchema } from '#shared/contract/base.ts';
import { measuresSchema } from '#shared/contract/comparison.ts';
import {
  type AnswerSettings,
  type AnswerUnit,
  answerSettingsSchema,
  columnAnswerSchema,
} from '#shared/contract/generation.ts';
import { type VoteChoice, voteChoiceSchema } from '#shared/contract/votes.ts';
import type { DialogueId, EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import type { ChangedTable } from '../edits/log/placed-changes.ts';
import { newId } from '../removal/removed-table.ts';
import { allRows, change, countOf, oneRow, oneValue, parseJson, sql } from '../statements.ts';

/** `same`: the answers are equal; `unanswered`: an answer is missing; `revealed`: the vote is final. */
export type PairState = 'open' | 'passed' | 'same' | 'unanswered' | 'revealed';

const storedAnswerSchema = columnAnswerSchema
  .pick({ key: true, column: true, turns: true, tokens: true, costUsd: true, latencyMs: true })
  .extend({
    measures: measuresSchema.nullable(),
    /** True if the column used people's tags; false for older answers, which do not record this. */
    usesLabels: z.boolean().default(false),
  });
export type StoredAnswer = z.infer<typeof storedAnswerSchema>;

export const textsOfAnswer = (answer: string): string[] =>
  parseJson(storedAnswerSchema, answer).turns.flatMap(({ text }) => text ?? []);

export interface PairRow {
  readonly id: number;
  readonly series: string;
  /** Starts at 0. */
  readonly position: number;
  readonly unit: AnswerUnit;
  readonly dialogue: DialogueId;
  readonly turn: number | null;
  readonly seed: number;
  readonly settings: AnswerSettings;
  readonly a: StoredAnswer;
  readonly b: StoredAnswer;
  readonly state: PairState;
}

export interface VoteRow {
  readonly pair: number;
  readonly choice: VoteChoice;
  readonly note: string;
  readonly edit: EditId;
  readonly author: string;
  readonly at: string;
}

const givenVoteSchema = z.object({ choice: voteChoiceSchema, note: z.string() });
const voteChangeSchema = z.object({
  table: z.literal('votes'),
  pair: z.int(),
  dialogue: dialogueIdSchema,
  before: givenVoteSchema.extend({ edit: editIdSchema }).nullable(),
  after: givenVoteSchema.nullable(),
});
export type VoteChange = z.infer<typeof voteChangeSchema>;

export const voteChanges: ChangedTable<VoteChange> = {
  schema: voteChangeSchema,
  apply(database, { pair, before, after }, edit, direction) {
    const state = oneValue(database)`SELECT state FROM vote_pairs WHERE id = ${pair}`;
    // If the pair has been revealed since, its vote stays.
    if (state === undefined || state === 'revealed') return;
    const next = direction === 'backward' ? before : after && { ...after, edit };
    if (next === null) {
      change(database)`DELETE FROM votes WHERE pair_id = ${pair}`;
      return;
    }
    change(database)`
      INSERT INTO votes (pair_id, choice, note, edit_id) VALUES (${pair}, ${next.choice}, ${next.note},
      ${next.edit})
      ON CONFLICT (pair_id) DO UPDATE SET choice = excluded.choice, note = excluded.note,
      edit_id = excluded.edit_id`;
  },
  // A vote can only be changed where it was given, because only this place knows if its pair was revealed.
  keysOf: () => [],
  inverse: () => null,
};

type RawPair = Omit<PairRow, 'settings' | 'a' | 'b'> & { settings: string; a: string; b: string };

const PAIR_COLUMNS = `p.id, p.series, p.position, p.unit, p.dialogue_id AS dialogue, p.round AS turn, p.seed, p.settings, p.a, p.b, p.state`;

const toPair = (row: RawPair): PairRow => ({
  ...row,
  settings: parseJson(answerSettingsSchema, row.settings),
  a: parseJson(storedAnswerSchema, row.a),
  b: parseJson(storedAnswerSchema, row.b),
});

export function findPair(database: ReadDatabase, id: number): PairRow | null {
  const row = oneRow<RawPair>(database)`SELECT ${sql(PAIR_COLUMNS)} FROM vote_pairs p WHERE p.id = ${id}`;
  return row ? toPair(row) : null;
}

export function openPairs(database: ReadDatabase, series: string): PairRow[] {
  return allRows<RawPair>(database)`SELECT ${sql(PAIR_COLUMNS)} FROM vote_pairs p
    WHERE p.series = ${series} AND p.state = 'open' AND NOT EXISTS (SELECT 1 FROM votes v
    WHERE v.pair_id = p.id)
    ORDER BY p.position`.map(toPair);
}

export const nextPosition = (database: ReadDatabase, series: string): number =>
  countOf(database, 'SELECT coalesce(max(position) + 1, 0) FROM vote_pairs WHERE series = ?', series);

interface PairQuery {
  readonly dialogue: DialogueId;
  readonly turn: number | null;
  readonly settings: AnswerSettings;
  readonly columns: readonly string[];
  readonly author: string;
}

/** Returns true if somebody has voted on two columns' answers to a question, in any series. */
export const hasVoted = (database: ReadDatabase, { settings, columns, ...asked }: PairQuery): boolean =>
  countOf(
    database,
    `SELECT count(*) FROM vote_pairs p JOIN votes v ON v.pair_id = p.id JOIN edits e ON e.id = v.edit_id
     WHERE p.dialogue_id = @dialogue AND p.round IS @turn AND p.settings = @settings AND e.author = @author
       AND @columns IN (json_array(p.a ->> '$.key', p.b ->> '$.key'), json_array(p.b ->> '$.key', p.a ->> '$.key'))`,
    { ...asked, settings: JSON.stringify(settings), columns: JSON.stringify(columns) },
  ) > 0;

/** Stores a drawn pair, unless its position is already used. `dialogues` are those whose text is in the answers. */
export function insertPair(
  database: WriteDatabase,
  pair: Omit<PairRow, 'id'>,
  dialogues: Iterable<DialogueId>,
): void {
  database.transaction(() => {
    const { changes, lastInsertRowid } = change(database)`
      INSERT INTO vote_pairs (id, series, position, unit, dialogue_id, round, seed, settings, a, b, state)
      VALUES (${newId('vote_pairs')}, ${pair.series}, ${pair.position}, ${pair.unit}, ${pair.dialogue}, ${pair.turn},
      ${pair.seed}, ${JSON.stringify(pair.settings)}, ${JSON.stringify(pair.a)}, ${JSON.stringify(pair.b)},
      ${pair.state}) ON CONFLICT DO NOTHING`;
    if (changes === 0) return;
    for (const dialogue of new Set(dialogues))
      change(database)`
        INSERT INTO vote_pair_dialogues (pair_id, dialogue_id) VALUES (${lastInsertRowid}, ${dialogue})`;
  })();
}

export function setPairState(database: WriteDatabase, pair: number, state: PairState): void {
  change(database)`UPDATE vote_pairs SET state = ${state} WHERE id = ${pair}`;
}

export function revealVoted(database: WriteDatabase, unit: AnswerUnit): number {
  return change(database)`UPDATE vote_pairs SET state = 'revealed'
    WHERE unit = ${unit} AND state = 'open' AND id IN (SELECT pair_id FROM votes)`.changes;
}

export function countSeries(database: ReadDatabase, series: string) {
  const count = (where: string): number =>
    countOf(database, `SELECT count(*) FROM vote_pairs p WHERE series = ? AND ${where}`, series);
  return {
    drawn: count('1'),
    voted: count('EXISTS (SELECT 1 FROM votes v WHERE v.pair_id = p.id)'),
    revealed: count(`state = 'revealed'`),
    same: count(`state = 'same'`),
    unanswered: count(`state = 'unanswered'`),
    passed: count(`state = 'passed'`),
    open: openPairs(database, series).length,
  };
}

const VOTE_COLUMNS = 'v.pair_id AS pair, v.choice, v.note, v.edit_id AS edit, e.author, e.at';

export function voteOn(database: ReadDatabase, pair: number): VoteRow | null {
  return (
    oneRow<VoteRow>(database)`
      SELECT ${sql(VOTE_COLUMNS)} FROM votes v JOIN edits e ON e.id = v.edit_id WHERE v.pair_id = ${pair}` ??
    null
  );
}

export interface VoteFilter {
  readonly unit: AnswerUnit | null;
  readonly author: string | null;
  readonly source: number | null;
}

const FILTER = `(@unit IS NULL OR p.unit = @unit) AND (@author IS NULL OR e.author = @author)
  AND (@source IS NULL OR d.source_id = @source)`;
const JOINED = `votes v JOIN edits e ON e.id = v.edit_id JOIN vote_pairs p ON p.id = v.pair_id
  JOIN dialogues d ON d.id = p.dialogue_id`;

export interface CountedVote {
  readonly pair: number;
  readonly choice: VoteChoice;
  readonly dialogue: DialogueId;
  readonly turn: number | null;
  readonly settings: string;
  readonly a: string;
  readonly b: string;
  readonly aUsesLabels: number | null;
  readonly bUsesLabels: number | null;
}

export function countedVotes(database: ReadDatabase, filter: VoteFilter): CountedVote[] {
  return database
    .prepare<unknown[], CountedVote>(
      `SELECT v.pair_id AS pair, v.choice, p.dialogue_id AS dialogue, p.round AS turn, p.settings,
         p.a -> '$.column' AS a, p.b -> '$.column' AS b,
         p.a ->> '$.usesLabels' AS aUsesLabels, p.b ->> '$.usesLabels' AS bUsesLabels
       FROM ${JOINED} WHERE p.state = 'revealed' AND ${FILTER} ORDER BY v.pair_id`,
    )
    .all(filter);
}

/** Returns the texts on both sides of the same votes, by turn, in the same order. */
export function votedAnswers(
  database: ReadDatabase,
  filter: VoteFilter,
): { readonly a: ReadonlyMap<number, string | null>; readonly b: ReadonlyMap<number, string | null> }[] {
  const textsOf = (turns: string): Map<number, string | null> =>
    new Map(parseJson(storedAnswerSchema.shape.turns, turns).map(({ turn, text }) => [turn, text]));
  return database
    .prepare<unknown[], { a: string; b: string }>(
      `SELECT p.a -> '$.turns' AS a, p.b -> '$.turns' AS b
         FROM ${JOINED} WHERE p.state = 'revealed' AND ${FILTER} ORDER BY v.pair_id`,
    )
    .all(filter)
    .map(({ a, b }) => ({ a: textsOf(a), b: textsOf(b) }));
}

export const countBlindVotes = (database: ReadDatabase, filter: VoteFilter): number =>
  countOf(database, `SELECT count(*) FROM ${JOINED} WHERE p.state <> 'revealed' AND ${FILTER}`, filter);

export const countSamePairs = (database: ReadDatabase, { unit, source }: VoteFilter): number =>
  countOf(
    database,
    `SELECT count(*) FROM vote_pairs p JOIN dialogues d ON d.id = p.dialogue_id
       WHERE p.state = 'same' AND (@unit IS NULL OR p.unit = @unit) AND (@source IS NULL OR d.source_id = @source)`,
    { unit, source },
  );

export function listVotes(
  database: ReadDatabase,
  unit: AnswerUnit | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { total: number; items: VoteRow[] } {
  const filter = { unit, author: null, source: null };
  const total = countOf(database, `SELECT count(*) FROM ${JOINED} WHERE ${FILTER}`, filter);
  const items = database
    .prepare<unknown[], VoteRow>(
      `SELECT ${VOTE_COLUMNS} FROM ${JOINED} WHERE ${FILTER} ORDER BY v.edit_id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ ...filter, offset, limit });
  return { total, items };
}
