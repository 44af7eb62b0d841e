import { createRandom } from '#shared/algorithms/random/random.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { Breather } from '../../jobs/breather.ts';
import type { BatchItemRow } from '../../store/comparing/batch-run-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { dialoguesToAsk } from '../comparison/index.ts';

/** A question of a batch, before its text is read. */
interface DrawnItem {
  readonly dialogue: DialogueId;
  readonly rounds: readonly number[];
}

/**
 * Turns, or dialogues, that no index has learned from, sampled without replacement and sorted in corpus
 * order. The same corpus, seed and count give the same sample; a larger sample need not contain a smaller
 * one.
 */
export async function drawSample(
  database: ReadDatabase,
  { unit, count, seed }: { readonly unit: AnswerUnit; readonly count: number; readonly seed: number },
  signal: AbortSignal,
): Promise<{ readonly items: DrawnItem[]; readonly heldOut: number }> {
  const all: DrawnItem[] = [];
  for (const turns of await dialoguesToAsk(database, true, signal)) {
    const [first] = turns;
    if (!first) continue;
    const { dialogue } = first;
    if (unit === 'whole-dialogue') all.push({ dialogue, rounds: turns.map(({ round }) => round) });
    else for (const { round } of turns) all.push({ dialogue, rounds: [round] });
  }
  const drawn = createRandom(seed)
    .shuffle([...all.entries()])
    .slice(0, count)
    .sort(([left], [right]) => left - right);
  return { items: drawn.map(([, item]) => item), heldOut: all.length };
}

/**
 * Returns the sampled items with questions and true answers, numbered in order. They are copies, so a run can
 * always be shown.
 */
export async function withWords(
  database: ReadDatabase,
  drawn: readonly DrawnItem[],
  signal: AbortSignal,
): Promise<BatchItemRow[]> {
  const breather = new Breather(signal);
  const roundsOf = roundReader(database);
  const items: BatchItemRow[] = [];
  for (const [item, { dialogue, rounds: asked }] of drawn.entries()) {
    if (breather.due) await breather.pause();
    const rounds = roundsOf(dialogue);
    const textAt = (round: number) => known(rounds[round], `turn ${round}`).text;
    items.push({
      item,
      dialogue,
      rounds: asked,
      asked: textAt(known(asked[0], 'turn of the item') - 1),
      truths: asked.map(textAt),
    });
  }
  return items;
}
