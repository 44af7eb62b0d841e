const { ensureInstalled, runNode } = await import('./setup.mjs');

ensureInstalled();
// One project a room, so that shared knows neither Node nor the page.
const rooms = ['shared', 'electron', 'electron/preload', 'renderer', 'tests'];
const failed = rooms.filter((room) => runNode(['node_modules/typescript/bin/tsc', '-p', room]) !== 0);
if (failed.length > 0) {
  process.stderr.write(`Types do not fit in: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
