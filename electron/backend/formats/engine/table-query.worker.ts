import { openEngine } from '../../store/engine/duckdb.ts';
import { serve } from '../../workers/serve.ts';
import { isEnding, uninterrupted } from '../../workers/start-worker.ts';
import type { TableQueryWork } from './queried-table.ts';

/** Interval between checks whether a running query should end, in ms. */
const LOOK_MS = 50;

serve<TableQueryWork>(async ({ file, isParquet, folder, sql, asked, out, mayNest }, report) => {
  let written: 'rows' | 'records' = 'rows';
  await uninterrupted(async () => {
    const engine = await openEngine(file, isParquet, folder);
    const look = setInterval(() => {
      if (isEnding()) engine.interrupt();
      const percent = engine.percentDone();
      if (percent !== null) report({ percent });
    }, LOOK_MS);
    try {
      await engine.requireReading(asked);
      if (mayNest && (await engine.holdsLists())) written = 'records';
      await engine.write(sql, out, written === 'records' ? 'json' : 'csv');
      report({ percent: 100 });
    } finally {
      clearInterval(look);
      engine.close();
    }
  });
  return { result: { written } };
});
