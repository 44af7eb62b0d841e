const MOST_LINE_CHARACTERS = 8000;

/** "12 System:", also in brackets, bold or as a list; what follows is what was said. */
const NUMBERED =
  /^[\s>*•-]{0,8}[<([]?(\d{1,6})[>)\].]?\s{0,4}\**[<([]?(system|assistant|agent|user|customer)[>)\]]?\**\s{0,4}[:：]\**(.*)$/iu;
/** The same without the id, as models begin a single turn. */
const SPEAKER = /^[\s>*]{0,8}(?:\d{1,6}\s{0,4})?\**(?:system|assistant|agent)\**\s{0,4}[:：]\**\s*/iu;
const NEXT_SPEAKER =
  /^[\s>*]{0,8}(?:\d{1,6}\s{0,4})?\**(?:user|customer|system|assistant|agent)\**\s{0,4}[:：]/iu;
const FENCE = /^\s*```[\p{L}]*\s*$/u;

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\u2028]/)
    .filter((line) => !FENCE.test(line))
    .map((line) => line.slice(0, MOST_LINE_CHARACTERS));

/** What a model says next: without a speaker before it, and without turns it went on to invent. */
export function readTurn(answer: string): string {
  const lines = linesOf(answer.trim());
  const first = (lines[0] ?? '').replace(SPEAKER, '');
  const end = lines.findIndex((line, at) => at > 0 && NEXT_SPEAKER.test(line));
  return [first, ...lines.slice(1, end < 0 ? undefined : end)].join('\n').trim();
}

interface WrittenTurns {
  /** By id, for asked ids only; never empty. */
  readonly texts: ReadonlyMap<number, string>;
  /** Asked ids without words, in order: what to ask again. */
  readonly missing: readonly number[];
}

/**
 * The turns of a whole dialogue, checked line by line. A line for the user or for an id that was not asked for is passed
 * over; an id with two different lines counts as missing; lines without an id go on with the line before.
 *
 * @param cutOff the answer ended before it was complete; its last turn may be half a turn and is dropped
 */
export function readTurns(answer: string, asked: readonly number[], cutOff = false): WrittenTurns {
  const wanted = new Set(asked);
  const found: { id: number | null; text: string }[] = [];
  for (const line of linesOf(answer)) {
    const match = NUMBERED.exec(line);
    if (match) {
      const own = !/^(?:user|customer)$/i.test(match[2]);
      const id = Number(match[1]);
      found.push({ id: own && wanted.has(id) ? id : null, text: match[3].trim() });
    } else if (line.trim() !== '' && found.length > 0) {
      const last = found[found.length - 1];
      last.text = `${last.text} ${line.trim()}`.trim();
    }
  }
  if (cutOff) found.pop();
  const texts = new Map<number, string>();
  const doubled = new Set<number>();
  for (const { id, text } of found) {
    if (id === null || text === '') continue;
    const before = texts.get(id);
    if (before !== undefined && before !== text) doubled.add(id);
    texts.set(id, text);
  }
  for (const id of doubled) texts.delete(id);
  return { texts, missing: asked.filter((id) => !texts.has(id)) };
}
