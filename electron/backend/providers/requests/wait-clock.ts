import type { InLine } from './queue.ts';

/** Measures how long requests wait in the queue, so that this time can be subtracted from their duration. */
export function createWaitClock(listener: Pick<InLine, 'onPlace' | 'onSent'> = {}) {
  let waitedMs = 0;
  let since: number | null = null;
  return {
    onPlace(place: number): void {
      since ??= performance.now();
      listener.onPlace?.(place);
    },
    onSent(): void {
      if (since !== null) waitedMs += performance.now() - since;
      since = null;
      listener.onSent?.();
    },
    waitedMs: (): number => waitedMs,
  };
}
