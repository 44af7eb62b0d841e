const { availableParallelism } = await import('node:os');
const { ensureInstalled, runNode } = await import('./setup.mjs');

ensureInstalled();
// One project per folder, so that shared knows neither Node nor the page. Results are cached in out/types, so only
// changes are checked again.
const rooms = ['shared', 'electron', 'electron/preload', 'renderer', 'tests'];
// Parallel checkers each compute shared types: on two processors, one is faster than four.
const checkers = availableParallelism() > 2 ? [] : ['--checkers', '1'];
process.exitCode = runNode(['node_modules/typescript/bin/tsc', '-b', ...checkers, ...rooms]);
