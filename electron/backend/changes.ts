import type { z } from 'zod';
import type { changeSchema } from '#shared/contract/projects.ts';

export type Change = z.infer<typeof changeSchema>;
export type Topic = Change['topics'][number];

/** Tells pages what to read again; topics that change in quick succession are told together. */
export function createChanges() {
  const listeners = new Set<(topic: Topic) => void>();
  return {
    announce(...topics: readonly Topic[]): void {
      for (const topic of topics) for (const listener of listeners) listener(topic);
    },
    async *stream(signal?: AbortSignal): AsyncGenerator<Change, void> {
      const pending = new Set<Topic>();
      let wake: (() => void) | null = null;
      const listener = (topic: Topic): void => {
        pending.add(topic);
        wake?.();
      };
      const stop = (): void => wake?.();
      listeners.add(listener);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        while (!signal?.aborted) {
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
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
