const { availableParallelism } = await import('node:os');
const { ensureInstalled, runNode } = await import('./setup.mjs');

ensureInstalled();
// One project a room, so that shared knows neither Node nor the page. What is known of them stays in out/types: only
// what changed is looked at again.
const rooms = ['shared', 'electron', 'electron/preload', 'renderer', 'tests'];
// Checkers side by side each work out the types that they share: on two processors one is done before four are.
const checkers = availableParallelism() > 2 ? [] : ['--checkers', '1'];
process.exitCode = runNode(['node_modules/typescript/bin/tsc', '-b', ...checkers, ...rooms]);
