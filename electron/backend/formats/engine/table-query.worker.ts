import { openEngine } from '../../store/engine/duckdb.ts';
import { serve } from '../../workers/serve.ts';
import { isEnding, uninterrupted } from '../../workers/start-worker.ts';
import type { TableQueryWork } from './queried-table.ts';

/** How often a query that runs is asked whether it is to end. */
const LOOK_MS = 50;

serve<TableQueryWork>(async ({ file, isParquet, folder, sql, asked, out }, report) => {
  await uninterrupted(async () => {
    const engine = await openEngine(file, isParquet, folder);
    const look = setInterval(() => {
      if (isEnding()) engine.interrupt();
      const percent = engine.percentDone();
      if (percent !== null) report({ percent });
    }, LOOK_MS);
    try {
      await engine.requireReading(asked);
      await engine.write(sql, out);
      report({ percent: 100 });
    } finally {
      clearInterval(look);
      engine.close();
    }
  });
  return { result: { written: true } };
});
