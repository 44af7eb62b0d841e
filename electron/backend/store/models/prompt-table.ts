import type { ReadDatabase, WriteDatabase } from '../database.ts';

export interface PromptRow {
  readonly version: number;
  readonly text: string;
  readonly at: string;
}

/** The versions of a prompt, oldest first. */
export function promptVersions(database: ReadDatabase, name: string): PromptRow[] {
  return database
    .prepare<[string], PromptRow>('SELECT version, text, at FROM prompts WHERE name = ? ORDER BY version')
    .all(name);
}

export function promptOfVersion(database: ReadDatabase, name: string, version: number): PromptRow | null {
  return (
    database
      .prepare<[string, number], PromptRow>(
        'SELECT version, text, at FROM prompts WHERE name = ? AND version = ?',
      )
      .get(name, version) ?? null
  );
}

/** Keeps a text as the next version. */
export function addPromptVersion(database: WriteDatabase, name: string, text: string): PromptRow {
  const version = (promptVersions(database, name).at(-1)?.version ?? 0) + 1;
  const at = new Date().toISOString();
  database
    .prepare('INSERT INTO prompts (name, version, text, at) VALUES (?, ?, ?, ?)')
    .run(name, version, text, at);
  return { version, text, at };
}
