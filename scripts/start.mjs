const { spawn } = await import('node:child_process');
const { join } = await import('node:path');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');
const { chooseDoor } = await import('./electron-binary.mjs');
const { showBytes } = await import('./show-bytes.mjs');

ensureInstalled();
ensureBuilt();

const { tell, end } = showBytes(process.stderr);
let fetching = false;
const { electron, says } = await chooseDoor(
  { root, node: appNode() },
  {
    tell(bytes) {
      if (!fetching) process.stdout.write('Fetching Electron (about 120 MB, only the first time) …\n');
      fetching = true;
      tell(bytes);
    },
  },
);
end();
if (says !== null) process.stdout.write(`${says}\n`);
const [command, args] =
  electron === null
    ? [appNode(), [join(root, 'out', 'main', 'web.js'), ...process.argv.slice(2)]]
    : [electron, [root, ...process.argv.slice(2)]];
const child = spawn(command, args, { stdio: 'inherit' });
// Ctrl+C reaches the app by itself; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
