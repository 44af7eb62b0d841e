import { exampleBlock } from '#shared/algorithms/generation/answer-messages.ts';
import { LONGEST_LABEL, withoutLabel } from '#shared/algorithms/generation/read-answer.ts';
import type { ShownExample } from '../generation/index.ts';
import { ApiError } from './api-error.ts';
import { type ChatMessageIn, type Content, textOf } from './chat-body.ts';

/** A message as a model's server is sent it. */
export interface OutgoingMessage {
  readonly role: Exclude<ChatMessageIn['role'], 'developer'>;
  readonly content: unknown;
}

/**
 * A client's messages as they are sent on. `hide` masks words, lists of text become one text because many
 * servers know nothing else, and a developer's instructions get the older name.
 * @param hide null if nothing has to be masked
 * @throws ApiError for a picture or sound if something has to be masked, because nobody can see what is in it
 */
export function outgoing(
  messages: readonly ChatMessageIn[],
  hide: ((text: string) => string) | null,
): OutgoingMessage[] {
  const hidden = hide ?? ((text: string): string => text);
  return messages.map(({ role, content, name, tool_call_id, tool_calls }) => ({
    role: role === 'developer' ? 'system' : role,
    content: contentOf(content, hide),
    ...(name !== undefined && (role === 'tool' || role === 'function') ? { name } : {}),
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
    ...(tool_calls === undefined
      ? {}
      : {
          tool_calls: tool_calls.map((call) => ({
            ...call,
            ...(call.function && {
              function: { ...call.function, arguments: hidden(call.function.arguments) },
            }),
          })),
        }),
  }));
}

function contentOf(content: Content, hide: ((text: string) => string) | null): unknown {
  if (content === null || content === undefined) return null;
  const hidden = hide ?? ((text: string): string => text);
  if (typeof content === 'string' || content.every(({ type }) => type === 'text'))
    return hidden(textOf(content));
  if (hide === null) return content;
  throw new ApiError(
    400,
    'unsupported_content',
    'Personal data is masked before it is sent to this server. Only text can be masked, so send only text.',
    { param: 'messages' },
  );
}

/** The examples, below the prompt about them, at the end of the instructions that the messages begin with. */
export function withExamples(
  messages: readonly OutgoingMessage[],
  prompt: string,
  examples: readonly ShownExample[],
): readonly OutgoingMessage[] {
  if (examples.length === 0) return messages;
  const words = [prompt, ...examples.map(({ rounds }) => exampleBlock(rounds))].join('\n\n');
  const [first, ...rest] = messages;
  // Many models accept only one such message, as the first.
  if (first?.role === 'system') return [{ role: 'system', content: `${first.content}\n\n${words}` }, ...rest];
  return [{ role: 'system', content: words }, ...messages];
}

const LONGEST_PLACEHOLDER = 40;

/**
 * Puts masked data back into pieces of a text. A placeholder that may be incomplete is held until it is
 * whole.
 * @param unlabelled drops the label of a speaker that the text may begin with
 */
export function createPieces(
  unmask: (text: string) => string,
  unlabelled: boolean,
  tell: (piece: string) => void,
) {
  let held = '';
  let begun = !unlabelled;
  const pass = (upTo: number): void => {
    const ready = unmask(held.slice(0, upTo));
    held = held.slice(upTo);
    if (ready !== '') tell(ready);
  };
  return {
    add(piece: string): void {
      held += piece;
      if (!begun) {
        if (held.length < LONGEST_LABEL) return;
        begun = true;
        held = withoutLabel(held);
      }
      const open = held.lastIndexOf('[');
      const half = open >= 0 && !held.includes(']', open) && held.length - open <= LONGEST_PLACEHOLDER;
      pass(half ? open : held.length);
    },
    end(): void {
      if (!begun) held = withoutLabel(held);
      begun = true;
      pass(held.length);
    },
  };
}
