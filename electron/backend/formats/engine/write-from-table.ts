import { openEngine } from '../../store/engine/duckdb.ts';
import { isEnding, uninterrupted } from '../../workers/uninterrupted.ts';

const LOOK_MS = 50;

interface TableQueryInput {
  readonly file: string;
  readonly isParquet: boolean;
  /** The folder for data that do not fit into the engine's memory, and for `out`. */
  readonly folder: string;
  readonly sql: string;
  readonly asked: string;
  readonly out: string;
  /** If true, rows with lists of turns in them are returned as JSON, one per line. */
  readonly mayNest: boolean;
}

/** @param report gets the percentage done */
export async function writeFromTable(
  { file, isParquet, folder, sql, asked, out, mayNest }: TableQueryInput,
  report: (percent: number) => void,
): Promise<'rows' | 'records'> {
  let written: 'rows' | 'records' = 'rows';
  await uninterrupted(async () => {
    const engine = await openEngine(file, isParquet, folder);
    const look = setInterval(() => {
      if (isEnding()) engine.interrupt();
      const percent = engine.percentDone();
      if (percent !== null) report(percent);
    }, LOOK_MS);
    try {
      await engine.requireReading(asked);
      if (mayNest && (await engine.holdsLists())) written = 'records';
      await engine.write(sql, out, written === 'records' ? 'json' : 'csv');
      report(100);
    } finally {
      clearInterval(look);
      engine.close();
    }
  });
  return written;
}
