import type { FieldType } from '../../../domain/worksheet.ts';
import { readYesNo } from '../words/read-values.ts';
import { spansOf } from '../words/spans.ts';

interface AnswersRead {
  readonly type: FieldType;
  /** Answers that have a value of the type. */
  readonly typed: number;
  /** Values of an enumeration, most common first. */
  readonly values: readonly { readonly value: string; readonly answers: number }[];
}

/** Answers that have to have a value of a type. */
const TYPED_SHARE = 0.6;
/** An enumeration has few values that are repeated often, and hardly any others. */
const MOST_VALUES = 12;
const LEAST_TIMES = 3;
const LONGEST_VALUE_WORDS = 4;
const LEAD =
  /^(?:(?:um+|uh|well|ok(?:ay)?|sure|hi|hello|oh|yes|please|it(?:'s| is)|that(?:'s| is)|i(?:'d| would) like|i(?:'ve| have)|i(?:'m| am)(?: on| in| using)?|on|in|at|my|the|an?|for|from)\b[,.!]*\s*)+/i;

/** Returns the type of a field: the first of yes or no, date, time, number that most answers have, values, or text. */
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
  // A number alone, not in a long sentence, and no code.
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

/** Short answers that are repeated often, in their most common spelling. */
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
