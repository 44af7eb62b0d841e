import type { Time } from './time.ts';

export interface InLine {
  readonly urgent?: boolean;
  /** Called with the place in the queue, from 1, while the request waits. */
  readonly onPlace?: ((place: number) => void) | undefined;
  readonly onSent?: (() => void) | undefined;
}

/** The queue of requests to a server that answers a limited number at a time. */
export type Queue = ReturnType<typeof createQueue>;

interface Waiting extends InLine {
  told: number;
  enter(): void;
}

/** The server may have been restarted with another number of slots. */
const LEARN_AGAIN_MS = 60_000;

/** @param asked how many requests may run at the same time, or a function that finds this out */
export function createQueue(asked: number | (() => Promise<number>), time: Time) {
  let running = 0;
  let until = Number.NEGATIVE_INFINITY;
  const line: Waiting[] = [];
  let most = typeof asked === 'number' ? asked : 0;
  let learnedAt = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | null = null;

  const tellPlaces = (): void => {
    for (const [at, waiting] of line.entries()) {
      if (waiting.told === at + 1) continue;
      waiting.told = at + 1;
      waiting.onPlace?.(at + 1);
    }
  };
  const learn = async (): Promise<void> => {
    if (typeof asked === 'number') return;
    const fresh = time.now() - learnedAt < LEARN_AGAIN_MS;
    if (most > 0 && (fresh || running > 0)) return;
    learning ??= asked()
      .then((count) => {
        most = count;
        learnedAt = time.now();
      })
      .finally(() => {
        learning = null;
      });
    await learning;
  };
  const take = async (signal: AbortSignal, inLine: InLine): Promise<void> => {
    await learn();
    signal.throwIfAborted();
    if (running < most && line.length === 0) {
      running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        ...inLine,
        told: 0,
        enter() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        line.splice(line.indexOf(waiting), 1);
        reject(signal.reason);
        tellPlaces();
      };
      signal.addEventListener('abort', leave, { once: true });
      const before = inLine.urgent ? line.findIndex(({ urgent }) => !urgent) : -1;
      line.splice(before < 0 ? line.length : before, 0, waiting);
      tellPlaces();
    });
  };
  const give = (): void => {
    const next = line.shift();
    if (next) next.enter();
    else running--;
    tellPlaces();
  };
  const passed = async (signal: AbortSignal): Promise<void> => {
    // The pause may have been extended in the meantime.
    for (let left = until - time.now(); left > 0; left = until - time.now()) await time.sleep(left, signal);
    signal.throwIfAborted();
  };

  return {
    /** Returns how many requests run at the same time. Asks the server if this is unknown. */
    async capacity() {
      await learn();
      return most;
    },
    /** Runs `task` once a place is free and no pause is in effect. @throws the signal's reason while it waits */
    async run<Result>(signal: AbortSignal, task: () => Promise<Result>, inLine: InLine = {}) {
      signal.throwIfAborted();
      await take(signal, inLine);
      try {
        await passed(signal);
        inLine.onSent?.();
        return await task();
      } finally {
        give();
      }
    },
    holdBack(ms: number) {
      until = Math.max(until, time.now() + ms);
    },
    /** @throws the signal's reason */
    passed,
  };
}
