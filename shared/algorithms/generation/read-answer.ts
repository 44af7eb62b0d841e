/** The value of an answer that is JSON and nothing else, bare or as one fenced block; undefined if it is not. */
export function jsonOfAnswer(answer: string): unknown {
  const trimmed = answer.trim();
  const [, fenced] = /^```(?:json)?\s*\n([\s\S]*?)\n\s*```$/.exec(trimmed) ?? [];
  try {
    return JSON.parse(fenced ?? trimmed);
  } catch {
    return undefined;
  }
}

const MOST_LINE_CHARACTERS = 8000;

/** "12 System:", also in brackets, bold or as a list item, before the text. */
const NUMBERED =
  /^[\s>*•-]{0,8}[<([]?(\d{1,6})[>)\].]?\s{0,4}\**[<([]?(system|assistant|agent|user|customer)[>)\]]?\**\s{0,4}[:：]\**(.*)$/iu;
/** The same without the id, as models begin a single turn: "The system says:". */
const SPEAKER =
  /^[\s>*]{0,8}(?:\d{1,6}\s{0,4})?\**(?:the\s)?(?:system|assistant|agent|support)\**(?:\s(?:says|said|replies|answers|responds))?\s{0,4}[:：]\**\s*/iu;
/** A line that only announces what follows it. */
const ANNOUNCED =
  /^(?:(?:sure|certainly|of course|okay|ok)[,.!]?\s)?(?:here(?:['’]s| is)|this is)\sthe\s(?:system['’]s\s)?(?:next\s|possible\s)?(?:turn|answer|response|reply|message)[^"“:]{0,60}:\s*$/iu;
const QUOTED = /^["“](?<words>[^"“”]*)["”]$/su;
const NEXT_SPEAKER =
  /^[\s>*]{0,8}(?:\d{1,6}\s{0,4})?\**(?:user|customer|system|assistant|agent)\**\s{0,4}[:：]/iu;
const FENCE = /^\s*```[\p{L}]*\s*$/u;

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\u2028]/)
    .filter((line) => !FENCE.test(line))
    .map((line) => line.slice(0, MOST_LINE_CHARACTERS));

/** Returns the next turn in a model's answer, without speaker, announcement, quotes, or further invented turns. */
export function readTurn(answer: string): string {
  const lines = linesOf(answer.trim());
  if (lines.length > 1 && ANNOUNCED.test(lines[0] ?? '')) lines.shift();
  const start = lines.findIndex((line) => line.trim() !== '');
  const [first = '', ...rest] = lines.slice(Math.max(start, 0));
  const end = rest.findIndex((line) => NEXT_SPEAKER.test(line));
  const said = [first.replace(SPEAKER, ''), ...rest.slice(0, end < 0 ? undefined : end)].join('\n').trim();
  return QUOTED.exec(said)?.groups?.words?.trim() ?? said;
}

interface WrittenTurns {
  /** By id, for asked ids only; never empty. */
  readonly texts: ReadonlyMap<number, string>;
  /** Requested ids without text, in order: what to request again. */
  readonly missing: readonly number[];
}

/**
 * Returns the turns of a whole dialogue, checked line by line. Lines for the user or for an unexpected id are skipped;
 * an id with two different lines counts as missing; lines without an id continue the line before.
 *
 * @param cutOff true if the answer was truncated; its last turn may be incomplete and is dropped
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
