import type { Time } from './time.ts';

/** Allows a number of requests to run together, and can hold back all further ones. */
interface Pace {
  /** Runs `task` once there is room and no pause; @throws the signal's reason while it waits */
  run<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
  /** Starts nothing for this time; a longer running pause stays. */
  holdBack(ms: number): void;
  /**
   * Waits until requests may start again.
   * @throws the signal's reason
   */
  passed(signal: AbortSignal): Promise<void>;
}

export function createPace(concurrency: number, time: Time): Pace {
  let free = concurrency;
  let until = Number.NEGATIVE_INFINITY;
  const waiting: (() => void)[] = [];

  const take = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0 && waiting.length === 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });
  };
  const give = (): void => {
    // The slot goes to the longest waiting request.
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const passed = async (signal: AbortSignal): Promise<void> => {
    // The pause may have been extended meanwhile.
    for (let left = until - time.now(); left > 0; left = until - time.now()) await time.sleep(left, signal);
    signal.throwIfAborted();
  };

  return {
    async run(signal, task) {
      await take(signal);
      try {
        await passed(signal);
        return await task();
      } finally {
        give();
      }
    },
    holdBack(ms) {
      until = Math.max(until, time.now() + ms);
    },
    passed,
  };
}
