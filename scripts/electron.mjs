const { appNode, ensureInstalled, root } = await import('./setup.mjs');
const { electronBinary, fetchElectron, LIMITS } = await import('./electron-binary.mjs');
const { forgetFailure } = await import('./open-electron.mjs');
const { showBytes } = await import('./show-bytes.mjs');

/** Downloads Electron's binary, however long it takes. */
ensureInstalled();
forgetFailure(root);
if (electronBinary(root) !== null) {
  process.stdout.write('Electron is on this machine; "npm start" opens the app in it.\n');
} else {
  process.stdout.write('Fetching Electron (about 120 MB) …\n');
  const { tell, end } = showBytes(process.stderr);
  const problem = await fetchElectron(
    { root, node: appNode() },
    { limits: { stallMs: LIMITS.stallMs }, tell },
  );
  end();
  process.stdout.write(
    problem === null
      ? 'Electron is here; "npm start" opens the app in it.\n'
      : `Electron could not be fetched: ${problem}. Behind a proxy set HTTPS_PROXY; ELECTRON_MIRROR names another place to fetch it from.\n`,
  );
  process.exitCode = problem === null ? 0 : 1;
}
