import { type OutcomeInput, outcomeSchema } from '#shared/contract/filters.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { readMeta, removeMeta, writeMeta } from '../file/meta-table.ts';
import { oneValue } from '../statements.ts';

const KEY = 'outcome';

/** Returns the rule for how dialogues of this project end; the last tag, until a person chooses. */
export function readOutcome(database: ReadDatabase): OutcomeInput {
  const kept = readMeta(database, KEY);
  return kept === null ? { kind: 'last-tag' } : outcomeSchema.parse(JSON.parse(kept));
}

export function writeOutcome(database: WriteDatabase, outcome: OutcomeInput): void {
  writeMeta(database, KEY, JSON.stringify(outcome));
}

/** Forgets the names of tags that a purge deleted. Run it after the purge deleted them. */
export function purgeOutcome(database: WriteDatabase): void {
  const outcome = readOutcome(database);
  if (outcome.kind !== 'tags') return;
  const tags = outcome.tags.filter(
    (tag) => oneValue<number>(database)`SELECT 1 FROM tags WHERE name = ${tag}` !== undefined,
  );
  if (tags.length === 0) removeMeta(database, KEY);
  else writeOutcome(database, { ...outcome, tags });
}
