import { tellingWords } from '../conditions.ts';
import { onlyGreets } from '../following/slot-values.ts';

/** The class of characters that are neither letters nor digits, by language. */
const BETWEEN = { javascript: String.raw`[^\p{L}\p{N}]`, python: String.raw`[\W_]` } as const;

const GREETINGS = ['hi', 'hello', 'hey', 'hiya', 'howdy', 'greetings'].concat(
  ['morning', 'afternoon', 'evening', 'day'].map((time) => `good ${time}`),
);
/** May stand around a greeting or a single word. */
const AROUND = ['please', 'there', 'thanks', 'thank you', 'how are you', 'how are you doing', 'today'];
const REQUESTS = ['can i', 'could i', 'can you', 'could you', 'may i', 'i want', 'i need', 'i would like'];

/**
 * The pattern of what asks for a global action, to be matched without regard to case; null without examples. An example
 * of several telling words counts anywhere in a text; a greeting or a single word only if little else is said.
 */
export function globalPattern(examples: readonly string[], language: keyof typeof BETWEEN): string | null {
  const between = BETWEEN[language];
  const phrase = (text: string): string => wordsOf(text).join(`${between}+`);
  const oneOf = (texts: readonly string[]): string =>
    `(?:${[...new Set(texts.map(phrase))].filter((one) => one !== '').join('|')})`;
  const said = examples.filter((text) => wordsOf(text).length > 0);
  if (said.length === 0) return null;
  const short = said.filter((text) => onlyGreets(text) || tellingWords(text).length < 2);
  const long = said.filter((text) => !short.includes(text));
  const greets = short.some(onlyGreets);
  const around = oneOf([...AROUND, ...REQUESTS, ...(greets ? [...GREETINGS, ...said] : [])]);
  const patterns: string[] = [];
  if (short.length > 0) {
    const own = oneOf([...short, ...(greets ? GREETINGS : [])]);
    patterns.push(`^${between}*(?:${around}${between}+)*${own}(?:${between}+${around})*${between}*$`);
  }
  if (long.length > 0) patterns.push(`(?:^|${between})${oneOf(long)}(?:${between}|$)`);
  return patterns.join('|');
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
