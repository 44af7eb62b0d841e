/** Finds what a sentence asks for, in a person's words: "order number" for "Please send us your order number." */

/** Words that end the thing asked for. */
const ENDS = new Set(
  'so and or to for with in on at is are was were be been we i you they it that this which who if when while via using below here please by from as of about can could will would do does did has have had not then now also again before after regarding because but just us me under through associated registered linked used within attached'.split(
    ' ',
  ),
);
/** Says nothing that a field could hold. */
const EMPTY = new Set(
  'help patience experience message messages dm dms pm inbox feedback interest way end team thread convenience behalf part attention time support business concern concerns question questions query service tweet tweets post info information details detail more link case same day exact best going happens happened happening exactly kind bants first chance moment page profile website site'.split(
    ' ',
  ),
);
const LONGEST_WORDS = 3;

const OWN = /\b(?:your|ur)\s+([\p{L}\p{N}' ,&-]+)/giu;
/** Later items of a list are recognized by their last word. */
const THING =
  /(?:^|\s)(?:number|address|code|name|date|id|version|model|postcode|zip|reference|email|phone|location|city)$/;
const NAMED =
  /\b(?:the|an?)\s+((?:[\p{L}]+\s+){0,2}(?:number|address|code|name|date|id|version|model|postcode|zip|reference|screenshot|photo|picture|email|location|city))\b/giu;
const WHICH =
  /\b(?:what|which)(?:'s|\s+is|\s+are)?\s+(?!(?:is|are|was|the|your|an?|happen)\b)([\p{L}\p{N}' -]+)/giu;
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/\bwhere (?:are|do|did|is|were|was)\b/i, 'location'],
  [/\bwhen (?:did|do|was|were|is|are|will|would)\b/i, 'when'],
  [/\bhow many\b/i, 'how many'],
  [/\bhow long\b/i, 'how long'],
];

/** Verbs that ask to provide a thing, not to think about it. */
const GIVE =
  /\b(?:please|dm|pm|send|provide|share|confirm|tell|give|let (?:us|me) know|need|what(?:'s| is| are)|could (?:you|i)|can (?:you|i)|may i)\b/i;

/** Distinct, in the order of the sentence; lower case. */
export function askedFor(sentence: string): readonly string[] {
  const plain = sentence.replaceAll('’', "'");
  const patterns = GIVE.test(plain) && !/\bdo you know\b/i.test(plain) ? [OWN, NAMED, WHICH] : [WHICH];
  const found = patterns.flatMap((pattern) =>
    [...plain.matchAll(pattern)].flatMap((match) => namesOf(match[1] ?? '')),
  );
  const other = PLAIN.flatMap(([pattern, name]) => (pattern.test(plain) ? name : []));
  return [...new Set([...found, ...other])];
}

function namesOf(text: string): readonly string[] {
  const [first = '', ...more] = text.split(/\s+(?:and|or)\s+|\s*[,&]\s*/);
  const others = more.flatMap((part) => nameOf(part.replace(/^(?:your|the|an?) /i, '')) ?? []);
  return [...[nameOf(first)].filter((name) => name !== null), ...others.filter((name) => THING.test(name))];
}

/** The words up to where the name ends; null if it says nothing. */
function nameOf(text: string): string | null {
  const words: string[] = [];
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    if (word === '' || ENDS.has(word)) break;
    words.push(word.replace(/'s?$/, ''));
    if (words.length > LONGEST_WORDS) return null;
  }
  const last = words.at(-1);
  if (last === undefined || EMPTY.has(last) || last.length < 2) return null;
  return words.join(' ');
}
