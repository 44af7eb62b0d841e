import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** Returns the packages that a thread loads with a module. */
function packagesOf(module: string): Promise<string[]> {
  const list = new URL('./thread-modules.ts', import.meta.url).href;
  const code = `
    import { registerHooks } from 'node:module';
    import { parentPort } from 'node:worker_threads';
    const loaded = new Set();
    registerHooks({
      load(address, context, next) {
        loaded.add(/node_modules\\/([^/]+)/.exec(address)?.[1]);
        return next(address, context);
      },
    });
    const { modules } = await import(${JSON.stringify(list)});
    await modules[${JSON.stringify(module)}]();
    parentPort.postMessage([...loaded]);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

// The n-grams load more slowly than a thread starts.
it.each(['exploring', 'filters', 'findings', 'learning', 'retrievalIndex', 'edit'])(
  'starts the thread of %s without the n-grams of languages',
  async (module) => {
    const packages = await packagesOf(module);
    expect(packages).toContain('zod');
    expect(packages).not.toContain('eld');
  },
);

it('loads the n-grams with a thread that reads texts', async () => {
  expect(await packagesOf('sliceAnalysis')).toContain('eld');
});
