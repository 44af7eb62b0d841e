const { ensureInstalled, runNode } = await import('./setup.mjs');

ensureInstalled();
// One project a room, so that shared knows neither Node nor the page. What is known of them stays in out/types: only
// what changed is looked at again.
const rooms = ['shared', 'electron', 'electron/preload', 'renderer', 'tests'];
process.exitCode = runNode(['node_modules/typescript/bin/tsc', '-b', ...rooms]);
