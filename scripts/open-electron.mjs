import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Opens the app in Electron, and tells an opened window from an Electron that ended without one. */

const MOST_SAID = 20_000;
const LOOK_EVERY_MS = 100;
const failureOf = (root) => join(root, 'node_modules', '.dialogram-no-window');

/** The person whose window did not open. Another person's may open. */
const person = () => process.getuid?.() ?? null;

/** Returns why Electron opened no window last time, as a sentence; null if it did, or was never tried. */
export function lastFailure(root) {
  try {
    const { by, electron, why } = JSON.parse(readFileSync(failureOf(root), 'utf8'));
    return by === person() && existsSync(electron) ? why : null;
  } catch {
    return null;
  }
}

export const noteFailure = (root, electron, why) =>
  writeFileSync(failureOf(root), JSON.stringify({ by: person(), electron, why }));

export const forgetFailure = (root) => rmSync(failureOf(root), { force: true });

/**
 * Runs Electron until it ends. Its own output is shown once the window is open.
 * @returns `problem` is null if a window opened, otherwise what happened and what to do; `status` is the exit status
 */
export async function openElectron(electron, args) {
  const folder = mkdtempSync(join(tmpdir(), 'dialogram-start-'));
  const shown = join(folder, 'shown');
  let said = '';
  let isShown = false;
  const child = spawn(electron, args, {
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...process.env, DIALOGRAM_SHOWN: shown },
  });
  const look = () => {
    if (isShown || !existsSync(shown)) return;
    isShown = true;
    process.stderr.write(said);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    if (isShown) process.stderr.write(text);
    else said = (said + text).slice(-MOST_SAID);
  });
  let isStopped = false;
  const stops = ['SIGINT', 'SIGTERM'].map((signal) => {
    // Ctrl+C reaches the app by itself; this process only waits.
    const stop = () => {
      isStopped = true;
      child.kill(signal);
    };
    process.on(signal, stop);
    return () => process.removeListener(signal, stop);
  });
  const { code, signal, error } = await new Promise((resolve) => {
    child.on('error', (problem) => resolve({ code: null, signal: null, error: problem }));
    child.on('close', (status, by) => resolve({ code: status, signal: by, error: null }));
  });
  clearInterval(timer);
  look();
  for (const stop of stops) stop();
  rmSync(folder, { recursive: true, force: true });
  const status = code ?? (signal ? 128 + constants.signals[signal] : 1);
  if (status === 0 || isStopped) return { problem: null, isShown, status };
  const [what, remedy] = isShown
    ? [endOf({ code, signal, error }), 'What was saved is kept; start Dialogram again.']
    : reasonOf({ code, signal, error, said, electron });
  return { problem: [what, remedy], isShown, status };
}

const endOf = ({ code, signal, error }) =>
  error ? `it could not be run: ${error.code}` : signal ? `it was ended by ${signal}` : `exit status ${code}`;

/** Returns why Electron opened no window, and what helps. */
export function reasonOf({ code = null, signal = null, error = null, said = '', electron }) {
  const [, library] = /error while loading shared libraries: ([^\s:]+)/.exec(said) ?? [];
  if (library)
    return [
      `the library ${library} is missing`,
      'On Debian and Ubuntu install it with "sudo apt install libgtk-3-0 libnss3 libasound2 libgbm1 libxss1".',
    ];
  if (/Running as root without --no-sandbox/.test(said))
    return ['Electron refuses to run as root', 'Start Dialogram as an ordinary user to have its window.'];
  if (
    /No usable sandbox|SUID sandbox|setuid sandbox|user namespace|Failed to move to new namespace/i.test(said)
  )
    return [
      "this system refuses Electron's sandbox, as Ubuntu does since 24.04",
      `"sudo chown root:root ${join(dirname(electron), 'chrome-sandbox')} && sudo chmod 4755 ${join(dirname(electron), 'chrome-sandbox')}" allows it.`,
    ];
  if (
    /Missing X server|cannot open display|Unable to open X display|Failed to connect to Wayland/i.test(said)
  )
    return [
      `the display ${process.env.WAYLAND_DISPLAY || process.env.DISPLAY || ''} cannot be reached`,
      'Start Dialogram from a desktop session.',
    ];
  if (error?.code === 'ENOENT' || error?.code === 'EACCES' || error?.code === 'ENOEXEC')
    return [endOf({ error }), 'Remove node_modules/electron/dist, then "npm run electron" fetches it again.'];
  return [endOf({ code, signal, error }), '"npm run electron" lets the next start try again.'];
}
