import type { NumberedTurn } from '../../domain/dialogue.ts';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface FineTuningExample {
  readonly messages: readonly ChatMessage[];
}

/** JSON Lines: one example a line, each ended by a line end. */
export function fineTuningJsonl(examples: readonly FineTuningExample[]): string {
  return examples.map((example) => `${JSON.stringify(example)}\n`).join('');
}

interface AnswerWindow {
  readonly context: readonly NumberedTurn[];
  readonly answer: NumberedTurn;
}

export const WINDOW_TURNS = 6;

/**
 * Returns the *next turn* units of the second paper (section 4.2): each ends in a system turn after a user turn.
 * Windows are shorter near the beginning. Throws a RangeError if `size`, which includes the answer, is below 2.
 */
export function nextTurnWindows(turns: readonly NumberedTurn[], size: number = WINDOW_TURNS): AnswerWindow[] {
  if (!Number.isInteger(size) || size < 2) {
    throw new RangeError(`The turns of a window must be a whole number of at least 2, not ${size}.`);
  }
  const windows: AnswerWindow[] = [];
  for (let at = 1; at < turns.length; at++) {
    if (turns[at].role !== 'system' || turns[at - 1].role !== 'user') continue;
    windows.push({ context: turns.slice(Math.max(0, at - size + 1), at), answer: turns[at] });
  }
  return windows;
}
