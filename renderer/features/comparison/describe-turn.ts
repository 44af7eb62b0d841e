import type { ComparedColumn } from '#shared/contract/comparison.ts';
import { figureText } from '#shared/domain/figure-text.ts';
import { labelsWarning } from '../results/index.ts';

interface NamedColumn {
  readonly title: string;
  readonly compared: Pick<ComparedColumn, 'answer' | 'oracle'>;
}

/**
 * Says which answer is closest to the true one: by act F1 if all answers have it, else by ROUGE-L.
 * @param whole true if the answers are to all turns of a dialogue
 */
export function describeTurn(columns: readonly NamedColumn[], whole: boolean): string {
  const answered = columns.flatMap(({ title, compared: { answer, oracle } }) =>
    answer ? [{ title, oracle, measures: answer.measures }] : [],
  );
  const byActs = answered.every(({ measures }) => measures.actF1 !== null);
  const [measure, of] = byActs
    ? (['act F1', ({ measures }: (typeof answered)[number]) => measures.actF1 ?? 0] as const)
    : (['ROUGE-L', ({ measures }: (typeof answered)[number]) => measures.rougeL] as const);
  const ranked = answered.toSorted((a, b) => of(b) - of(a));
  const [best, ...others] = ranked;
  if (!best) return 'No column has answered yet.';
  if (others.length === 0) return `Only ${best.title} has answered, so there is nothing to compare.`;
  const where = whole ? 'In this dialogue' : 'In this turn';
  const text = (column: (typeof answered)[number]): string => figureText(of(column), { share: true });
  const [second, third] = others.filter((column) => of(column) < of(best));
  const next =
    second && `${third && of(third) === of(second) ? 'the next best' : second.title} ${text(second)}`;
  const equal = ranked.filter((column) => of(column) === of(best));
  const found =
    equal.length > 1
      ? `${where}, ${listed(equal.map(({ title }) => title))} come equally close to the true answer (${measure} ${text(best)}).`
      : `${where}, ${best.title} comes closest to the true answer (${measure} ${text(best)}${next ? `; ${next}` : ''}).`;
  return [found, ...labelsWarning(equal.filter(({ oracle }) => oracle).map(({ title }) => title))].join(' ');
}

/** "A, B and C" */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
