import { enterWorker, uninterrupted } from './start-worker.ts';

/** Holds its thread, says when it begins and ends, and would go on for ever. */
enterWorker(async (port, input) => {
  const { forMs } = input as { readonly forMs: number };
  const pause = new Int32Array(new SharedArrayBuffer(4));
  await uninterrupted(async () => {
    port.postMessage('held');
    Atomics.wait(pause, 0, 0, forMs);
    port.postMessage('done');
  });
  void uninterrupted(async () => port.postMessage('again'));
  setInterval(() => {}, 1000);
});
