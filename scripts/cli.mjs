const { spawn } = await import('node:child_process');
const { join } = await import('node:path');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');

ensureInstalled();
ensureBuilt();

const child = spawn(appNode(), [join(root, 'out', 'main', 'cli.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  // Paths are relative to the person's folder; npm changes to the package's folder.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
