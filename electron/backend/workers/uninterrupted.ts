/** The states of a thread's task, in memory that both sides see: FREE, or a sum of HELD and ENDING. */
const FREE = 0;
export const HELD = 1;
export const ENDING = 2;

let hold: Int32Array | null = null;

/** Called with each task of this thread. */
export function beginTask(ofTask: Int32Array): void {
  hold = ofTask;
}

/** Returns true if this thread should end after its `uninterrupted` work. */
export const isEnding = (): boolean => hold !== null && (Atomics.load(hold, 0) & ENDING) !== 0;

/** Does native work that must not be cut short. If this is a thread for tasks, its end waits until the work is done. */
export async function uninterrupted<Result>(work: () => Promise<Result>): Promise<Result> {
  const own = hold;
  if (!own) return work();
  // The thread is ending and does no further work.
  if (Atomics.compareExchange(own, 0, FREE, HELD) !== FREE) return new Promise<never>(() => {});
  try {
    return await work();
  } finally {
    Atomics.and(own, 0, ~HELD);
  }
}
