const { setPriority } = await import('node:os');
const { ensureBuilt, ensureInstalled, runNode } = await import('./setup.mjs');

ensureInstalled();
ensureBuilt();
const [, , ...given] = process.argv;
// The slice runs beside the tests, which have priority.
if (given.includes('--slice')) setPriority(5);
process.exitCode = runNode([
  '--disable-warning=ExperimentalWarning',
  'scripts/real-model-walk.mjs',
  ...given,
]);
