import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, oneRow } from '../statements.ts';

export interface PromptRow {
  readonly version: number;
  readonly text: string;
  readonly at: string;
}

export function promptVersions(database: ReadDatabase, name: string): PromptRow[] {
  return allRows<PromptRow>(database)`
    SELECT version, text, at FROM prompts WHERE name = ${name} ORDER BY version`;
}

export function promptOfVersion(database: ReadDatabase, name: string, version: number): PromptRow | null {
  return (
    oneRow<PromptRow>(database)`
      SELECT version, text, at FROM prompts WHERE name = ${name} AND version = ${version}` ?? null
  );
}

export function addPromptVersion(database: WriteDatabase, name: string, text: string): PromptRow {
  const version = (promptVersions(database, name).at(-1)?.version ?? 0) + 1;
  const at = new Date().toISOString();
  change(
    database,
  )`INSERT INTO prompts (name, version, text, at) VALUES (${name}, ${version}, ${text}, ${at})`;
  return { version, text, at };
}
