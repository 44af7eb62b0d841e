import type { AnswerEvent, ColumnAnswer } from '#shared/contract/generation.ts';
import type { AnswerListener } from './ask-model.ts';

type StreamedWork<Event> = (tell: (event: Event) => void, signal: AbortSignal) => Promise<Event>;

/**
 * Runs work and streams its events. A failure before the first event fails the call.
 * @param joined combines two unread events; null if both must be delivered
 */
export async function streamWork<Event>(
  work: StreamedWork<Event>,
  joined: (before: Event, next: Event) => Event | null,
  leave?: AbortSignal,
): Promise<AsyncGenerator<Event, void>> {
  const left = new AbortController();
  const signal = leave ? AbortSignal.any([leave, left.signal]) : left.signal;
  const pending: Event[] = [];
  let ended = false;
  let notify: (() => void) | null = null;
  const tell = (event: Event): void => {
    const last = pending.at(-1);
    const one = last === undefined ? null : joined(last, event);
    if (one === null) pending.push(event);
    else pending[pending.length - 1] = one;
    notify?.();
  };
  const working = work(tell, signal).then((last) => {
    pending.push(last);
    ended = true;
  });
  const something = (): Promise<void> =>
    new Promise((resolve) => {
      notify = resolve;
    });
  await Promise.race([working, something()]);

  return (async function* () {
    try {
      for (;;) {
        while (pending.length > 0) yield pending.shift() as Event;
        if (ended) return;
        await Promise.race([working, something()]);
      }
    } catch (error) {
      // Nobody is listening anymore.
      if (!signal.aborted) throw error;
    } finally {
      left.abort();
      await working.catch(() => {});
    }
  })();
}

export function streamAnswer(
  answer: (options: Required<AnswerListener> & { readonly signal: AbortSignal }) => Promise<ColumnAnswer>,
  signal?: AbortSignal,
) {
  return streamWork<AnswerEvent>(
    async (tell, stopped) => ({
      kind: 'done',
      answer: await answer({
        signal: stopped,
        onPrompt: (messages) => tell({ kind: 'prompt', messages }),
        onText: (text) => tell({ kind: 'text', text }),
        onAgain: () => tell({ kind: 'again' }),
        onPlace: (place) => tell({ kind: 'waiting', place }),
        onSent: () => tell({ kind: 'sent' }),
      }),
    }),
    (before, next) =>
      before.kind === 'text' && next.kind === 'text'
        ? { kind: 'text', text: before.text + next.text }
        : before.kind === 'waiting' && next.kind === 'waiting'
          ? next
          : null,
    signal,
  );
}
