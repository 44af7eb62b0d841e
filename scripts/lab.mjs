const { join } = await import('node:path');
const { ensureBuilt, ensureInstalled, root, runNode } = await import('./setup.mjs');

/**
 * `npm run lab` lists the experiments, `npm run lab -- retrieval …` runs one. Model tables use the built app's command
 * line.
 */
ensureInstalled();
const given = process.argv.slice(2);
const isTables = given[0] === 'model-tables';
if (isTables) ensureBuilt();
process.exitCode = runNode(
  [
    '--disable-warning=ExperimentalWarning',
    ...(isTables
      ? [join(root, 'lab', 'model-tables', 'tables.mjs'), ...given.slice(1)]
      : [join(root, 'lab', 'main.ts'), ...given]),
  ],
  // Paths are relative to the person's folder; npm changes to the package's folder.
  { cwd: process.env.INIT_CWD ?? process.cwd() },
);
