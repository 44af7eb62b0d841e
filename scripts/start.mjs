const { spawn } = await import('node:child_process');
const { join } = await import('node:path');
const { appNode, electronBinary, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');

ensureInstalled();
ensureBuilt();

const electron = electronBinary();
if (electron === null) {
  process.stdout.write(
    'The Electron binary is not on this machine, so Dialogram opens in the browser instead; it is the same app.\n',
  );
}
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
