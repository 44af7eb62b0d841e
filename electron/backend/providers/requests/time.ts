import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '#shared/algorithms/random/random.ts';

export interface BackOff {
  /** Time to wait before the second attempt, in ms. It doubles before each further attempt. */
  readonly firstMs: number;
  readonly mostMs: number;
}

export const BACK_OFF: BackOff = { firstMs: 1000, mostMs: 60_000 };

/** Longest time to wait, in ms. If a server asks for more, the person should pause the run instead. */
const MOST_ASKED_MS = 10 * 60_000;

/**
 * Returns the ms to wait after attempt `attempt` (from 1): random between half of the doubled time and all of it, and
 * never shorter than the server demands.
 */
export function waitBefore(
  attempt: number,
  retryAfterMs: number | null,
  random: Random,
  backOff: BackOff = BACK_OFF,
): number {
  const step = Math.min(backOff.mostMs, backOff.firstMs * 2 ** (attempt - 1));
  const jittered = step / 2 + (random.next() * step) / 2;
  if (retryAfterMs === null) return jittered;
  return Math.min(MOST_ASKED_MS, Math.max(0, retryAfterMs)) + random.next() * Math.min(step, 1000);
}

export interface Time {
  /** Returns milliseconds since some fixed moment. Never decreases. */
  now(): number;
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
