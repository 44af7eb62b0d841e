import type { WriteDatabase } from './database.ts';
import type { PurgedRows } from './purge-selection.ts';
import type { Mentions } from './purge-words.ts';

/**
 * Cases of the simulator that name a purged dialogue go, and those that hold words which only the purged have. Call
 * before the dialogues are removed.
 */
export function purgeCases(database: WriteDatabase, purged: PurgedRows, mentions: Mentions): void {
  const named = new Set(
    database
      .prepare(
        `SELECT case_id FROM simulation_case_dialogues WHERE dialogue_id IN (SELECT id FROM ${purged.dialogues})`,
      )
      .pluck()
      .all() as number[],
  );
  const unlink = database.prepare('DELETE FROM simulation_case_dialogues WHERE case_id = ?');
  const remove = database.prepare('DELETE FROM simulation_cases WHERE id = ?');
  for (const { id, name, turns, expected } of database
    .prepare<[], { id: number; name: string; turns: string; expected: string }>(
      'SELECT id, name, turns, expected FROM simulation_cases ORDER BY id',
    )
    .all()) {
    if (!named.has(id) && !saidIn(name, turns, expected).some(mentions)) continue;
    unlink.run(id);
    remove.run(id);
  }
}

interface SaidTurn {
  readonly text: string;
  readonly tags: readonly { readonly name: string }[];
}
interface Expected {
  readonly state: readonly string[];
  readonly route: readonly { readonly tag: string }[];
  readonly missed: readonly { readonly tag: string }[];
  readonly answer: string | null;
}

/** What a case holds of people's words and tags; its numbers and the names of its fields are ours. */
function saidIn(name: string, turns: string, expected: string): string[] {
  const { state, route, missed, answer } = JSON.parse(expected) as Expected;
  return [
    name,
    answer ?? '',
    ...state,
    ...[...route, ...missed].map(({ tag }) => tag),
    ...(JSON.parse(turns) as SaidTurn[]).flatMap(({ text, tags }) => [text, ...tags.map((tag) => tag.name)]),
  ];
}
