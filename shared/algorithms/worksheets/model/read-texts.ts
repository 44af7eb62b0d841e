import type { OpenCondition } from '../knowledge/open-conditions.ts';
import { part } from './describe.ts';
import { verdictsIn } from './judged-values.ts';

/** Conditions in words: a model reads the texts they are about. */

/** The number of characters read of a longer text. */
const MOST_CHARACTERS = 1000;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const textsRequest = ({ place, asked, texts }: OpenCondition): string =>
  [
    `Asked of ${place}: ${oneLine(asked)}`,
    part('texts', texts.map((text, at) => `${at + 1} ${oneLine(text).slice(0, MOST_CHARACTERS)}`).join('\n')),
    'Answer with yes or no for each text.',
  ].join('\n\n');

/** Returns which texts match; null if the answer leaves one of them out. */
export function readTextVerdicts(
  answer: string,
  { texts }: Pick<OpenCondition, 'texts'>,
): readonly boolean[] | null {
  const verdicts = verdictsIn(answer);
  const all = texts.flatMap((_, at) => verdicts.get(at + 1)?.isYes ?? []);
  return all.length === texts.length ? all : null;
}
