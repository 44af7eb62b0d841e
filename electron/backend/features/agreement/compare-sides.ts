import {
  type LabelledTurns,
  measureAgreement,
  walkLabels,
} from '#shared/algorithms/agreement/measure-agreement.ts';
import { compareCodePoints } from '#shared/algorithms/automaton/corpus/code-point-order.ts';
import type { Side } from '#shared/contract/review.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { labelsOf, readTurnSkeleton } from '../../store/review/review-rows.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { readSides, titleOfSide } from './read-sides.ts';

/** Returns how far two sides agree on the turns that both have. Reads all tags, so it runs in a thread. */
export function compareSides(database: ReadDatabase, leftSide: Side, rightSide: Side) {
  const turns = readTurnSkeleton(database);
  const labels = labelsOf(database, readVocabulary(database));
  const { left, right, compared, leftTurns, rightTurns } = readSides(
    database,
    leftSide,
    rightSide,
    turns,
    labels,
  );
  const {
    macroLabels,
    labels: tags,
    ...found
  } = measureAgreement(packed(left, compared), packed(right, compared));
  return {
    ...found,
    left: { title: titleOfSide(database, leftSide), turns: leftTurns },
    right: { title: titleOfSide(database, rightSide), turns: rightTurns },
    macroTags: macroLabels,
    tags: tags
      .map(({ label, ...tag }) => ({ ...tag, name: labels.nameOf(label) }))
      .sort((a, b) => a.neither - b.neither || compareCodePoints(a.name, b.name)),
  };
}

function packed({ offsets, labels }: LabelledTurns, kept: Uint8Array): LabelledTurns {
  const next = [0];
  kept.forEach((keep, turn) => {
    if (keep === 1) next.push(offsets[turn + 1]!);
  });
  return { offsets: Int32Array.from(next), labels };
}

export interface SideDifference {
  readonly turn: TurnId;
  readonly tags: readonly string[];
}

/** Returns all turns on which two sides differ, in the order of the project. Reads all tags, so it runs in a thread. */
export function differencesOf(
  database: ReadDatabase,
  leftSide: Side,
  rightSide: Side,
  take: 'left' | 'right',
): SideDifference[] {
  const turns = readTurnSkeleton(database);
  const labels = labelsOf(database, readVocabulary(database));
  const { left, right } = readSides(database, leftSide, rightSide, turns, labels);
  const differs = new Set<number>();
  walkLabels(left, right, (turn, _, whose) => {
    if (whose !== 'both') differs.add(turn);
  });
  const { offsets, labels: taken } = take === 'left' ? left : right;
  return [...differs].map((place) => ({
    turn: turns.ids[place] as TurnId,
    tags: Array.from(taken.subarray(offsets[place], offsets[place + 1]), (label) => labels.nameOf(label)),
  }));
}
