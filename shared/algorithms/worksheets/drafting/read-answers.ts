import type { FieldType } from '../../../domain/worksheet.ts';
import { readYesNo } from '../words/read-values.ts';
import { spansOf } from '../words/spans.ts';

const ENDS = new Set(
  'so and or to for with in on at is are was were be been we i you they it that this which who if when while via using below here please by from as of about can could will would do does did has have had not then now also again before after regarding because but just us me under through associated registered linked used within attached'.split(
    ' ',
  ),
);
const EMPTY = new Set(
  'help patience experience message messages dm dms pm inbox feedback interest way end team thread convenience behalf part attention time support business concern concerns question questions query service tweet tweets post info information details detail more link case same day exact best going happens happened happening exactly kind bants first chance moment page profile website site'.split(
    ' ',
  ),
);
const LONGEST_WORDS = 3;

const OWN = /\b(?:your|ur)\s+([\p{L}\p{N}' ,&-]+)/giu;
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

/** Verbs that ask somebody to give something, not to think about it. */
const GIVE =
  /\b(?:please|dm|pm|send|provide|share|confirm|tell|give|let (?:us|me) know|need|what(?:'s| is| are)|could (?:you|i)|can (?:you|i)|may i)\b/i;

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

interface AnswersRead {
  readonly type: FieldType;
  readonly typed: number;
  readonly values: readonly { readonly value: string; readonly answers: number }[];
}

const TYPED_SHARE = 0.6;
/** The maximum number of values of an enumeration. Its values are repeated often, and there are hardly any others. */
const MOST_VALUES = 12;
const LEAST_TIMES = 3;
const LONGEST_VALUE_WORDS = 4;
const LEAD =
  /^(?:(?:um+|uh|well|ok(?:ay)?|sure|hi|hello|oh|yes|please|it(?:'s| is)|that(?:'s| is)|i(?:'d| would) like|i(?:'ve| have)|i(?:'m| am)(?: on| in| using)?|on|in|at|my|the|an?|for|from)\b[,.!]*\s*)+/i;

/** Returns yes or no, date, time or number if most answers fit; else an enumeration of few values; else text. */
export function readAnswers(answers: readonly string[], today: string): AnswersRead {
  const said = answers
    .map((answer) => answer.replace(/(?:^|\s)@\w+/g, ' ').trim())
    .filter((answer) => answer !== '');
  const spans = said.map((answer) => new Set(spansOf(answer, today).map(({ kind }) => kind)));
  const isEnough = (typed: number): boolean => said.length > 0 && typed >= TYPED_SHARE * said.length;
  const agreed = said.filter((answer) => readYesNo(answer) !== null).length;
  if (isEnough(agreed)) return { type: { kind: 'bool' }, typed: agreed, values: [] };
  for (const kind of ['date', 'time'] as const) {
    const typed = spans.filter((own) => own.has(kind)).length;
    if (isEnough(typed)) return { type: { kind }, typed, values: [] };
  }
  const few = fewValues(said);
  const held = few.reduce((sum, { answers: own }) => sum + own, 0);
  if (few.length >= 2 && few.length <= MOST_VALUES && isEnough(held))
    return { type: { kind: 'enum', values: few.map(({ value }) => value) }, typed: held, values: few };
  // A number counts if it is the whole answer or in a short sentence, and if it is no code.
  const numbers = said.filter(
    (answer, at) =>
      spans[at]?.has('number') &&
      /^\D{0,20}\d[\d,]*(?:\.\d+)?\D{0,12}$/.test(answer) &&
      !/\d{5}/.test(answer),
  );
  const whole = numbers.filter((answer) => !/\d\.\d/.test(answer)).length;
  if (isEnough(numbers.length))
    return { type: { kind: whole === numbers.length ? 'int' : 'float' }, typed: numbers.length, values: [] };
  return { type: { kind: 'str' }, typed: said.length, values: [] };
}

function fewValues(said: readonly string[]): readonly { readonly value: string; readonly answers: number }[] {
  const counts = new Map<string, { value: string; answers: number }>();
  for (const answer of said) {
    const value = answer
      .replace(LEAD, '')
      .replace(/(?:[,.!?;]+\s*|\s+)(?:please|thanks?(?: you)?)[.!]*$/i, '')
      .replace(/[\s.,!?;:]+$/, '')
      .trim();
    if (value === '' || value.split(/\s+/).length > LONGEST_VALUE_WORDS || /\d{3}|@/.test(value)) continue;
    const known = counts.get(value.toLowerCase());
    if (known) known.answers++;
    else counts.set(value.toLowerCase(), { value, answers: 1 });
  }
  const least = Math.max(LEAST_TIMES, 0.02 * said.length);
  return [...counts.values()]
    .filter(({ answers }) => answers >= least)
    .sort((left, right) => right.answers - left.answers || (left.value < right.value ? -1 : 1));
}
