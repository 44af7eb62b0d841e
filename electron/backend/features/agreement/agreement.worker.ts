import { walkLabels } from '#shared/algorithms/agreement/labelled-rounds.ts';
import type { AgreementResult } from '#shared/contract/agreement.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { labelsOf, readRoundSkeleton } from '../../store/review/review-rows.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { serve } from '../../workers/serve.ts';
import { compareSides } from './compare-sides.ts';
import { readSides } from './read-sides.ts';

interface Sides {
  readonly path: string;
  readonly left: Side;
  readonly right: Side;
}

/** Measures the agreement of two sides. */
export interface AgreementWork {
  readonly input: Sides & { readonly take: null };
  readonly progress: never;
  readonly result: AgreementResult;
}

/** Finds the differences between two sides, with the tags of the side to use. */
export interface DifferencesWork {
  readonly input: Sides & { readonly take: 'left' | 'right' };
  readonly progress: never;
  readonly result: readonly SideDifference[];
}

/** Compares two sides, which reads all tags of a project at once. */
serve<AgreementWork | DifferencesWork>(async ({ path, left, right, take }) => {
  const database = openForReading(path);
  try {
    return {
      result:
        take === null ? compareSides(database, left, right) : differencesOf(database, left, right, take),
    };
  } finally {
    database.close();
  }
});

/** A turn on which the sides differ, with the tags of the side to use. */
interface SideDifference {
  readonly round: RoundId;
  readonly tags: readonly string[];
}

/** Returns all turns on which two sides differ, in canonical order; reads all tags, so it runs in a worker. */
function differencesOf(
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
