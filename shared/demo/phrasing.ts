import type { Random } from '../algorithms/random/random.ts';
import type { Slots } from './slots.ts';

/** `[a|b|]` chooses an alternative (nestable), `{name}` inserts a fact or a phrase. */
export type Phrases = Readonly<Record<string, readonly string[]>>;

export const PHRASES: Phrases = {
  hi: ['[Hi|Hello|Hey|Hi there|Good morning|Good afternoon][,|!|.]', '[Hi|Hello],', '[Hello|Hi],', '', ''],
  sure: [
    '[Sure|Of course|Certainly|Happy to help|I can help with that|Gladly|No problem|I can look into that|Let me help you with that].',
    '',
  ],
  sorry: [
    '[Sorry to hear that|I am sorry for the trouble|That is annoying, I am sorry|I understand|Oh no, sorry about that].',
    "[I'm sorry|Sorry] [about that|for the inconvenience|for the trouble].",
    "[Let us get that fixed|Let's sort that out|I will take care of it|I see, that should not happen].",
    '',
    '',
  ],
  ack: [
    '[Thanks|Thank you|Got it|Okay|All right|I see].',
    '[Thanks for that|Thank you, that helps|Thanks, noted|Thanks for the information].',
    '',
    '',
  ],
};

export function expand(template: string, slots: Slots, random: Random, phrases: Phrases = PHRASES): string {
  return tidy(substitute(template, slots, random, phrases));
}

function substitute(template: string, slots: Slots, random: Random, given: Phrases): string {
  let text = template;
  // Innermost brackets first, so that nesting is one loop.
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\[([^[\]]*)\]/, (_, choices: string) => random.pick(choices.split('|')));
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = Object.hasOwn(slots, name) ? slots[name] : undefined;
    if (fact !== undefined) return fact;
    const phrases = Object.hasOwn(given, name) ? given[name] : undefined;
    if (phrases !== undefined) return substitute(random.pick(phrases), slots, random, given);
    throw new RangeError(
      `The phrasing "${template}" asks for {${name}}, which is not a fact of a dialogue. See slots.ts.`,
    );
  });
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ([.,!?])/g, '$1')
    .replace(/,([.!?])/g, '$1')
    .replace(/([.!?])[.,]/g, '$1')
    .trim()
    .replace(/[^.!?]$/, '$&.')
    .replace(
      /(^|[.!?] )(\p{Ll})(?!\S*@)/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

export type Style = 'careful' | 'plain' | 'hurried';

const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bplease\b/gi, 'pls'],
  [/\byou\b/gi, 'u'],
  [/\bthanks\b/gi, 'thx'],
  [/\bcannot\b/gi, 'cant'],
  [/\bbecause\b/gi, 'cause'],
];

/**
 * Writes in a style: a careful text stays, a plain one may have a typo, a hurried one is short and in small letters.
 */
export function applyStyle(text: string, style: Style, random: Random): string {
  let written = text;
  if (style === 'hurried') {
    // Codes and addresses keep their capitals, because people copy them.
    written = written
      .replace(/[^\s]+/g, (word) => (/\d/.test(word) ? word : word.toLowerCase()))
      .replace(/[.!]$/, '');
    for (const [pattern, short] of SHORT_FORMS)
      if (random.next() < 0.4) written = written.replace(pattern, short);
    if (random.next() < 0.3) written = written.replaceAll("'", '');
  }
  const slipChance = style === 'hurried' ? 0.12 : style === 'plain' ? 0.05 : 0;
  return random.next() < slipChance ? slip(written, random) : written;
}

/** Makes a typo in a longer word: two neighboring letters are swapped, or one is missing. */
function slip(text: string, random: Random): string {
  const words = [...text.matchAll(/(?<![@\w\p{L}])[A-Za-z]{6,}(?![@\w\p{L}])/gu)];
  if (words.length === 0) return text;
  const { 0: word, index } = random.pick(words);
  const at = 1 + random.integer(word.length - 3);
  const slipped =
    random.next() < 0.5
      ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
      : word.slice(0, at) + word.slice(at + 1);
  return text.slice(0, index) + slipped + text.slice(index + word.length);
}
