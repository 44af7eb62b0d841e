import type { AnswerEvent, ColumnAnswer } from '#shared/contract/generation.ts';
import type { AnswerListener } from './ask-model.ts';
import { streamWork } from './stream-work.ts';

/** An answer as a stream of what happens to it; whoever leaves it, or aborts the call, cuts the work off. */
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
      }),
    }),
    (before, next) =>
      before.kind === 'text' && next.kind === 'text' ? { kind: 'text', text: before.text + next.text } : null,
    signal,
  );
}
