import type { NumberedTurn } from '../../domain/dialogue.ts';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One line of a fine-tuning file in the chat layout of OpenAI's API. */
export interface FineTuningExample {
  readonly messages: readonly ChatMessage[];
}

/** JSON Lines: one example a line, each ended by a line end. */
export function fineTuningJsonl(examples: readonly FineTuningExample[]): string {
  return examples.map((example) => `${JSON.stringify(example)}\n`).join('');
}

/** A system turn to answer, with the turns before it. */
interface AnswerWindow {
  /** Oldest first; empty if the system begins. */
  readonly context: readonly NumberedTurn[];
  readonly answer: NumberedTurn;
}

/** Turns of a window, including the answer: at most five of context. */
export const WINDOW_TURNS = 6;

/**
 * The *next turn* unit of the second paper (section 4.2): windows of six turns, each ending in a system turn after a
 * user turn; shorter near the beginning.
 * @param turns turns of alternating roles
 * @param size with the answer; at least 2 (a RangeError otherwise)
 */
export function nextTurnWindows(turns: readonly NumberedTurn[], size: number = WINDOW_TURNS): AnswerWindow[] {
  if (!Number.isInteger(size) || size < 2) {
    throw new RangeError(`A window needs a whole number of turns from 2, not ${size}.`);
  }
  const windows: AnswerWindow[] = [];
  for (let at = 1; at < turns.length; at++) {
    if (turns[at].role !== 'system' || turns[at - 1].role !== 'user') continue;
    windows.push({ context: turns.slice(Math.max(0, at - size + 1), at), answer: turns[at] });
  }
  return windows;
}
