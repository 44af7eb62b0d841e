import { z } from 'zod';
import type { EditId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { flowTexts } from '../edits/designs/flow-table.ts';
import { worksheetTexts } from '../edits/designs/worksheet-table.ts';
import {
  purgeAnnotations,
  purgeFindingDecisions,
  purgeSavedFilters,
  purgeStories,
} from '../edits/picture/document-tables.ts';
import { purgeStateNames } from '../edits/picture/state-name-table.ts';
import { readGuidelines } from '../edits/words/note-table.ts';
import { sourceChanges } from '../edits/words/word-changes.ts';
import { allRows, allValues, change, eachRow, parseJson, sql } from '../statements.ts';
import { readOwnCues } from '../tags/move-decision-table.ts';
import { purgeTopicDecisions } from '../topics/topic-table.ts';
import { editsOfKeptVotes, type TagPlan } from './purge-tags.ts';
import { type Mentions, type PurgedRows, purgedDialogueIds, purgedTurnIds } from './purge-words.ts';

const answersOf = (purged: PurgedRows): string =>
  `SELECT hash FROM model_answers a WHERE EXISTS (
     SELECT 1 FROM model_answer_dialogues d WHERE d.hash = a.hash AND d.dialogue_id IN (SELECT id FROM ${purged.dialogues})
   ) OR NOT EXISTS (SELECT 1 FROM model_answer_dialogues d WHERE d.hash = a.hash)`;

export interface ModelPlan {
  readonly answers: readonly string[];
  readonly prompts: readonly number[];
  readonly sentTo: readonly string[];
}

export function planModel(database: ReadDatabase, purged: PurgedRows, mentions: Mentions): ModelPlan {
  const column = (sql: string): string[] => database.prepare<[], string>(sql).pluck().all();
  return {
    answers: column(answersOf(purged)),
    prompts: allRows<{ id: number; name: string; text: string }>(database)`
      SELECT id, name, text FROM prompts ORDER BY id`
      .filter(({ name, text }) => mentions(text) || mentions(name))
      .map(({ id }) => id),
    sentTo: column(
      `SELECT DISTINCT provider FROM model_answers WHERE hash IN (${answersOf(purged)}) UNION
       SELECT DISTINCT b.provider FROM provider_batches b WHERE b.run_id IN (
         SELECT run_id FROM run_tags WHERE round_id IN (SELECT id FROM ${purged.turns}))
       ORDER BY 1`,
    ),
  };
}

export function purgeModel(
  database: WriteDatabase,
  purged: PurgedRows,
  { answers, prompts }: ModelPlan,
  mentions: Mentions,
): void {
  const gone = JSON.stringify(answers);
  change(database)`UPDATE model_calls SET dialogue_id = NULL, hash = '', message = NULL
    WHERE dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)}) OR hash IN (SELECT value
    FROM json_each(${gone}))`;
  for (const { id, message } of allRows<{ id: number; message: string }>(database)`
    SELECT id, message FROM model_calls WHERE message IS NOT NULL`) {
    if (mentions(message)) change(database)`UPDATE model_calls SET message = NULL WHERE id = ${id}`;
  }
  change(database)`DELETE FROM model_answers WHERE hash IN (SELECT value FROM json_each(${gone}))`;
  change(database)`DELETE FROM prompts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(prompts)}))`;
}

interface CaseRow {
  readonly id: number;
  readonly name: string;
  readonly turns: string;
  readonly expected: string;
  readonly named: number;
}

export function planCases(database: ReadDatabase, purged: PurgedRows, mentions: Mentions): number[] {
  return allRows<CaseRow>(database)`SELECT id, name, turns, expected, EXISTS (
      SELECT 1 FROM simulation_case_dialogues d
      WHERE d.case_id = c.id AND d.dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)})) AS named
    FROM simulation_cases c ORDER BY id`
    .filter((row) => row.named === 1 || saidIn(row).some(mentions))
    .map(({ id }) => id);
}

export function purgeCases(database: WriteDatabase, cases: readonly number[]): void {
  change(database)`
    DELETE FROM simulation_cases WHERE id IN (SELECT value FROM json_each(${JSON.stringify(cases)}))`;
}

const saidSchema = z.array(z.object({ text: z.string(), tags: z.array(z.object({ name: z.string() })) }));
const tagsSchema = z.array(z.object({ tag: z.string() }));
const expectedSchema = z.object({
  state: z.array(z.string()),
  route: tagsSchema,
  missed: tagsSchema,
  answer: z.string().nullable(),
});

function saidIn({ name, turns, expected }: CaseRow): string[] {
  const { state, route, missed, answer } = parseJson(expectedSchema, expected);
  return [
    name,
    answer ?? '',
    ...state,
    ...[...route, ...missed].map(({ tag }) => tag),
    ...parseJson(saidSchema, turns).flatMap(({ text, tags }) => [text, ...tags.map((tag) => tag.name)]),
  ];
}

interface EditRow {
  readonly id: EditId;
  readonly description: string;
  readonly reason: string;
  readonly payload: string;
}

interface ChangedEdit extends EditRow {
  readonly shortened: boolean;
}

export interface EditPlan {
  readonly gone: readonly EditId[];
  readonly changed: readonly ChangedEdit[];
}

const PURGED_DESCRIPTION = 'An edit whose text was purged';

/**
 * Plans the purge of the edit log. An edit is deleted if all its changes are purged; otherwise it loses the purged
 * part.
 */
export function planEdits(
  database: ReadDatabase,
  purged: PurgedRows,
  tags: TagPlan,
  mentions: Mentions,
  pairs: ReadonlySet<number>,
): EditPlan {
  const losing = editsAt(database, purged, 'IN');
  const needed = editsAt(database, purged, 'NOT IN');
  for (const edit of editsOfKeptVotes(database, pairs)) needed.add(edit);
  for (const edit of editsOfProjectNotes(database)) needed.add(edit);
  const isPurged = changeFilter(database, purged, tags, mentions, pairs);
  const tellsOfLost = (text: string): boolean =>
    mentions(text) || [...text.matchAll(/(?<=#)[^\s,]+/gu)].some(([name]) => tags.lostNames.has(name));
  const gone: EditId[] = [];
  const changed: ChangedEdit[] = [];
  for (const row of eachRow<EditRow>(
    database,
  )`SELECT id, description, reason, payload FROM edits ORDER BY id`) {
    const changes = parseJson(z.array(z.unknown()), row.payload);
    const left = changes.filter((change) => !isPurged(change));
    const shortened = left.length < changes.length || losing.has(row.id);
    if (shortened && left.length === 0 && !needed.has(row.id)) {
      gone.push(row.id);
      continue;
    }
    const description = tellsOfLost(row.description) ? PURGED_DESCRIPTION : row.description;
    const reason = tellsOfLost(row.reason) ? '' : row.reason;
    if (shortened || description !== row.description || reason !== row.reason) {
      changed.push({
        id: row.id,
        description,
        reason,
        payload: left.length < changes.length ? JSON.stringify(left) : row.payload,
        shortened,
      });
    }
  }
  return { gone, changed };
}

/** Returns the edits to which rows of the purged turns (`IN`) or of the remaining turns (`NOT IN`) refer. */
function editsAt(database: ReadDatabase, purged: PurgedRows, side: 'IN' | 'NOT IN'): Set<EditId> {
  const where = `round_id ${side} (SELECT id FROM ${purged.turns})`;
  return new Set(
    allValues<EditId>(database)`
      SELECT edit_id FROM edit_decisions WHERE ${sql(where)} UNION SELECT before_edit FROM edit_decisions
      WHERE ${sql(where)}
      UNION SELECT edit_id FROM person_tags WHERE ${sql(where)} UNION SELECT edit_id FROM person_marks
      WHERE ${sql(where)} UNION SELECT edit_id FROM round_comments WHERE ${sql(where)}`,
  );
}

/** A change is purged because of its turn, dialogue, tag or words. */
function changeFilter(
  database: ReadDatabase,
  purged: PurgedRows,
  tags: TagPlan,
  mentions: Mentions,
  pairs: ReadonlySet<number>,
): (change: unknown) => boolean {
  const turns = new Set<number>(purgedTurnIds(database, purged));
  const dialogues = new Set<number>(purgedDialogueIds(database, purged));
  const names = new Set(
    allValues<string>(database)`SELECT name FROM tags WHERE id NOT IN (SELECT value
      FROM json_each(${JSON.stringify([...tags.gone])}))`,
  );
  const refersTo = (key: string, value: unknown): boolean => {
    if (typeof value === 'string' && !/^(table|tagger|mark|kind|role|choice|rules)$/.test(key))
      return !names.has(value) && (tags.lostNames.has(value) || mentions(value));
    if (typeof value === 'number') {
      if (/^turn(s|Id|Ids)?$/.test(key)) return turns.has(value);
      if (/^dialogue(s|Id|Ids)?$/.test(key)) return dialogues.has(value);
      if (key === 'pair') return pairs.has(value);
      if (/^(tag(s|Id|Ids)?|mergedInto)$/.test(key)) return tags.gone.has(value as TagId);
    }
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([inner, part]) => refersTo(Array.isArray(value) ? key : inner, part));
  };
  const sources = new Set(allValues<number>(database)`SELECT id FROM ${sql(purged.sources)}`);
  const moves = (change: unknown): boolean => {
    const { data } = sourceChanges.schema.safeParse(change);
    return data !== undefined && sources.has(data.source);
  };
  return (change) => moves(change) || refersTo('', change);
}

/** Removes texts that mention purged data, such as comments, cues, flows, stories and names of states. */
function purgeNotes(database: WriteDatabase, mentions: Mentions): void {
  for (const { tagger, turn, mark, note } of allRows<{
    tagger: string;
    turn: TurnId;
    mark: string;
    note: string;
  }>(database)`
    SELECT tagger, round_id AS turn, mark, note FROM person_marks WHERE note <> ''`) {
    if (mentions(note))
      change(database)`
        UPDATE person_marks SET note = '' WHERE tagger = ${tagger} AND round_id = ${turn} AND mark = ${mark}`;
  }
  for (const { turn, text } of allRows<{ turn: TurnId; text: string }>(database)`
    SELECT round_id AS turn, text FROM round_comments`)
    if (mentions(text)) change(database)`DELETE FROM round_comments WHERE round_id = ${turn}`;
  const { text } = readGuidelines(database) ?? { text: '' };
  const lines = text.split('\n');
  const kept = lines.filter((line) => !mentions(line));
  if (kept.length < lines.length) change(database)`UPDATE guidelines SET text = ${kept.join('\n')}`;
  for (const { id, move, phrases } of readOwnCues(database))
    if (mentions(phrases) || mentions(move)) change(database)`DELETE FROM move_decisions WHERE id = ${id}`;
  for (const designs of [worksheetTexts, flowTexts])
    designs.purge(database, (design) => (mentions(design.content) ? null : design));
  purgeStateNames(database, mentions);
  purgeSavedFilters(database, mentions);
  purgeStories(database, mentions);
  purgeAnnotations(database, mentions);
  purgeFindingDecisions(database, mentions);
  purgeTopicDecisions(database, mentions);
}

const editsOfProjectNotes = (database: ReadDatabase): EditId[] =>
  allValues<EditId>(database)`SELECT edit_id FROM guidelines UNION SELECT edit_id FROM tag_pins
    UNION SELECT edit_id FROM worksheet_sets UNION SELECT edit_id FROM flows UNION SELECT edit_id FROM state_names
    UNION SELECT edit_id FROM saved_filters UNION SELECT edit_id FROM stories
    UNION SELECT edit_id FROM annotations UNION SELECT edit_id FROM finding_decisions
    UNION SELECT edit_id FROM topic_decisions`;

export function purgeEdits(database: WriteDatabase, plan: EditPlan, mentions: Mentions): void {
  for (const { id, description, reason, payload } of plan.changed)
    change(database)`
      UPDATE edits SET description = ${description}, reason = ${reason}, payload = ${payload}
      WHERE id = ${id}`;
  change(database)`DELETE FROM edits WHERE id IN (SELECT value FROM json_each(${JSON.stringify(plan.gone)}))`;
  purgeNotes(database, mentions);
}
