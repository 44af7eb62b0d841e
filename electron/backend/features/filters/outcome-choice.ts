import { type OutcomeInput, outcomeSchema } from '#shared/contract/filters.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/file/meta-table.ts';

const KEY = 'outcome';

/** What says how dialogues of this project end; the last tag, until a person chose. */
export function readOutcome(database: ReadDatabase): OutcomeInput {
  const kept = readMeta(database, KEY);
  return kept === null ? { kind: 'last-tag' } : outcomeSchema.parse(JSON.parse(kept));
}

export function writeOutcome(database: WriteDatabase, outcome: OutcomeInput): void {
  writeMeta(database, KEY, JSON.stringify(outcome));
}
