import { z } from 'zod';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, parseJson, sql } from '../statements.ts';
import type { PurgedRows } from './purge-selection.ts';
import type { Mentions } from './purge-words.ts';

interface CaseRow {
  readonly id: number;
  readonly name: string;
  readonly turns: string;
  readonly expected: string;
  readonly named: number;
}

/** Returns the simulator's cases that name a purged dialogue, or contain words that only purged data have. */
export function planCases(database: ReadDatabase, purged: PurgedRows, mentions: Mentions): number[] {
  return allRows<CaseRow>(database)`SELECT id, name, turns, expected, EXISTS (
      SELECT 1 FROM simulation_case_dialogues d
      WHERE d.case_id = c.id AND d.dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)})) AS named
    FROM simulation_cases c ORDER BY id`
    .filter((row) => row.named === 1 || saidIn(row).some(mentions))
    .map(({ id }) => id);
}

/** Call before the dialogues are removed. */
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

/** Returns the text and tags of people in a case, without the numbers and field names that are ours. */
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
