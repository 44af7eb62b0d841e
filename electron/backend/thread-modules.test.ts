import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** The packages and the contract's files that an import loads in a thread. `from` is relative to this file. */
function loadedBy(from: string, module: string | null): Promise<{ packages: string[]; contract: string[] }> {
  const file = new URL(from, import.meta.url).href;
  const code = `
    import { registerHooks } from 'node:module';
    import { parentPort } from 'node:worker_threads';
    const [packages, contract] = [new Set(), new Set()];
    registerHooks({
      load(address, context, next) {
        packages.add(/node_modules\\/([^/]+)/.exec(address)?.[1]);
        contract.add(/shared\\/contract\\/([^/]+)\\.ts/.exec(address)?.[1]);
        return next(address, context);
      },
    });
    const { modules } = await import(${JSON.stringify(file)});
    await modules?.[${JSON.stringify(module)}]();
    parentPort.postMessage({ packages: [...packages], contract: [...contract] });`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

const loadedWith = (module: string) => loadedBy('./thread-modules.ts', module);

// Loading the n-grams takes longer than starting a thread.
it.each(['retrievalIndex', 'edit'])(
  'starts the thread of %s without the n-grams of languages',
  async (module) => {
    const { packages } = await loadedWith(module);
    expect(packages).toContain('zod');
    expect(packages).not.toContain('eld');
  },
);

it('loads the n-grams with a thread that reads texts', async () => {
  expect((await loadedWith('sliceAnalysis')).packages).toContain('eld');
});

it.each(['exploring', 'filters', 'findings', 'fitness', 'learning', 'relearning'])(
  'starts the thread of %s without n-grams, drawing, parsers and the edits of every table',
  async (module) => {
    const { packages, contract } = await loadedWith(module);
    for (const heavy of ['eld', 'd3', 'elkjs', 'chevrotain']) expect(packages).not.toContain(heavy);
    expect(contract).toContain('errors');
    expect(contract).not.toContain('votes');
  },
);

it('starts the backend without the client of models and the layout of pictures', async () => {
  const { packages } = await loadedBy('./backend.ts', null);
  expect(packages).toContain('zod');
  for (const heavy of ['openai', 'elkjs', 'd3']) expect(packages).not.toContain(heavy);
});
