import type { Topic } from '#shared/contract/base.ts';

/** Tells pages what to read again; topics that change in quick succession are combined. */
export function createChanges() {
  const listeners = new Set<(topic: Topic) => void>();
  const ending = new AbortController();
  return {
    announce(...topics: readonly Topic[]): void {
      for (const topic of topics) for (const listener of listeners) listener(topic);
    },
    /** Ends every stream: the project closes, and nothing of it will change any more. */
    end(): void {
      ending.abort();
    },
    /** Returns the number of open streams. */
    readers: (): number => listeners.size,
    async *stream(leave?: AbortSignal): AsyncGenerator<{ topics: Topic[] }, void> {
      const pending = new Set<Topic>();
      let wake: (() => void) | null = null;
      const listener = (topic: Topic): void => {
        pending.add(topic);
        wake?.();
      };
      const stop = (): void => wake?.();
      const signal = leave ? AbortSignal.any([leave, ending.signal]) : ending.signal;
      listeners.add(listener);
      signal.addEventListener('abort', stop, { once: true });
      try {
        while (!signal.aborted) {
          if (pending.size === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          const topics = [...pending];
          pending.clear();
          yield { topics };
        }
      } finally {
        listeners.delete(listener);
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
