import type { AnswerEvent, ColumnAnswer } from '#shared/contract/generation.ts';
import type { AnswerListener } from './ask-model.ts';
import { streamWork } from './stream-work.ts';

/** Streams an answer's events; leaving the stream or aborting the call stops the work. */
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
