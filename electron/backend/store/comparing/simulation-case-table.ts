import { z } from 'zod';
import { madeWithSchema } from '#shared/contract/simulator.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { durably } from '../file/durable.ts';
import { allRows, change, oneRow, parseJson, sql } from '../statements.ts';

export interface SimulationCaseRow {
  readonly id: number;
  readonly name: string;
  readonly at: string;
  readonly madeWith: z.infer<typeof madeWithSchema>;
  readonly settings: unknown;
  readonly turns: unknown;
  readonly expected: unknown;
}

type RawCase = Record<'name' | 'at' | 'madeWith' | 'settings' | 'turns' | 'expected', string> & {
  readonly id: number;
};

const toCase = ({ madeWith, settings, turns, expected, ...row }: RawCase): SimulationCaseRow => ({
  ...row,
  madeWith: parseJson(madeWithSchema, madeWith),
  settings: parseJson(z.unknown(), settings),
  turns: parseJson(z.unknown(), turns),
  expected: parseJson(z.unknown(), expected),
});

const COLUMNS = 'id, name, at, made_with AS madeWith, settings, turns, expected';

export function listCases(database: ReadDatabase): SimulationCaseRow[] {
  return allRows<RawCase>(database)`SELECT ${sql(COLUMNS)} FROM simulation_cases ORDER BY id`.map(toCase);
}

export function findCase(database: ReadDatabase, id: number): SimulationCaseRow | null {
  const row = oneRow<RawCase>(database)`SELECT ${sql(COLUMNS)} FROM simulation_cases WHERE id = ${id}`;
  return row ? toCase(row) : null;
}

/** @param dialogues the dialogues whose words or ids are in the case */
export function insertCase(
  database: WriteDatabase,
  row: Omit<SimulationCaseRow, 'id'>,
  dialogues: Iterable<DialogueId>,
): number {
  const insert = database.transaction(() => {
    const id = Number(
      change(database)`INSERT INTO simulation_cases (name, at, made_with, settings, turns, expected)
        VALUES (${row.name}, ${row.at}, ${JSON.stringify(row.madeWith)}, ${JSON.stringify(row.settings)},
        ${JSON.stringify(row.turns)}, ${JSON.stringify(row.expected)})`.lastInsertRowid,
    );
    for (const dialogue of new Set(dialogues))
      change(database)`
        INSERT INTO simulation_case_dialogues (case_id, dialogue_id) VALUES (${id}, ${dialogue})`;
    return id;
  });
  return durably(database, insert);
}

export function renameCase(database: WriteDatabase, id: number, name: string): void {
  durably(database, () => change(database)`UPDATE simulation_cases SET name = ${name} WHERE id = ${id}`);
}

export function deleteCase(database: WriteDatabase, id: number): boolean {
  return change(database)`DELETE FROM simulation_cases WHERE id = ${id}`.changes > 0;
}
