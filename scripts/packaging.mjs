import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { electronBinary, fetchElectron } from './electron-binary.mjs';

/** Packs the app with electron-builder and the binary of `npm start`. */

/** The place of the fuses in a binary for @electron/fuses: the sentinel, version 1, and the number of fuses. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009000000000';

/** The folder with Electron's binary, downloaded if needed. @throws if it cannot be had */
export async function electronDist(place, fetching) {
  if (electronBinary(place.root) === null) {
    const problem = await fetchElectron(place, fetching);
    if (problem !== null) throw new Error(`Electron could not be fetched: ${problem}.`);
  }
  return join(place.root, 'node_modules', 'electron', 'dist');
}

/** A stand-in for Electron's folder, to list the archive only. */
export function standIn(folder) {
  mkdirSync(folder, { recursive: true });
  const { version } = createRequire(import.meta.url)('electron/package.json');
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'electron'), FUSES, 'latin1');
  chmodSync(join(folder, 'electron'), 0o755);
  return folder;
}

export function pack({ root, node }, electron, output, args) {
  const cli = createRequire(import.meta.url).resolve('electron-builder/cli.js');
  const child = spawn(
    node,
    [cli, ...args, `-c.electronDist=${electron}`, `-c.directories.output=${output}`, '--publish=never'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(said);
      else reject(new Error(`electron-builder ended with ${status}:\n${said}`));
    });
  });
}

/**
 * Returns the files in a system's archive, which differ by native code. Packs as for Linux, which needs no tools of
 * other systems.
 * @param system "linux", "darwin" or "win32"
 * @param folder where it may write
 */
export async function listPacked(place, folder, system, arch) {
  const config = join(folder, 'electron-builder.yml');
  const own = readFileSync(join(place.root, 'electron-builder.yml'), 'utf8');
  writeFileSync(config, own.replace(/\$\{platform\}/g, system).replace(/\$\{arch\}/g, arch));
  const output = join(folder, 'dist');
  await pack(place, standIn(join(folder, 'electron')), output, ['--linux', '--dir', `--config=${config}`]);
  return packedFiles(output);
}

/** Returns the files of a packed Linux app; `unpacked` are outside the archive. */
export function packedFiles(output) {
  const archive = join(output, 'linux-unpacked', 'resources', 'app.asar');
  if (!existsSync(archive)) throw new Error(`There is no archive at ${archive}.`);
  const bytes = readFileSync(archive);
  // An asar begins with four numbers; the last is the length of its JSON list of files.
  const list = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12)));
  const files = [];
  const walk = (folder, below) => {
    for (const [name, entry] of Object.entries(folder.files)) {
      const path = below === '' ? name : `${below}/${name}`;
      if (entry.files) walk(entry, path);
      else files.push({ path, bytes: entry.size ?? 0, unpacked: entry.unpacked === true });
    }
  };
  walk(list, '');
  return files;
}
