const { spawn } = await import('node:child_process');
const { constants } = await import('node:os');
const { join } = await import('node:path');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');
const { chooseDoor } = await import('./electron-binary.mjs');
const { noteFailure, openElectron } = await import('./open-electron.mjs');
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
const rest = process.argv.slice(2);
if (electron === null || !(await openedInElectron(electron))) openForBrowser();

/** True where Electron had a window, or was asked to end. */
async function openedInElectron(binary) {
  const { problem, isShown, status } = await openElectron(binary, [root, ...rest]);
  if (problem === null || isShown) {
    if (problem !== null) process.stderr.write(`Dialogram ended early (${problem[0]}). ${problem[1]}\n`);
    process.exitCode = status;
    return true;
  }
  const [what, remedy] = problem;
  noteFailure(root, binary, what);
  process.stdout.write(
    `Electron opened no window: ${what}. Dialogram opens in the browser instead; it is the same app.\n${remedy}\n`,
  );
  return false;
}

function openForBrowser() {
  const child = spawn(appNode(), [join(root, 'out', 'main', 'web.js'), ...rest], { stdio: 'inherit' });
  // Ctrl+C reaches the app by itself; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
