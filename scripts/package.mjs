import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { appNode, ensureInstalled, root } = await import('./setup.mjs');
const { electronDist, pack, packedFiles, standIn } = await import('./packaging.mjs');
const { showBytes } = await import('./show-bytes.mjs');

/** Packs the app for this system into `dist`; with `--list` it says what goes into the archive, and needs no Electron. */
ensureInstalled();
await import('./build.mjs');
const args = process.argv.slice(2);
const place = { root, node: appNode() };
if (args.includes('--list')) {
  const folder = mkdtempSync(join(tmpdir(), 'dialogram-package-'));
  try {
    await pack(place, standIn(join(folder, 'electron')), join(folder, 'dist'), ['--linux', '--dir']);
    const files = packedFiles(join(folder, 'dist'));
    for (const { path, bytes, unpacked } of files)
      process.stdout.write(
        `${String(bytes).padStart(10)}  ${path}${unpacked ? '  (beside the archive)' : ''}\n`,
      );
    const sum = files.reduce((total, { bytes }) => total + bytes, 0);
    process.stdout.write(`${files.length} files, ${(sum / 2 ** 20).toFixed(0)} MB\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  const { tell, end } = showBytes(process.stderr);
  const electron = await electronDist(place, { tell }).finally(end);
  process.stdout.write(await pack(place, electron, join(root, 'dist'), args));
}
