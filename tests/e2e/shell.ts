import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const START_LIMIT_MS = 600_000;

export interface Shell {
  readonly address: string;
  readonly origin: string;
  /** The folder of projects, uploads and exports. */
  readonly home: string;
  stop(): Promise<void>;
  /** Ends it without notice, like a power failure. */
  kill(): Promise<void>;
}

/** Uses its own port, because a leftover page would connect to the next shell. `build` is the folder of the build. */
export async function startShell(
  home: string,
  environment: NodeJS.ProcessEnv = {},
  build = 'out',
): Promise<Shell> {
  const entry = join(ROOT, build, 'main', 'web.js');
  if (!existsSync(entry)) {
    throw new Error(`There is no build at ${entry}. Run \`npm run build\` first.`);
  }
  const child = spawn(process.execPath, [entry, '--no-open', '--port', '0'], {
    env: { ...process.env, ...environment, DIALOGRAM_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await addressOf(child);
  return {
    address,
    origin: new URL(address).origin,
    home,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const give = (error: Error | null, address = ''): void => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(address);
    };
    const timer = setTimeout(
      () => give(new Error(`The shell printed no address within ${START_LIMIT_MS} ms:\n${said}`)),
      START_LIMIT_MS,
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /http:\/\/\S+\?token=\S+/.exec(said);
        if (found) give(null, found[0]);
      });
    }
    child.once('exit', (code) => give(new Error(`The shell ended with status ${code}:\n${said}`)));
  });
}
