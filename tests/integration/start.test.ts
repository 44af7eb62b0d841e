import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseDoor, electronBinary, hasDisplay } from '../../scripts/electron-binary.mjs';
import { root as project } from '../../scripts/setup.mjs';
import { findElectron, isRoot } from '../e2e/desktop.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { type ElectronMirror, electronMirror } from '../fixtures/electron-mirror.ts';

const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
/** Stands in for Electron and records how it was started. */
const STAND_IN = '#!/bin/sh\nprintf "electron %s" "$*" > "$STARTED"\n';
const DAY_MS = 24 * 60 * 60 * 1000;
const SOON = { mostMs: 20_000, stallMs: 5000 };

function checkout(): string {
  const root = temporaryFolder('start');
  for (const name of ['package.json', 'package-lock.json', 'scripts']) {
    cpSync(join(project, name), join(root, name), { recursive: true });
  }
  const from = join(project, 'node_modules');
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(from)) {
    if (name !== 'electron') symlinkSync(join(from, name), join(root, 'node_modules', name));
  }
  cpSync(join(from, 'electron'), join(root, 'node_modules', 'electron'), {
    recursive: true,
    filter: (path) => !/electron\/(dist|path\.txt)/.test(path),
  });
  mkdirSync(join(root, 'out', 'main'), { recursive: true });
  writeFileSync(
    join(root, 'out', 'main', 'web.js'),
    "import { writeFileSync } from 'node:fs'; writeFileSync(process.env.STARTED, 'browser');\n",
  );
  return root;
}

interface ProcessResult {
  readonly status: number | null;
  readonly said: string;
}

function run(root: string, args: readonly string[], env: Record<string, string>): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('close', (status) => resolve({ status, said }));
  });
}

async function settle(root: string): Promise<void> {
  const write =
    "import { writeFileSync } from 'node:fs';" +
    "import { fingerprintOfSources } from './scripts/setup.mjs';" +
    "writeFileSync('out/.dialogram-built', fingerprintOfSources());";
  const { status, said } = await run(root, ['--input-type=module', '--eval', write], {});
  expect(said).toBe('');
  expect(status).toBe(0);
}

async function world(): Promise<{ root: string; mirror: ElectronMirror; env: Record<string, string> }> {
  const root = checkout();
  const mirror = await electronMirror(version, STAND_IN);
  return {
    root,
    mirror,
    env: { ...process.env, DISPLAY: ':9', ...mirror.env(join(root, 'cache')) } as never,
  };
}

const archives = (mirror: ElectronMirror): number =>
  mirror.asked.filter((url) => url.endsWith('.zip')).length;

describe.skipIf(process.platform === 'win32')('npm start with a display', () => {
  it('downloads Electron once and opens the app in it, the second time without a network', async () => {
    const { root, mirror, env } = await world();
    await settle(root);
    const started = join(root, 'started');
    const first = await run(root, ['scripts/run.cjs', 'start', 'a.dialogram'], { ...env, STARTED: started });
    expect(first.status).toBe(0);
    expect(first.said).toContain('Fetching Electron');
    expect(readFileSync(started, 'utf8')).toBe(`electron ${root} a.dialogram`);
    expect(archives(mirror)).toBe(1);

    writeFileSync(started, '');
    const second = await run(root, ['scripts/run.cjs', 'start'], {
      ...env,
      STARTED: started,
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
    });
    expect(second).toEqual({ status: 0, said: '' });
    expect(readFileSync(started, 'utf8')).toBe(`electron ${root}`);
    expect(archives(mirror)).toBe(1);
  });

  it.each([
    ['missing', /Response code 404/],
    ['damaged', /checksum/i],
    ['hangs', /nothing came for 1 seconds/],
  ] as const)('opens the browser if the archive is %s, and says why in one sentence', async (mood, why) => {
    const { root, mirror, env } = await world();
    mirror.mood = mood;
    const limits = mood === 'hangs' ? { ...SOON, stallMs: 1000 } : SOON;
    const { electron, says } = await chooseDoor({ root, node: process.execPath }, { env, limits });
    expect(electron).toBeNull();
    expect(says).toMatch(why);
    expect(says).toMatch(/^Electron could not be fetched .+browser.+"npm run electron" tries again\.$/);
    expect(electronBinary(root)).toBeNull();
  });

  it('stops waiting after the given time', async () => {
    const { root, mirror, env } = await world();
    mirror.mood = 'hangs';
    const limits = { mostMs: 600, stallMs: 400_000 };
    const { says } = await chooseDoor({ root, node: process.execPath }, { env, limits });
    expect(says).toMatch(/it took longer than 1 seconds/);
  });

  it('does not try again that day, retries the next day without a wait, and then has it', async () => {
    const { root, mirror, env } = await world();
    const place = { root, node: process.execPath };
    mirror.mood = 'missing';
    await chooseDoor(place, { env, limits: SOON });
    expect(archives(mirror)).toBe(1);

    mirror.mood = 'well';
    const later = await chooseDoor(place, { env, now: Date.now() + DAY_MS / 2 });
    expect(later).toEqual({ electron: null, says: expect.stringContaining('"npm run electron" fetches it') });
    expect(archives(mirror)).toBe(1);

    const nextDay = await chooseDoor(place, { env, now: Date.now() + 2 * DAY_MS });
    expect(nextDay).toEqual({ electron: null, says: expect.stringContaining('in the background') });
    await expect.poll(() => electronBinary(root), { timeout: 600_000 }).not.toBeNull();
    const { electron } = await chooseDoor(place, { env });
    expect(electron).toBe(electronBinary(root));
  });

  it('downloads it on "npm run electron"', async () => {
    const { root, mirror, env } = await world();
    const fetched = await run(root, ['scripts/run.cjs', 'electron'], env);
    expect(fetched.said).toContain('Electron is here');
    expect(fetched.status).toBe(0);
    expect(archives(mirror)).toBe(1);
    const again = await run(root, ['scripts/run.cjs', 'electron'], env);
    expect(again.status).toBe(0);
    expect(archives(mirror)).toBe(1);
  });
});

describe.skipIf(process.platform === 'win32')('npm start if Electron opens no window', () => {
  /** A checkout whose Electron is a script, or the program in a folder. */
  async function standingIn(electron: { readonly script: string } | { readonly folder: string }) {
    const root = checkout();
    await settle(root);
    const dist = join(root, 'node_modules', 'electron', 'dist');
    if ('folder' in electron) symlinkSync(electron.folder, dist);
    else {
      mkdirSync(dist);
      writeFileSync(join(dist, 'electron'), electron.script, { mode: 0o755 });
    }
    writeFileSync(join(root, 'node_modules', 'electron', 'path.txt'), 'electron');
    const started = join(root, 'started');
    const start = (env: Record<string, string> = {}) =>
      run(root, ['scripts/run.cjs', 'start'], {
        DISPLAY: ':9',
        WAYLAND_DISPLAY: '',
        STARTED: started,
        ...env,
      });
    return { root, start, opened: () => existsSync(started) && readFileSync(started, 'utf8') };
  }

  it.each([
    ['a signal', '#!/bin/sh\nkill -TRAP $$\n', /ended by SIGTRAP/],
    ['an exit status', '#!/bin/sh\necho at Object.main >&2; exit 7\n', /exit status 7/],
    [
      'a missing library',
      '#!/bin/sh\necho "electron: error while loading shared libraries: libnss3.so: cannot open" >&2; exit 127\n',
      /library libnss3\.so is missing.+\n.+apt install/,
    ],
    [
      'a refused sandbox',
      '#!/bin/sh\necho "FATAL:setuid_sandbox_host.cc The SUID sandbox helper binary was found" >&2; kill -TRAP $$\n',
      /refuses Electron's sandbox.+\n.+chmod 4755/,
    ],
    [
      'root',
      '#!/bin/sh\necho "Running as root without --no-sandbox is not supported." >&2; exit 1\n',
      /refuses to run as root.+\n.+ordinary user/,
    ],
    ['no program', '#!/no/such/program\n', /could not be run: \w+.+\n.+fetches it again/],
  ])('opens the browser after %s, says why in two lines, and remembers it', async (_, script, why) => {
    const { root, start, opened } = await standingIn({ script });
    const first = await start();
    expect(first.said).toMatch(why);
    expect(first.said.trim().split('\n')).toHaveLength(2);
    expect(first.said).not.toMatch(/^\s+at /m);
    expect([first.status, opened()]).toEqual([0, 'browser']);

    const second = await start();
    expect(second.said).toMatch(/^Electron opened no window the last time .+"npm run electron"/);
    expect((await run(root, ['scripts/run.cjs', 'electron'], {})).status).toBe(0);
    expect((await start()).said).toMatch(why);
  });

  const real = findElectron();
  const unfit =
    typeof real === 'string' ? real : !(isRoot() && process.platform === 'linux') && 'only root is refused';
  it.skipIf(unfit)(
    `opens the browser after the real Electron refused root${unfit ? ` (skipped: ${unfit})` : ''}`,
    async () => {
      if (typeof real === 'string') return;
      const { start, opened } = await standingIn({ folder: dirname(real.binary) });
      const { status, said } = await start();
      expect(said).toMatch(/refuses to run as root.+\n.+ordinary user to have its window\.\n$/);
      expect([status, opened()]).toEqual([0, 'browser']);
    },
  );

  it('ends with the exit status of an Electron that crashes later, and opens nothing else', async () => {
    const { start, opened } = await standingIn({
      script: '#!/bin/sh\n: > "$DIALOGRAM_SHOWN"; kill -SEGV $$\n',
    });
    const { status, said } = await start();
    expect([status, opened()]).toEqual([139, false]);
    expect(said).toMatch(/^Dialogram ended early \(it was ended by SIGSEGV\)\. What was saved is kept/);
  });

  it('looks for a display before it looks for Electron', async () => {
    const { start, opened } = await standingIn({ script: '#!/bin/sh\nprintf electron > "$STARTED"\n' });
    if (hasDisplay({})) return;
    expect((await start({ DISPLAY: '' })).said).toContain('no display');
    expect(opened()).toBe('browser');
  });
});

describe('npm start without a display', () => {
  it('downloads nothing and says that it opens for the browser', async () => {
    const { root, mirror, env } = await world();
    const blind = { ...env, DISPLAY: '', WAYLAND_DISPLAY: '' };
    if (hasDisplay(blind)) return;
    const { electron, says } = await chooseDoor({ root, node: process.execPath }, { env: blind });
    expect(electron).toBeNull();
    expect(says).toContain('no display');
    expect(mirror.asked).toEqual([]);
    expect(existsSync(join(root, 'node_modules', '.dialogram-electron'))).toBe(false);
  });

  it('is Linux without X or Wayland', () => {
    expect(hasDisplay({}, 'linux')).toBe(false);
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
    expect(hasDisplay({}, 'darwin')).toBe(true);
    expect(hasDisplay({}, 'win32')).toBe(true);
  });
});
