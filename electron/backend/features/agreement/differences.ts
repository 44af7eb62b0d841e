import { walkLabels } from '#shared/algorithms/agreement/labelled-rounds.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { labelsOf, readRoundSkeleton } from '../../store/review/review-rows.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { readSides } from './read-sides.ts';

/** A round on which the sides differ, with the tags of the side that is taken. */
export interface SideDifference {
  readonly round: RoundId;
  readonly tags: readonly string[];
}

/** All rounds on which two sides differ, in canonical order; reads all tags, so it runs in a worker. */
export function differencesOf(
  database: ReadDatabase,
  leftSide: Side,
  rightSide: Side,
  take: 'left' | 'right',
): SideDifference[] {
  const rounds = readRoundSkeleton(database);
  const labels = labelsOf(database, readVocabulary(database));
  const { left, right } = readSides(database, leftSide, rightSide, rounds, labels);
  const differs = new Set<number>();
  walkLabels(left, right, (round, _, whose) => {
    if (whose !== 'both') differs.add(round);
  });
  const { offsets, labels: taken } = take === 'left' ? left : right;
  return [...differs].map((place) => ({
    round: rounds.ids[place] as RoundId,
    tags: Array.from(taken.subarray(offsets[place], offsets[place + 1]), (label) => labels.nameOf(label)),
  }));
}
