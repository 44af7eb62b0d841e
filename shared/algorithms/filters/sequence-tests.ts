import { roleAt } from '../../domain/dialogue.ts';
import type { MoveMeant, SequenceTest } from '../../domain/dialogue-filter.ts';
import type { TaggedRows } from '../automaton/corpus/tagged-rows.ts';

/** The tags and times of all dialogues, turn by turn. */
export interface TaggedRounds {
  readonly rows: Pick<TaggedRows, 'roundOffsets' | 'roundRoles' | 'tagOffsets' | 'tagIds' | 'tagNames'>;
  /** length = turns; seconds of any clock, NaN if no time is known */
  readonly times: () => Float64Array;
}

/**
 * Tests the order of moves in all dialogues. Linear in turns.
 *
 * @returns length = dialogues; 1 if it passes
 */
export function passesSequence(test: SequenceTest, { rows, times }: TaggedRounds): Uint8Array {
  const first = carrying(rows, test.move);
  const next = test.kind === 'order' ? carrying(rows, test.next) : first;
  const timed = test.kind === 'order' && test.time !== null ? times() : null;
  const passed = new Uint8Array(rows.roundOffsets.length - 1);
  for (let dialogue = 0; dialogue < passed.length; dialogue++) {
    const rounds: number[] = [];
    for (let round = rows.roundOffsets[dialogue]; round < rows.roundOffsets[dialogue + 1]; round++)
      if (rows.tagOffsets[round] < rows.tagOffsets[round + 1]) rounds.push(round);
    if (rounds.length > 0 && holds(test, rounds, first, next, timed)) passed[dialogue] = 1;
  }
  return passed;
}

/** @param rounds the tagged turns of a dialogue, at least one */
function holds(
  test: SequenceTest,
  rounds: readonly number[],
  first: Uint8Array,
  next: Uint8Array,
  times: Float64Array | null,
): boolean {
  const isFirst = (at: number): boolean => first[rounds[at]] === 1;
  switch (test.kind) {
    case 'starts':
      return isFirst(0);
    case 'ends':
      return isFirst(rounds.length - 1);
    case 'repeats':
      return rounds.filter((round) => first[round] === 1).length >= test.least;
    case 'returns': {
      let visits = 0;
      for (let at = 0; at < rounds.length; at++) if (isFirst(at) && (at === 0 || !isFirst(at - 1))) visits++;
      return visits > 1;
    }
    case 'order': {
      const from = rounds.findIndex((round) => first[round] === 1);
      if (from === -1) return false;
      if (test.order === 'never') return !rounds.some((round, at) => at > from && next[round] === 1);
      for (let at = from; at < rounds.length; at++) {
        if (!isFirst(at)) continue;
        const after =
          test.order === 'directly'
            ? next[rounds[at + 1] ?? -1] === 1
              ? at + 1
              : -1
            : rounds.findIndex((round, place) => place > at && next[round] === 1);
        if (after === -1) {
          if (test.order === 'later') return false;
          continue;
        }
        if (test.time === null || times === null) return true;
        const seconds = times[rounds[after]] - times[rounds[at]];
        if (test.time.kind === 'within' ? seconds <= test.time.seconds : seconds > test.time.seconds)
          return true;
      }
      return false;
    }
  }
}

/** length = turns; 1 if one of its tags is the move, ignoring case */
function carrying(rows: TaggedRounds['rows'], { role, tag }: MoveMeant): Uint8Array {
  const wanted = tag.trim().toLowerCase();
  const isMeant = rows.tagNames.map((name) => name?.toLowerCase() === wanted);
  const carries = new Uint8Array(rows.roundRoles.length);
  for (let round = 0; round < carries.length; round++) {
    if (role !== null && roleAt(rows.roundRoles[round]) !== role) continue;
    for (let at = rows.tagOffsets[round]; at < rows.tagOffsets[round + 1]; at++)
      if (isMeant[rows.tagIds[at]]) carries[round] = 1;
  }
  return carries;
}
