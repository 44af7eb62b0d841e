import { serve } from '../../workers/serve.ts';
import { openForReading } from '../database.ts';

export interface IntegrityWork {
  readonly input: { readonly path: string };
  readonly progress: never;
  /** The faults found by SQLite, in its words; empty if there are none. */
  readonly result: readonly string[];
}

const MOST_FAULTS = 20;

/** Has SQLite look at every page, row and index entry; reads only. */
serve<IntegrityWork>(async ({ path }) => {
  const database = openForReading(path);
  try {
    const faults = database.pragma(`integrity_check(${MOST_FAULTS})`) as { integrity_check: string }[];
    const dangling = database.pragma('foreign_key_check') as { table: string }[];
    return {
      result: [
        ...faults.map((fault) => fault.integrity_check).filter((fault) => fault !== 'ok'),
        ...[...new Set(dangling.map(({ table }) => table))].map(
          (table) => `rows of ${table} refer to what is not there`,
        ),
      ],
    };
  } finally {
    database.close();
  }
});
