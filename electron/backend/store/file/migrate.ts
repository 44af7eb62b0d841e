import type Database from 'better-sqlite3';
import { initial } from '../migrations/0001-initial.ts';
import { vectors } from '../migrations/0002-vectors.ts';
import { reviewAndModels } from '../migrations/0003-review-and-models.ts';
import { comparing } from '../migrations/0004-comparing.ts';
import {
  alikeTurns,
  annotations,
  dialogueColumns,
  findingDecisions,
  flows,
  judging,
  knowledge,
  mergeDecisions,
  moves,
  movesWorkbench,
  notes,
  originals,
  removedSources,
  savedFilters,
  stateNames,
  stories,
  topics,
  worksheets,
} from '../migrations/0005-to-0022.ts';
import { turns, weights } from '../migrations/0023-to-0024.ts';
import type { Migration } from '../migrations/migration.ts';

/** All steps in order. A released step is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  vectors,
  reviewAndModels,
  comparing,
  judging,
  moves,
  alikeTurns,
  notes,
  mergeDecisions,
  movesWorkbench,
  worksheets,
  flows,
  stateNames,
  knowledge,
  savedFilters,
  dialogueColumns,
  originals,
  stories,
  annotations,
  removedSources,
  findingDecisions,
  topics,
  turns,
  weights,
];

export const SCHEMA_VERSION = Math.max(...MIGRATIONS.map(({ version }) => version));

export function schemaVersionOf(database: Database.Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}

/** Migrates a file in one transaction. @throws if a step fails or breaks a reference; the file is then unchanged */
export function migrate(
  database: Database.Database,
  target: number = SCHEMA_VERSION,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const from = schemaVersionOf(database);
  const steps = migrations.filter((step) => step.version > from && step.version <= target);
  if (steps.length === 0) return;
  // Rebuilding a table would break references to it. SQLite recommends turning off the check first.
  database.pragma('foreign_keys = OFF');
  try {
    database.transaction(() => {
      for (const step of steps) database.exec(step.up);
      const broken = database.pragma('foreign_key_check') as unknown[];
      if (broken.length > 0) throw new Error(`Migration left ${broken.length} dangling references.`);
      database.pragma(`user_version = ${Math.max(...steps.map(({ version }) => version))}`);
    })();
  } finally {
    database.pragma('foreign_keys = ON');
  }
}
