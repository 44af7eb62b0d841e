import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { appNode, ensureInstalled, root } = await import('./setup.mjs');
const { electronDist, listPacked, makeDeb, pack, PackagingError, unpackedFolder } = await import(
  './packaging.mjs'
);
const { showBytes } = await import('./show-bytes.mjs');

/**
 * Packs the app into `dist`; `--list` only lists the archive, for this system or for `--win`, `--mac`, `--linux`,
 * `--x64`, `--arm64`, without Electron.
 */
ensureInstalled();
await import('./build.mjs');
const args = process.argv.slice(2);
const place = { root, node: appNode() };
async function list() {
  const systems = { '--win': 'win32', '--mac': 'darwin', '--linux': 'linux' };
  const system = systems[args.find((arg) => arg in systems)] ?? process.platform;
  const arch = ['x64', 'arm64'].find((one) => args.includes(`--${one}`)) ?? process.arch;
  const folder = mkdtempSync(join(tmpdir(), 'dialogram-package-'));
  try {
    const files = await listPacked(place, folder, system, arch);
    for (const { path, bytes, unpacked } of files)
      process.stdout.write(
        `${String(bytes).padStart(10)}  ${path}${unpacked ? '  (beside the archive)' : ''}\n`,
      );
    const sum = files.reduce((total, { bytes }) => total + bytes, 0);
    process.stdout.write(`${system}, ${arch}: ${files.length} files, ${(sum / 2 ** 20).toFixed(0)} MB\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function packAll() {
  const { tell, end } = showBytes(process.stderr);
  const electron = await electronDist(place, { tell }).finally(end);
  const output = join(root, 'dist');
  const say = (text) => process.stdout.write(`${text}\n`);
  const isLinux = process.platform === 'linux';
  say(await pack(place, electron, output, isLinux ? [...args, '--dir'] : args));
  if (!isLinux) return;
  // The deb first, since it needs nothing from the network.
  say(makeDeb(place, output));
  say(await pack(place, electron, output, [...args, '--prepackaged', unpackedFolder(output)]));
}

await (args.includes('--list') ? list() : packAll()).catch((error) => {
  if (!(error instanceof PackagingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
