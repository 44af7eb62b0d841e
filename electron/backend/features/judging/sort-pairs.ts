import { createRandom } from '#shared/algorithms/random/random.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breather.ts';
import { type BatchCellRow, cellsOf, countBatch } from '../../store/comparing/batch-run-table.ts';
import type { JudgedPairRow } from '../../store/comparing/judging-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { ComparedPair } from './compared-pairs.ts';

type SortedPair = Pick<JudgedPairRow, 'item' | 'pair'> & { readonly state: 'open' | 'same' | 'unanswered' };

const ITEMS_PER_STEP = 200;

/** Items of a batch run that are judged, ascending; the seed alone decides which. */
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

/** Says step by step of each pair of answers whether there is something to ask about. */
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

/** Null if an answer or one of its turns is missing. A truncated answer counts, white space does not. */
function comparableText({ answers }: BatchCellRow): string | null {
  const words = answers.map((text) => (text ?? '').trim().replace(/\s+/g, ' '));
  return words.some((text) => text === '') ? null : words.join('\n');
}
