/** Lets other work of the thread run. Call this after each small chunk of a computation. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The longest time in ms that a reader may block the thread before other work runs. */
const SLICE_MS = 10;

/** Lets other work of the thread run about every ten milliseconds, and stops if the import is canceled. */
export class Breather {
  readonly #signal: AbortSignal;
  #since = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** True if the time slice is used up. This check is fast, so that inner loops can make it before they await. */
  get due(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  /** Waits for one turn of the event loop, then throws the signal's reason if the import was canceled. */
  async pause(): Promise<void> {
    this.#signal.throwIfAborted();
    await breathe();
    this.#since = performance.now();
    this.#signal.throwIfAborted();
  }
}
