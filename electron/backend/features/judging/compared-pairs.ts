import { createRandom } from '#shared/algorithms/random/random.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ComparedColumns } from '#shared/contract/judging.ts';
import { type AgentSpec, agentKey, isWithoutExamples, modelOf, NO_EXAMPLES } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breather.ts';
import { type BatchCellRow, cellsOf, countBatch } from '../../store/comparing/batch-run-table.ts';
import type { JudgedPairRow } from '../../store/comparing/judging-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { indexOfColumn } from '../batch/index.ts';

/** Indexes of two columns in their batch run. */
export type ComparedPair = readonly [baseline: number, column: number];

/** Returns pairs of columns. @throws DialogramError INVALID if there are none, NOT_FOUND for an unknown column */
export function comparedPairs(columns: readonly AgentSpec[], compare: ComparedColumns): ComparedPair[] {
  const pairs = chosenPairs(columns, compare);
  const distinct = [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
  // Without this check, a pair would be judged twice, with four verdicts.
  const turned = distinct.find(([baseline, column]) =>
    distinct.some(([other, own]) => other === column && own === baseline),
  );
  if (turned) {
    const [one, other] = turned.map((index) => agentKey(columns[index]!));
    throw new DialogramError(
      'INVALID',
      one === other
        ? `The column "${one}" cannot be compared with itself.`
        : `"${one}" and "${other}" are paired twice.`,
      {
        place: 'compare',
        value: one,
        nextStep: 'Choose two different columns, and list each pair only once.',
      },
    );
  }
  if (distinct.length > 0) return distinct;
  throw new DialogramError('INVALID', 'No two columns of this batch run can be compared this way.', {
    place: 'compare',
    value: compare.kind,
    nextStep:
      compare.kind === 'baseline' && compare.baseline === null
        ? 'Choose the column to compare the others with, or use a batch run that has a column without examples.'
        : 'A judge needs a batch run with at least two columns.',
  });
}

function chosenPairs(columns: readonly AgentSpec[], compare: ComparedColumns): ComparedPair[] {
  switch (compare.kind) {
    case 'every':
      return columns.flatMap((_, baseline) =>
        [...columns.keys()].slice(baseline + 1).map((column) => [baseline, column] as const),
      );
    case 'listed':
      return compare.pairs.map(
        ({ baseline, column }) => [indexOfColumn(columns, baseline), indexOfColumn(columns, column)] as const,
      );
    case 'baseline': {
      if (compare.baseline !== null) {
        const baseline = indexOfColumn(columns, compare.baseline);
        return [...columns.keys()]
          .filter((column) => column !== baseline)
          .map((column) => [baseline, column] as const);
      }
      return columns.flatMap((column, index) => {
        if (isWithoutExamples(column)) return [];
        const baseline = ownBaseline(columns, column);
        return baseline < 0 ? [] : [[baseline, index] as const];
      });
    }
  }
}

/** Returns the column without examples by the same answerer, or else by the same model. */
function ownBaseline(columns: readonly AgentSpec[], column: AgentSpec): number {
  const bare = [...columns.entries()].filter(([, other]) => isWithoutExamples(other));
  const answerer = modelOf(column);
  const [only, ...more] = bare;
  if (answerer === null) return only && more.length === 0 ? only[0] : -1;
  const same = agentKey({ method: NO_EXAMPLES, answerer });
  const exact = bare.find(([, other]) => agentKey(other) === same);
  const alike = bare.find(([, other]) => {
    const model = modelOf(other);
    return model?.provider === answerer.provider && model.model === answerer.model;
  });
  return (exact ?? alike)?.[0] ?? -1;
}

type SortedPair = Pick<JudgedPairRow, 'item' | 'pair'> & { readonly state: 'open' | 'same' | 'unanswered' };

const ITEMS_PER_STEP = 200;

/** Returns the numbers of the items to judge, in ascending order; a seed chooses them. */
export function judgedItems(
  database: ReadDatabase,
  batch: RunId,
  { sample, seed }: { readonly sample: number | null; readonly seed: number },
): number[] {
  const items = [...Array(countBatch(database, batch).items).keys()];
  if (sample === null || sample >= items.length) return items;
  return createRandom(seed)
    .shuffle(items)
    .slice(0, sample)
    .sort((left, right) => left - right);
}

/**
 * Returns the items that test pairs are made of: of the whole batch run, because a judge that judges two turns would
 * pass a check on two pairs by chance.
 */
export const checkedItems = (
  database: ReadDatabase,
  batch: RunId,
  { check, seed }: { readonly check: number; readonly seed: number },
): number[] => judgedItems(database, batch, { sample: 2 * check, seed });

/** Yields, step by step, for each pair of answers whether a judge has to compare them. */
export async function* sortPairs(
  database: ReadDatabase,
  batch: RunId,
  items: readonly number[],
  pairs: readonly ComparedPair[],
): AsyncGenerator<SortedPair[]> {
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    const step = items.slice(from, from + ITEMS_PER_STEP);
    const texts = new Map<string, string | null>();
    for (const cell of cellsOf(database, batch, step))
      texts.set(`${cell.item} ${cell.columnIndex}`, comparableText(cell));
    yield step.flatMap((item) =>
      pairs.map(([baseline, column], pair) => {
        const [one, other] = [texts.get(`${item} ${baseline}`), texts.get(`${item} ${column}`)];
        const isWhole = one != null && other != null;
        return { item, pair, state: isWhole ? (one === other ? 'same' : 'open') : 'unanswered' } as const;
      }),
    );
    await breathe();
  }
}

/** Returns null if a text is missing. White space does not count as an answer, but a cut-off answer does. */
function comparableText({ answers }: BatchCellRow): string | null {
  const words = answers.map((text) => (text ?? '').trim().replace(/\s+/g, ' '));
  return words.some((text) => text === '') ? null : words.join('\n');
}
