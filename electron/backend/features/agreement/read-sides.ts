import type { LabelledTurns } from '#shared/algorithms/agreement/measure-agreement.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type Labels, readSide, type TurnSkeleton } from '../../store/review/review-rows.ts';
import { findRun } from '../../store/runs/run-table.ts';
import { findAnnotationFile } from '../../store/tags/annotation-file-table.ts';

/** @throws NOT_FOUND if there is no such run */
export function taggerOfRun(database: ReadDatabase, run: RunId): string {
  const row = findRun(database, 'tagging', run);
  return String(inProject(row, 'tagging run', run, 'List the runs to find the right one.').params.tagger);
}

/** Returns the name of a side: "run 3 (offline)", "corrections of run 3 (offline)", or the file's name. */
export function titleOfSide(database: ReadDatabase, side: Side): string {
  if (side.kind === 'file') {
    const found = findAnnotationFile(database, side.file);
    const file = inProject(found, 'opened file', side.file, 'Open the file again.');
    return `${file.author} (${file.name})`;
  }
  const run = `run ${side.run} (${taggerOfRun(database, side.run)})`;
  return side.kind === 'run' ? run : `corrections of ${run}`;
}

interface ComparedSides {
  readonly left: LabelledTurns;
  readonly right: LabelledTurns;
  /** One entry per turn of the skeleton: 1 if both sides have the turn. */
  readonly compared: Uint8Array;
  readonly leftTurns: number;
  readonly rightTurns: number;
}

/** Returns the tags of both sides. If only one side has a turn, the turn is empty on both. */
export function readSides(
  database: ReadDatabase,
  leftSide: Side,
  rightSide: Side,
  turns: TurnSkeleton,
  labels: Labels,
): ComparedSides {
  const taggerOf = (run: RunId) => taggerOfRun(database, run);
  const left = readSide(database, leftSide, taggerOf, turns, labels);
  const right = readSide(database, rightSide, taggerOf, turns, labels);
  const compared = left.covers.map((covered, place) => covered & right.covers[place]!);
  const count = (covers: Uint8Array): number => covers.reduce((sum, covered) => sum + covered, 0);
  return {
    left: only(left.tags, compared),
    right: only(right.tags, compared),
    compared,
    leftTurns: count(left.covers),
    rightTurns: count(right.covers),
  };
}

function only({ offsets, labels }: LabelledTurns, kept: Uint8Array): LabelledTurns {
  const next = new Int32Array(offsets.length);
  const left: number[] = [];
  kept.forEach((keep, turn) => {
    if (keep === 1) left.push(...labels.subarray(offsets[turn], offsets[turn + 1]));
    next[turn + 1] = left.length;
  });
  return { offsets: next, labels: Int32Array.from(left) };
}
