const REQUEST =
  /^(?:(?:so|and|then|ok(?:ay)?|alright|thanks?(?: you)?|sorry|first|also|to (?:help|assist|start|look into)[^,]*),? )*(?:please|kindly|could you|can you|would you|will you|may i|can i|could i|let (?:us|me) know|tell (?:us|me)|send (?:us|me)|(?:dm|pm|message|email) (?:us|me)|give (?:us|me)|provide|i(?:'ll| will)? need (?:your|to know)|we(?:'ll| will)? need (?:your|to know))\b/i;
const CLOSING =
  /\b(?:anything else|something else|else (?:i|we) can|any (?:other|further|more) questions|have a (?:good|great|nice|lovely)|how are you|good ?bye|bye|(?:you(?:'re| are)|most) welcome)\b/i;
const MOST_SENTENCES = 20;

/** Returns the sentences of a turn without names and links, which would make them specific to one dialogue. */
function sentences(text: string): string[] {
  const plain = text
    // If a sentence ends with a link, nothing else ends it.
    .replace(/(?<=[\p{L}\p{N}:])\s*https?:\/\/\S+(?=\s+\p{Lu})/gu, '.')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/(?:^|\s)@\w+/g, ' ')
    .replace(/\s[-–—^/*~]\s?(?:\p{L}{1,3}|\p{Lu}\p{Ll}{1,12})\s*$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain
    .split(/(?<=[.!?])\s+/)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence));
}

export function asksIn(text: string): {
  readonly asking: readonly string[];
  readonly telling: readonly string[];
} {
  const asking: string[] = [];
  const telling: string[] = [];
  for (const sentence of sentences(text)) {
    if (CLOSING.test(sentence)) continue;
    const asks = sentence.endsWith('?') || REQUEST.test(sentence);
    (asks ? asking : telling).push(sentence);
  }
  return { asking, telling };
}

interface SentenceCount {
  readonly text: string;
  readonly times: number;
}

/** Maximum number of distinct sentences to count. The most common ones are among the first. */
const MOST_DIFFERENT = 20_000;

/** Counts sentences. Case, digits and punctuation make no difference. */
export class SentenceCounts {
  readonly #counts = new Map<string, { text: string; times: number }>();

  add(sentences: readonly string[]): void {
    for (const text of sentences) {
      const key = keyOf(text);
      const known = this.#counts.get(key);
      if (known) known.times++;
      else if (this.#counts.size < MOST_DIFFERENT) this.#counts.set(key, { text, times: 1 });
    }
  }

  /** Returns the most common sentence first. Ties: more shared words, then the shorter one. */
  commonest(): readonly SentenceCount[] {
    const words = new Map<string, number>();
    for (const [key, { times }] of this.#counts)
      for (const word of new Set(key.split(' '))) words.set(word, (words.get(word) ?? 0) + times);
    const centre = (key: string): number => {
      const own = key.split(' ');
      return own.reduce((sum, word) => sum + (words.get(word) ?? 0), 0) / own.length;
    };
    return [...this.#counts]
      .map(([key, { text, times }]) => ({ key, text, times, centre: centre(key) }))
      .sort(
        (left, right) =>
          right.times - left.times ||
          right.centre - left.centre ||
          left.text.length - right.text.length ||
          (left.key < right.key ? -1 : 1),
      )
      .map(({ text, times }) => ({ text, times }));
  }
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\d+/g, '0')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Longer questions are about a single dialogue only. */
const LONGEST_QUESTION = 140;
/** A question wins over a request if it has at least this share of the most common sentence's count. */
const NEARLY = 0.5;

/** Returns a real question if it is nearly as common as the request, otherwise the request as a question. */
export function questionOf(asked: readonly SentenceCount[]): string {
  const short = asked.filter(({ text }) => text.length <= LONGEST_QUESTION);
  const [first] = short.length > 0 ? short : asked;
  if (!first) return '';
  const question = short.find(({ text, times }) => text.endsWith('?') && times >= NEARLY * first.times);
  if (question) return question.text;
  const plain = first.text.replace(/[.!\s]+$/, '');
  const please = /^(?:please|kindly)\s+(.*)$/is.exec(plain);
  return please ? `Could you please ${please[1]}?` : `${plain}.`;
}
