import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastFailure } from './open-electron.mjs';

/**
 * Electron's package contains no binary. Its `install.js` downloads it (ELECTRON_MIRROR or npm's settings say from
 * where) and checks its sum. This decides when and for how long to try.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits of the first start's download of the binary, in ms: in total, and without a byte. */
export const LIMITS = { mostMs: 5 * 60_000, stallMs: 20_000 };

const packageOf = (root) => join(root, 'node_modules', 'electron');
const stampOf = (root) => join(root, 'node_modules', '.dialogram-electron');

/** The Electron binary below `root`, or null. Does not ask the `electron` package, which would start a download. */
export function electronBinary(root) {
  if (process.env.ELECTRON_EXEC_PATH) return process.env.ELECTRON_EXEC_PATH;
  const path = join(packageOf(root), 'path.txt');
  if (!existsSync(path)) return null;
  const binary = join(packageOf(root), 'dist', readFileSync(path, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

/** True if a window could open. */
export const hasDisplay = (env = process.env, platform = process.platform) =>
  platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/**
 * Returns the app that `npm start` opens, and a message. With a display, the first start downloads Electron. After a
 * failure, a start on a later day tries again in the background.
 * @param place `root` of the project, `node` that runs the app
 * @returns `electron` is the binary, or null for the browser; `says` a sentence, or null
 */
export async function chooseDoor(place, { env = process.env, now = Date.now(), limits = LIMITS, tell } = {}) {
  if (!hasDisplay(env)) {
    return {
      electron: null,
      says: 'There is no display here, so Dialogram opens for the browser; it is the same app.',
    };
  }
  const there = electronBinary(place.root);
  const failed = there === null ? null : lastFailure(place.root);
  if (failed !== null) {
    return {
      electron: null,
      says: `Electron opened no window the last time (${failed}), so Dialogram opens in the browser; it is the same app. After "npm run electron" it is tried again.`,
    };
  }
  if (there !== null) return { electron: there, says: null };
  const before = lastTry(place.root);
  if (before === null) {
    const problem = await fetchElectron(place, { env, limits, tell });
    if (problem === null) return { electron: electronBinary(place.root), says: null };
    return {
      electron: null,
      says: `Electron could not be fetched (${problem}), so Dialogram opens in the browser instead; it is the same app. "npm run electron" tries again.`,
    };
  }
  if (now - before < DAY_MS) {
    return {
      electron: null,
      says: 'Electron is not on this machine, so Dialogram opens in the browser; it is the same app. "npm run electron" fetches it.',
    };
  }
  noteTry(place.root, now);
  spawn(place.node, [join(packageOf(place.root), 'install.js')], {
    cwd: place.root,
    env: fetchingEnv(env),
    detached: true,
    stdio: 'ignore',
  }).unref();
  return {
    electron: null,
    says: 'Electron is being fetched in the background for the next start; this time Dialogram opens in the browser, the same app.',
  };
}

/**
 * Downloads the binary.
 * @param limits without `mostMs`, there is no time limit while bytes arrive
 * @param tell called with the number of bytes now and then
 * @returns null on success, otherwise the reason in a few words
 */
export async function fetchElectron(place, { env = process.env, limits = LIMITS, tell = () => {} } = {}) {
  noteTry(place.root, Date.now());
  tell(0);
  const folder = mkdtempSync(join(tmpdir(), 'dialogram-electron-'));
  // Its temporary files are in a separate folder, to show progress and clean up.
  const child = spawn(place.node, [join(packageOf(place.root), 'install.js')], {
    cwd: place.root,
    env: { ...fetchingEnv(env), TMPDIR: folder, TMP: folder, TEMP: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-20_000);
  });
  let stopped = null;
  const begun = performance.now();
  let seen = { state: '', at: begun };
  const watch = setInterval(
    () => {
      const bytes = bytesBelow(folder);
      const state = `${bytes} ${bytesBelow(join(packageOf(place.root), 'dist'))}`;
      const now = performance.now();
      if (state !== seen.state) seen = { state, at: now };
      tell(bytes);
      if (now - seen.at > limits.stallMs) stopped = `nothing came for ${seconds(limits.stallMs)}`;
      else if (now - begun > (limits.mostMs ?? Number.POSITIVE_INFINITY))
        stopped = `it took longer than ${seconds(limits.mostMs)}`;
      if (stopped !== null) stop();
    },
    Math.min(500, limits.stallMs / 4),
  );
  try {
    const status = await new Promise((resolve) => {
      child.on('error', () => resolve(-1));
      child.on('close', resolve);
    });
    if (status === 0 && electronBinary(place.root) !== null) {
      rmSync(stampOf(place.root), { force: true });
      return null;
    }
    return stopped ?? reasonIn(said);
  } finally {
    clearInterval(watch);
    process.removeListener('exit', stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Passes on the person's proxy, for Electron's fetcher and Node. */
function fetchingEnv(env) {
  const proxy = env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy;
  return proxy ? { ...env, ELECTRON_GET_USE_PROXY: 'true', NODE_USE_ENV_PROXY: '1' } : { ...env };
}

const seconds = (ms) =>
  ms < 120_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;

/** Takes the first sentence of the fetcher's stack, and the system's error. */
function reasonIn(said) {
  const [, sentence] = /^\s*(?:\w*Error: )(.+)$/m.exec(said) ?? [];
  const [code] = /\b(?:E[A-Z]{4,}|UND_ERR_\w+)\b/.exec(said) ?? [];
  const words = (sentence ?? 'the download failed').replace(/ for https?:\S+$/, '').replace(/[.\s]+$/, '');
  return code && !words.includes(code) ? `${words}, ${code}` : words;
}

function bytesBelow(folder) {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
    }
  } catch {
    // Files being moved are counted the next time.
  }
  return bytes;
}

/** When this version was tried last, in milliseconds since 1970; null if it never was. */
function lastTry(root) {
  try {
    const { version, at } = JSON.parse(readFileSync(stampOf(root), 'utf8'));
    return version === versionOf(root) ? at : null;
  } catch {
    return null;
  }
}

function noteTry(root, at) {
  writeFileSync(stampOf(root), JSON.stringify({ version: versionOf(root), at }));
}

const versionOf = (root) => JSON.parse(readFileSync(join(packageOf(root), 'package.json'), 'utf8')).version;
