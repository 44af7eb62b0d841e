import type { LabelledRounds } from '../agreement/labelled-rounds.ts';

type Counted = readonly [label: number, rounds: number];

/** The labels that a turn tends to have. Role is 0 system, 1 user. */
export interface FollowUps {
  /** By role: the most frequent labels, most frequent first. */
  readonly frequent: readonly (readonly Counted[])[];
  /** By role of the turn, then label of the turn before: the labels that follow it, most frequent first. */
  readonly after: readonly Readonly<Record<number, readonly Counted[]>>[];
}

/** The number of entries kept in each list. */
const KEPT = 12;

/** Larger keys than any label or role, so that a pair of labels fits into one number. */
const SPAN = 2 ** 24;

/**
 * Counts which labels follow which, over all dialogues.
 * @param roundOffsets length = dialogues + 1
 * @param roles length = turns; 0 system, 1 user
 * @throws RangeError if a label does not fit in 24 bits
 */
export function countFollowUps(tags: LabelledRounds, roundOffsets: Int32Array, roles: Uint8Array): FollowUps {
  const frequent = [new Map<number, number>(), new Map<number, number>()];
  const pairs = [new Map<number, number>(), new Map<number, number>()];
  const add = (counts: Map<number, number>, key: number): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (let dialogue = 0; dialogue + 1 < roundOffsets.length; dialogue++) {
    for (let round = roundOffsets[dialogue]; round < roundOffsets[dialogue + 1]; round++) {
      const role = roles[round];
      for (let at = tags.offsets[round]; at < tags.offsets[round + 1]; at++) {
        const label = tags.labels[at];
        if (label < 0 || label >= SPAN) throw new RangeError(`The label ${label} does not fit 24 bits.`);
        add(frequent[role], label);
        if (round === roundOffsets[dialogue]) continue;
        for (let before = tags.offsets[round - 1]; before < tags.offsets[round]; before++) {
          add(pairs[role], tags.labels[before] * SPAN + label);
        }
      }
    }
  }
  return {
    frequent: frequent.map((counts) => most(counts)),
    after: pairs.map((counts) => {
      const byBefore = new Map<number, Map<number, number>>();
      for (const [pair, rounds] of counts) {
        const before = Math.floor(pair / SPAN);
        const follows = byBefore.get(before) ?? new Map<number, number>();
        follows.set(pair % SPAN, rounds);
        byBefore.set(before, follows);
      }
      return Object.fromEntries([...byBefore].map(([before, follows]) => [before, most(follows)]));
    }),
  };
}

/** The most frequent labels, equals by label. */
function most(counts: ReadonlyMap<number, number>): Counted[] {
  return [...counts].sort(([a, x], [b, y]) => y - x || a - b).slice(0, KEPT);
}

/** Returns the labels that follow the given ones in a turn of a role; counts of several add up. Most frequent first. */
export function followingLabels(followUps: FollowUps, role: number, before: readonly number[]): Counted[] {
  const sums = new Map<number, number>();
  for (const label of before) {
    for (const [next, rounds] of followUps.after[role]?.[label] ?? []) {
      sums.set(next, (sums.get(next) ?? 0) + rounds);
    }
  }
  return most(sums);
}
