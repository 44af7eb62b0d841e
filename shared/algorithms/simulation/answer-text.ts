import { exampleMask } from '../generation/answer-messages.ts';
import { decodeEntities, spokenPart } from '../moves/mask.ts';

/**
 * Returns what an agent once said as an answer to somebody else: without handles at the start and initials at the end, and
 * with the other customer's names and numbers replaced by their kind ("[name]"). Links stay, because they are the agent's.
 * @param dialogue all texts of the dialogue
 */
export function answerText(dialogue: readonly string[], turn: number): string {
  const text = decodeEntities(dialogue[turn] ?? '');
  const { start, end } = spokenPart(text);
  const spoken = text.slice(start, end).replace(/ {2,}/g, ' ').trim();
  return exampleMask(dialogue, ['url'])(spoken || text);
}
