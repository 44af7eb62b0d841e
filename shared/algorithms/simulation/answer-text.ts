import { decodeEntities, spokenPart } from '../moves/mask.ts';
import { createMasker } from '../privacy/masker.ts';

/**
 * Returns what an agent once said as an answer to somebody else: without handles at the start and initials at the end, and
 * with the other customer's names and numbers replaced by their kind ("[name]"). Links stay, because they are the agent's.
 * @param dialogue all texts of the dialogue, because a name is introduced in one turn and used in others
 */
export function answerText(dialogue: readonly string[], turn: number): string {
  const text = decodeEntities(dialogue[turn] ?? '');
  const { start, end } = spokenPart(text);
  const spoken = text.slice(start, end).replace(/ {2,}/g, ' ').trim() || text;
  let answer = '';
  let from = 0;
  for (const span of createMasker(dialogue).mask(spoken).spans) {
    if (span.kind === 'url') continue;
    answer += `${spoken.slice(from, span.start)}[${span.kind}]`;
    from = span.end;
  }
  return answer + spoken.slice(from);
}
