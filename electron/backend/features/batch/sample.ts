import { createRandom } from '#shared/algorithms/random/random.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { type AnswerableTurn, answerableTurns } from '../../store/answerable-turns.ts';
import type { BatchItemRow } from '../../store/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { roundReader } from '../../store/round-table.ts';
import { HELD_OUT_SHARE } from '../comparison/retrieval-index.ts';
import { isHeldOut } from '../retrieval/held-out.ts';

/** What a batch asks, before its words are read. */
export interface DrawnItem {
  readonly dialogue: DialogueId;
  readonly rounds: readonly number[];
}

/**
 * Turns, or dialogues, that no index has learned from, drawn without replacement and put back in the order of the
 * corpus. The same corpus, seed and count give the same sample; a larger count does not keep a smaller one's.
 */
export function drawSample(
  database: ReadDatabase,
  { unit, count, seed }: { readonly unit: AnswerUnit; readonly count: number; readonly seed: number },
): { readonly items: DrawnItem[]; readonly heldOut: number } {
  const turns = answerableTurns(database).filter(({ externalId }) => isHeldOut(externalId, HELD_OUT_SHARE));
  const all = unit === 'next-turn' ? turns.map(oneTurn) : byDialogue(turns);
  const drawn = createRandom(seed)
    .shuffle([...all.keys()])
    .slice(0, count)
    .sort((left, right) => left - right);
  return { items: drawn.map((at) => all[at]), heldOut: all.length };
}

const oneTurn = ({ dialogue, round }: AnswerableTurn): DrawnItem => ({ dialogue, rounds: [round] });

function byDialogue(turns: readonly AnswerableTurn[]): DrawnItem[] {
  const rounds = new Map<DialogueId, number[]>();
  for (const { dialogue, round } of turns) rounds.set(dialogue, [...(rounds.get(dialogue) ?? []), round]);
  return [...rounds].map(([dialogue, own]) => ({ dialogue, rounds: own }));
}

/** Drawn items with what was asked and said, numbered in their order; a copy, so that a run can be shown for good. */
export function withWords(database: ReadDatabase, drawn: readonly DrawnItem[]): BatchItemRow[] {
  const roundsOf = roundReader(database);
  return drawn.map(({ dialogue, rounds: asked }, item) => {
    const rounds = roundsOf(dialogue);
    return {
      item,
      dialogue,
      rounds: asked,
      asked: rounds[asked[0] - 1].text,
      truths: asked.map((round) => rounds[round].text),
    };
  });
}
