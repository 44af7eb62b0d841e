const { ensureInstalled, runNode } = await import('./setup.mjs');

ensureInstalled();
// One project a room, so that shared knows neither Node nor the page.
const rooms = ['shared', 'electron', 'electron/preload', 'renderer', 'tests'];
// What was checked before is remembered, so that the next time only what changed is read.
const memory = (room) => `node_modules/.cache/typecheck/${room.replace('/', '-')}.tsbuildinfo`;
const check = (room) => ['-p', room, '--incremental', '--tsBuildInfoFile', memory(room)];
const failed = rooms.filter((room) => runNode(['node_modules/typescript/bin/tsc', ...check(room)]) !== 0);
if (failed.length > 0) {
  process.stderr.write(`Types do not fit in: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
