import type { OpenCondition } from '../knowledge/open-conditions.ts';
import { type Value, wordsOf } from '../language/values.ts';
import type { CompiledSet } from '../runtime/compile.ts';
import { judgedKey } from '../runtime/draft.ts';
import type { DialogueState } from '../runtime/state.ts';
import { part } from './describe.ts';

/** A given value, and a requirement in words that a model checks. */
interface JudgedValue {
  readonly place: string;
  readonly value: Value;
  readonly rule: string;
}

export function valuesToJudge(set: CompiledSet, before: DialogueState, after: DialogueState): JudgedValue[] {
  const old = new Map(before.instances.map(({ name, values }) => [name, values]));
  return after.instances.flatMap(({ name, worksheet, values }) =>
    Object.entries(values).flatMap(([fieldName, value]) => {
      const compiled = set.sheets.get(worksheet)?.fields.get(fieldName);
      if (!compiled || compiled.validation || compiled.field.validation === '') return [];
      const known = old.get(name)?.[fieldName] ?? null;
      if (known !== null && wordsOf(known) === wordsOf(value)) return [];
      return [{ place: `${name}.${fieldName}`, value, rule: compiled.field.validation }];
    }),
  );
}

export const judgementRequest = (values: readonly JudgedValue[], today: string): string =>
  [
    `Today is ${today}.`,
    part(
      'values',
      values
        .map(({ place, value, rule }, at) =>
          `${at + 1} ${place}: ${wordsOf(value)}; must: ${rule}`.replace(/\s+/g, ' '),
        )
        .join('\n'),
    ),
    'Answer with a line for each number.',
  ].join('\n\n');

export function readJudgements(
  answer: string,
  values: readonly JudgedValue[],
): { readonly refused: ReadonlyMap<string, string>; readonly unjudged: number } {
  const verdicts = verdictsIn(answer);
  const refused = new Map<string, string>();
  let unjudged = 0;
  for (const [at, { place, value }] of values.entries()) {
    const verdict = verdicts.get(at + 1);
    if (!verdict) unjudged++;
    else if (!verdict.isYes) refused.set(judgedKey(place, value), verdict.why);
  }
  return { refused, unjudged };
}

interface Verdict {
  readonly isYes: boolean;
  readonly why: string;
}

/** Parses lines such as "2 no: the course is of another year". If a number occurs twice, its first line counts. */
function verdictsIn(answer: string): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  for (const [, number, verdict = '', why = ''] of answer.matchAll(JUDGED)) {
    if (verdicts.has(Number(number))) continue;
    const isYes = verdict.toLowerCase() === 'yes';
    verdicts.set(Number(number), { isYes, why: why.trim().replace(/\.$/, '') });
  }
  return verdicts;
}
const JUDGED = /^\s*(\d+)[.:)]?\s+(yes|no)\b[:.,;]?(.*)$/gim;

const MOST_CHARACTERS = 1000;

/**
 * Removes what a model copied before its answer, such as the speaker or the name of an act: "The service says: ASK(ticket_1,
 * topic): What is it about?"
 */
export const withoutActNames = (answer: string): string =>
  answer.trim().replace(/^(?:(?:[A-Z][A-Z_]+\([^()\n]*\)|(?:The service says|System)):\s*)+/, '');

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const textsRequest = ({ place, asked, texts }: OpenCondition): string =>
  [
    `Asked of ${place}: ${oneLine(asked)}`,
    part('texts', texts.map((text, at) => `${at + 1} ${oneLine(text).slice(0, MOST_CHARACTERS)}`).join('\n')),
    'Answer with yes or no for each text.',
  ].join('\n\n');

/** Returns which texts match; null if the answer leaves one out. */
export function readTextVerdicts(
  answer: string,
  { texts }: Pick<OpenCondition, 'texts'>,
): readonly boolean[] | null {
  const verdicts = verdictsIn(answer);
  const all = texts.flatMap((_, at) => verdicts.get(at + 1)?.isYes ?? []);
  return all.length === texts.length ? all : null;
}
