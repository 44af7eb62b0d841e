import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { DatabaseAccess } from '../../store/engine/postgres.ts';
import { isEnding, uninterrupted } from '../../workers/uninterrupted.ts';
import { askDatabase, type Patience } from './ask-database.ts';

const LOOK_MS = 50;
const ROWS_AT_A_TIME = 2000;

/** Returns a CSV line. Null stays empty; everything else is quoted. */
const line = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;

interface DatabaseQueryInput {
  readonly access: DatabaseAccess;
  readonly sql: string;
  readonly asked: string;
  readonly patience: Patience;
  readonly out: string;
}

export async function writeFromDatabase(
  { access, sql, asked, patience, out }: DatabaseQueryInput,
  report: (rows: number) => void,
): Promise<void> {
  // Otherwise the server would continue a query that nobody needs.
  await uninterrupted(async () => {
    const cancel = new AbortController();
    const look = setInterval(() => {
      if (isEnding()) cancel.abort();
    }, LOOK_MS);
    const file = createWriteStream(out);
    try {
      await askDatabase(access, { sql, asked, patience, signal: cancel.signal }, async (database) => {
        let written = -1;
        for await (const { columns, rows } of database.rows(sql, ROWS_AT_A_TIME)) {
          if (written < 0) file.write(line(columns));
          written = Math.max(0, written) + rows.length;
          report(written);
          if (!file.write(rows.map(line).join(''))) await once(file, 'drain');
        }
      });
      file.end();
      await finished(file);
    } finally {
      clearInterval(look);
      file.destroy();
    }
  });
}
