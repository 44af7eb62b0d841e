import { tellingWords } from '../conditions.ts';
import type { ReplayedDialogue } from '../following/replay-flow.ts';
import { hasNoValue } from '../following/slot-values.ts';

/** Counts the uses of a step after customers answered a question, and those that repeated a value of the answer. */
interface Repeats {
  answered: number;
  repeated: number;
}

/** Placeholders stand for customers' values and name the question that asked for them. */
export interface MarkedTexts {
  readonly asks: readonly string[];
  readonly texts: ReadonlyMap<string, number>;
}

/** A step repeats a value if it does so for this share of the answers. */
const LEAST_TOLD = 0.5;
const WORDING = 0.5;
const LONGEST_VALUE = 5;
/** Placeholders are letters of Unicode's private use area, which no text contains. */
const FIRST_MARK = 0xe000;
const MARK = /[\uE000-\uE0FF]/g;

/** Replaces each mark by the name of its slot in brackets, or by "[value]" if the step that asks has no slot. */
export const unmarked = (text: string, asks: readonly string[], slotOf: (ask: string) => string | null) =>
  text.replace(MARK, (mark) => {
    const slot = slotOf(asks[mark.charCodeAt(0) - FIRST_MARK]!);
    return `[${slot ?? 'value'}]`;
  });

interface Use {
  readonly text: string;
  readonly answers: ReadonlyMap<string, string>;
}

/**
 * Replaces customers' answers in the texts of each step by placeholders. O(turns · questions). An answer's words are
 * replaced if the text has them too and they vary between dialogues.
 * @param asks true if a step mostly asks for something
 */
export function markTold(
  dialogues: readonly ReplayedDialogue[],
  asks: (label: string) => boolean,
  least: number,
): ReadonlyMap<string, MarkedTexts> {
  return new Map([...usesIn(dialogues, asks)].map(([label, uses]) => [label, marked(uses, least)]));
}

function usesIn(
  dialogues: readonly ReplayedDialogue[],
  asks: (label: string) => boolean,
): ReadonlyMap<string, Use[]> {
  const all = new Map<string, Use[]>();
  for (const { turns } of dialogues) {
    let answers: ReadonlyMap<string, string> = new Map();
    let asked: string | null = null;
    for (const { role, text, label } of turns) {
      if (role === 'user') {
        if (asked !== null && !hasNoValue(text)) answers = new Map([...answers, [asked, text]]);
        asked = null;
      } else if (label !== null) {
        const own = all.get(label) ?? [];
        all.set(label, own);
        own.push({ text: text.trim(), answers });
        asked = asks(label) ? label : null;
      }
    }
  }
  return all;
}

function marked(uses: readonly Use[], least: number): MarkedTexts {
  const isValue = valuesOf(uses);
  const told = new Map<string, Repeats>();
  const found = uses.map(({ text, answers }) => {
    const here = tokensOf(text);
    return new Map(
      [...answers].map(([ask, answer]) => {
        const own = told.get(ask) ?? { answered: 0, repeated: 0 };
        told.set(ask, own);
        own.answered++;
        const shared = sharedRun(here, tokensOf(answer), isValue);
        if (shared) own.repeated++;
        return [ask, shared] as const;
      }),
    );
  });
  const shareOf = ({ answered, repeated }: Repeats): number => repeated / answered;
  const asks = [...told]
    .filter(([, own]) => own.repeated >= least && shareOf(own) >= LEAST_TOLD)
    .sort((a, b) => shareOf(b[1]) - shareOf(a[1]) || b[1].repeated - a[1].repeated)
    .map(([ask]) => ask);
  const texts = new Map<string, number>();
  for (const [at, { text }] of uses.entries()) {
    const runs = asks
      .flatMap((ask, mark) => {
        const run = found[at]!.get(ask);
        return run ? [{ ...run, mark: String.fromCharCode(FIRST_MARK + mark) }] : [];
      })
      .filter((run, index, all) => !all.slice(0, index).some((other) => overlap(run, other)))
      .sort((a, b) => b.from - a.from);
    const markedText = runs.reduce(
      (now, { from, to, mark }) => now.slice(0, from) + mark + now.slice(to),
      text,
    );
    texts.set(markedText, (texts.get(markedText) ?? 0) + 1);
  }
  return { asks, texts };
}

interface Run {
  readonly from: number;
  readonly to: number;
}

const overlap = (a: Run, b: Run): boolean => a.from < b.to && b.from < a.to;

interface Token extends Run {
  readonly word: string;
}

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}]+(?:[.,:/'’-][\p{L}\p{N}]+)*/gu)].map((match) => ({
    word: match[0].toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }));

/** Returns a function that distinguishes values from wording: a value has a digit or varies between texts. */
function valuesOf(uses: readonly Use[]): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of uses)
    for (const word of new Set(tokensOf(text).map((token) => token.word)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) =>
    /\p{N}/u.test(word) ||
    (tellingWords(word).length > 0 && word.length > 1 && counts.get(word)! < WORDING * uses.length);
}

/** Returns the longest run of words, from value to value, that a text and an answer share; null if none. */
function sharedRun(
  here: readonly Token[],
  answer: readonly Token[],
  isValue: (word: string) => boolean,
): Run | null {
  let best: { run: Run; size: number } | null = null;
  for (const [at, { word, from }] of here.entries()) {
    if (!isValue(word)) continue;
    for (const [other, token] of answer.entries()) {
      if (token.word !== word) continue;
      let size = 1;
      for (
        let more = 1;
        more < LONGEST_VALUE && here[at + more]?.word === answer[other + more]?.word;
        more++
      ) {
        const next = here[at + more]?.word;
        if (next === undefined) break;
        if (isValue(next)) size = more + 1;
      }
      if (best === null || size > best.size) best = { run: { from, to: here[at + size - 1]!.to }, size };
    }
  }
  return best?.run ?? null;
}
