import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread, workerData } from 'node:worker_threads';

/**
 * Loaded first by a measured process. Twice a second, writes the longest block and computation of its event loop, in
 * ms.
 */
const RESOLUTION_MS = 5;
const file = process.env.DIALOGRAM_STALLS;

if (file && !isMainThread && workerData?.shell !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let before = process.threadCpuUsage();
  let mostMs = 0;
  setInterval(() => {
    const now = process.threadCpuUsage();
    mostMs = Math.max(mostMs, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
  }, 1).unref();
  setInterval(() => {
    const held = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
    appendFileSync(file, `${held.toFixed(1)} ${mostMs.toFixed(1)}\n`);
    delay.reset();
    mostMs = 0;
  }, 500).unref();
}
