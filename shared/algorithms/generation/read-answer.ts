/** Parses an answer that is only JSON, bare or as one fenced block; otherwise undefined. */
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

const NUMBERED =
  /^[\s>*•-]{0,8}[<([]?(\d{1,6})[>)\].]?\s{0,4}\**[<([]?(system|assistant|agent|user|customer)[>)\]]?\**\s{0,4}[:：]\**(.*)$/iu;
const SPEAKER =
  /^[\s>*•[(-]{0,8}(?:\d{1,6}[)\].>]?\s{0,4})?\**[<([]?(?:the\s)?(user|customer|client|system|assistant|agent|bot|support)[>)\]]?\**(?:\s(?:says|said|replies|answers|responds))?\s{0,4}[:：]\**\s*/iu;
/** A line that begins the next turn. Lists may name speakers, so fewer forms are accepted here than at the start. */
const NEXT_SPEAKER =
  /^[\s>*]{0,8}(?:\d{1,6}\s{0,4})?\**(?:user|customer|system|assistant|agent)\**\s{0,4}[:：]/iu;
const CUSTOMERS = /^(?:user|customer|client)$/i;
const ANNOUNCED =
  /^(?:(?:sure|certainly|of course|okay|ok)[,.!]?\s)?(?:here(?:['’]s| is)|this is)\sthe\s(?:system['’]s\s)?(?:next\s|possible\s)?(?:turn|answer|response|reply|message)[^"“:]{0,60}:\s*$/iu;
const QUOTED = /^["“](?<words>[^"“”]*)["”]$/su;
const FENCE = /^\s*(?:```[\p{L}]*|<\/?(?:dialogue|example)>)\s*$/u;

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\u2028]/)
    .filter((line) => !FENCE.test(line))
    .map((line) => line.slice(0, MOST_LINE_CHARACTERS));

function turnsIn(lines: readonly string[]): { readonly speaker: string | null; readonly text: string }[] {
  const turns: { speaker: string | null; text: string }[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    const label = last && !NEXT_SPEAKER.test(line) ? null : SPEAKER.exec(line);
    if (label || !last) turns.push({ speaker: label?.[1] ?? null, text: line.slice(label?.[0].length ?? 0) });
    else last.text += `\n${line}`;
  }
  return turns.map(({ speaker, text }) => ({ speaker, text: text.trim() }));
}

/** Removes invented further turns, too. Of a small transcript, the first turn of the support side stays. */
export function withoutSpeakers(answer: string): string {
  const [first, ...rest] = turnsIn(answer.trim().split('\n'));
  if (!first) return '';
  const customer = first.speaker !== null && CUSTOMERS.test(first.speaker);
  const own = customer ? rest.find(({ speaker }) => speaker !== null && !CUSTOMERS.test(speaker)) : undefined;
  return (own ?? first).text;
}

export const withoutLabel = (text: string): string => text.replace(SPEAKER, '');

/** The longest label; after that many characters it is clear whether an answer begins with one. */
export const LONGEST_LABEL = 60;

export function readTurn(answer: string): string {
  const lines = linesOf(answer.trim());
  if (lines.length > 1 && ANNOUNCED.test(lines[0] ?? '')) lines.shift();
  const said = withoutSpeakers(lines.join('\n'));
  return QUOTED.exec(said)?.groups?.words?.trim() ?? said;
}

interface WrittenTurns {
  readonly texts: ReadonlyMap<number, string>;
  readonly missing: readonly number[];
}

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
