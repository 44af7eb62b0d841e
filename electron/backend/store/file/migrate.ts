import type Database from 'better-sqlite3';
import { initial } from '../migrations/0001-initial.ts';
import { vectors } from '../migrations/0002-vectors.ts';
import { reviewAndModels } from '../migrations/0003-review-and-models.ts';
import { comparing } from '../migrations/0004-comparing.ts';
import { judging } from '../migrations/0005-judging.ts';
import { moves } from '../migrations/0006-moves.ts';
import { alikeRounds } from '../migrations/0007-alike-rounds.ts';
import { notes } from '../migrations/0008-notes.ts';
import { mergeDecisions } from '../migrations/0009-merge-decisions.ts';
import { movesWorkbench } from '../migrations/0010-moves-workbench.ts';
import { worksheets } from '../migrations/0011-worksheets.ts';
import { flows } from '../migrations/0012-flows.ts';
import { stateNames } from '../migrations/0013-state-names.ts';
import { knowledge } from '../migrations/0014-knowledge.ts';
import { savedFilters } from '../migrations/0015-saved-filters.ts';
import { dialogueColumns } from '../migrations/0016-dialogue-columns.ts';
import { originals } from '../migrations/0017-originals.ts';
import { stories } from '../migrations/0018-stories.ts';
import { annotations } from '../migrations/0019-annotations.ts';
import { removedSources } from '../migrations/0020-removed-sources.ts';
import { findingDecisions } from '../migrations/0021-finding-decisions.ts';
import { topics } from '../migrations/0022-topics.ts';
import type { Migration } from '../migrations/migration.ts';

/** All steps in order. A released step is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  vectors,
  reviewAndModels,
  comparing,
  judging,
  moves,
  alikeRounds,
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
];

export const SCHEMA_VERSION = Math.max(...MIGRATIONS.map(({ version }) => version));

export function schemaVersionOf(database: Database.Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}

/**
 * Brings a file up to `target` (default: the newest), all steps in one transaction, so a crash leaves the
 * previous version.
 * @throws if a step fails or leaves dangling references; the file is then unchanged
 */
export function migrate(
  database: Database.Database,
  target: number = SCHEMA_VERSION,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const from = schemaVersionOf(database);
  const steps = migrations.filter((step) => step.version > from && step.version <= target);
  if (steps.length === 0) return;
  // Rebuilding tables would break references to them; SQLite recommends switching the check off first.
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
