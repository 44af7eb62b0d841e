import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { serve } from '../../workers/serve.ts';
import { isEnding, uninterrupted } from '../../workers/start-worker.ts';
import { askDatabase } from './ask-database.ts';
import type { DatabaseQueryWork } from './queried-table.ts';

/** Interval between checks whether a running query should end, in ms. */
const LOOK_MS = 50;
const ROWS_AT_A_TIME = 2000;

/** Returns a CSV line. Null stays empty, everything else is quoted. */
const line = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;

serve<DatabaseQueryWork>(async ({ access, sql, asked, patience, out }, report) => {
  // Without this, the server would continue with an unwanted query.
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
          report({ rows: written });
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
  return { result: { written: 'rows' } };
});
