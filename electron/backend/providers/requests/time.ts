import { setTimeout as delay } from 'node:timers/promises';

/** The clock as far as requests need it; another one in tests. */
export interface Time {
  /** Milliseconds that only grow. */
  now(): number;
  /** @throws the signal's reason at once if it is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTime: Time = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    signal.throwIfAborted();
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
