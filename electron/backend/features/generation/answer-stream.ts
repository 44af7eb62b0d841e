import type { AnswerEvent, ColumnAnswer } from '#shared/contract/generation.ts';
import type { AnswerListener } from './ask-model.ts';

export type StreamedWork = (
  listener: Required<AnswerListener> & { readonly signal: AbortSignal },
) => Promise<ColumnAnswer>;

/**
 * An answer as a stream of what happens to it. What fails before anything was sent fails the call; whoever leaves the
 * stream, or aborts the call, cuts the work off.
 */
export async function streamAnswer(
  work: StreamedWork,
  leave?: AbortSignal,
): Promise<AsyncGenerator<AnswerEvent, void>> {
  const left = new AbortController();
  const signal = leave ? AbortSignal.any([leave, left.signal]) : left.signal;
  const pending: AnswerEvent[] = [];
  let notify: (() => void) | null = null;
  const add = (event: AnswerEvent): void => {
    const last = pending.at(-1);
    // Pieces nobody has read yet are one piece.
    if (event.kind === 'text' && last?.kind === 'text') {
      pending[pending.length - 1] = { kind: 'text', text: last.text + event.text };
    } else pending.push(event);
    notify?.();
  };
  const working = work({
    signal,
    onPrompt: (messages) => add({ kind: 'prompt', messages }),
    onText: (text) => add({ kind: 'text', text }),
    onAgain: () => add({ kind: 'again' }),
  }).then((answer) => add({ kind: 'done', answer }));
  const something = (): Promise<void> =>
    new Promise((resolve) => {
      notify = resolve;
    });
  await Promise.race([working, something()]);

  return (async function* () {
    try {
      for (;;) {
        while (pending.length > 0) {
          const event = pending.shift() as AnswerEvent;
          yield event;
          if (event.kind === 'done') return;
        }
        await Promise.race([working, something()]);
      }
    } catch (error) {
      // Nobody is left to hear of it.
      if (!signal.aborted) throw error;
    } finally {
      left.abort();
      await working.catch(() => {});
    }
  })();
}
