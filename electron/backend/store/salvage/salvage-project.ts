import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { translateError } from '../../errors.ts';
import { checkPathIsFree, createDatabase, emptyProject, type WriteDatabase } from '../database.ts';
import { heldBy } from '../file/held-rows.ts';
import { readMeta, writeMeta } from '../file/meta-table.ts';
import { migrate } from '../file/migrate.ts';
import type { Held } from '../file/page-sums.ts';
import { type DamagedFile, openDamaged } from './damaged-file.ts';
import { rebuildDerived, restoreReferences } from './rebuild.ts';
import { eachStoredRow } from './stored-rows.ts';
import { columnsOf, tablesOf } from './table-shapes.ts';

/** The recovered contents of a damaged project, and notes for people. */
export interface Salvaged extends Held {
  readonly notes: readonly string[];
}

/**
 * Writes what can be read of a damaged project into a new one. The damaged file is only read, page by page
 * and without SQLite, which stops at the first page that is not as it should be.
 * @throws ALREADY_EXISTS, NOT_FOUND for the new project, or the file system's error
 */
export function salvageProject(path: string, out: string): Salvaged {
  checkPathIsFree(out);
  const temporary = join(dirname(out), `.${randomUUID().slice(0, 8)}.part`);
  let database: WriteDatabase | null = null;
  try {
    const file = openDamaged(path);
    try {
      database = createDatabase(temporary, file.version);
      const salvaged = fill(database, file);
      database.pragma('journal_mode = DELETE');
      database.close();
      checkPathIsFree(out);
      renameSync(temporary, out);
      return salvaged;
    } finally {
      file.close();
    }
  } catch (error) {
    if (database?.open) database.close();
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(temporary + suffix, { force: true });
    throw translateError(error, out);
  }
}

function fill(database: WriteDatabase, file: DamagedFile): Salvaged {
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  const tables = tablesOf(database);
  const { broken, removed, altered } = database.transaction(() => {
    const inserting = new Map(tables.map((table) => [table.name, table]));
    const walked = eachStoredRow(file, tables, (table, row) => inserting.get(table)?.insert(row) ?? false);
    if (readMeta(database, 'created_at') === null)
      writeMeta(database, 'created_at', new Date().toISOString());
    return { ...walked, removed: restoreReferences(database) };
  })();
  migrate(database);
  const lost = new Set([...broken, ...removed.keys()]);
  database.pragma('foreign_keys = OFF');
  const { automata, sources } = database.transaction(() => rebuildDerived(database, lost))();
  database.pragma('foreign_keys = ON');
  database.pragma('synchronous = FULL');
  const counted = (count: number, one: string, many?: string): string[] =>
    count === 0 ? [] : [formatAmount(count, one, many)];
  const notes: string[] = [];
  if (automata > 0)
    notes.push(
      `${counted(automata, 'automaton', 'automata')} learned from lost dialogues or tags; learn again.`,
    );
  if (sources > 0) notes.push(`${counted(sources, 'removed source')} can no longer be brought back.`);
  const changed =
    (altered.get('utterances') ?? 0) + (altered.get('edits') ?? 0) + (altered.get('dialogues') ?? 0);
  if (changed > 0)
    notes.push(
      `${counted(changed, 'row')} of dialogues, messages and edits come from damaged pages and may have changed letters.`,
    );
  return { ...heldBy(database), notes };
}

/**
 * Returns the ids of the dialogues and edits of a damaged project that can be read, and the number of messages.
 * Dialogues with at least one message left count, as for `salvageProject`.
 */
export function countReadable(file: DamagedFile): {
  dialogues: Set<number>;
  edits: Set<number>;
  utterances: number;
} {
  const empty = emptyProject(file.version);
  try {
    const tables = tablesOf(empty);
    const dialogues = new Set<number>();
    const edits = new Set<number>();
    const utterances = new Set<number>();
    const dialogueAt = columnsOf(empty, 'utterances').indexOf('dialogue_id');
    eachStoredRow(file, tables, (table, { rowid, values }) => {
      if (table === 'dialogues') dialogues.add(Number(rowid));
      else if (table === 'edits') edits.add(Number(rowid));
      else if (table === 'utterances') {
        utterances.add(Number(rowid));
        dialogues.add(Number(values[dialogueAt]));
      }
      return true;
    });
    return { dialogues, edits, utterances: utterances.size };
  } finally {
    empty.close();
  }
}
