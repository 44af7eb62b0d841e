import { type LabelledRounds, walkLabels } from '../agreement/measure-agreement.ts';
import { createRandom } from '../random/random.ts';

type LabelCount = readonly [label: number, rounds: number];

/** The labels that a turn tends to have. Role is 0 system, 1 user. */
export interface FollowUps {
  /** By role: the most frequent labels, in order. */
  readonly frequent: readonly (readonly LabelCount[])[];
  /** By role of the turn, then label of the turn before: the labels that follow it, most frequent first. */
  readonly after: readonly Readonly<Record<number, readonly LabelCount[]>>[];
}

/** The number of entries kept in each list. */
const KEPT = 12;

/** Larger than any label or role, so that a pair of labels fits into one number. */
const SPAN = 2 ** 24;

/**
 * Counts which labels follow which.
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
function most(counts: ReadonlyMap<number, number>): LabelCount[] {
  return [...counts].sort(([a, x], [b, y]) => y - x || a - b).slice(0, KEPT);
}

/** Returns the labels that follow the given ones in a role's turn, most frequent first; counts add up. */
export function followingLabels(followUps: FollowUps, role: number, before: readonly number[]): LabelCount[] {
  const sums = new Map<number, number>();
  for (const label of before) {
    for (const [next, rounds] of followUps.after[role]?.[label] ?? []) {
      sums.set(next, (sums.get(next) ?? 0) + rounds);
    }
  }
  return most(sums);
}

/** By turn, a score (NaN omits the turn) and a note on it. */
export interface ScoredRounds {
  readonly scores: Float64Array;
  readonly notes: Int32Array;
}

function unscored(rounds: number): ScoredRounds {
  return { scores: new Float64Array(rounds).fill(Number.NaN), notes: new Int32Array(rounds) };
}

/** Returns turns by falling score, equal ones in their order; those without a score are left out. */
export function orderByScore({ scores }: ScoredRounds): Int32Array {
  const rounds: number[] = [];
  for (let round = 0; round < scores.length; round++) if (!Number.isNaN(scores[round])) rounds.push(round);
  return Int32Array.from(rounds).sort((a, b) => scores[b] - scores[a] || a - b);
}

/** Scores by Jaccard distance; the note is the number of tags that differ. Equal turns have no score. */
export function scoreDisagreement(left: LabelledRounds, right: LabelledRounds): ScoredRounds {
  const scored = unscored(left.offsets.length - 1);
  const different = new Int32Array(scored.notes.length);
  walkLabels(left, right, (round, _, whose) => {
    different[round]++;
    if (whose !== 'both') scored.notes[round]++;
  });
  different.forEach((count, round) => {
    if (scored.notes[round] > 0) scored.scores[round] = scored.notes[round] / count;
  });
  return scored;
}

/** Scores turns with the rarest tags first; the note is the turn's rarest tag (of equals the smaller label). */
export function scoreRarity(tags: LabelledRounds): ScoredRounds {
  const scored = unscored(tags.offsets.length - 1);
  const rounds = new Map<number, number>();
  for (const label of tags.labels) rounds.set(label, (rounds.get(label) ?? 0) + 1);
  for (let round = 0; round < scored.scores.length; round++) {
    for (let at = tags.offsets[round]; at < tags.offsets[round + 1]; at++) {
      const score = -(rounds.get(tags.labels[at]) as number);
      if (scored.scores[round] >= score) continue;
      scored.scores[round] = score;
      scored.notes[round] = tags.labels[at];
    }
  }
  return scored;
}

export interface Uncertainty {
  /** The run's confidence in the least certain of the turn's tags, in percent; null if unknown. */
  readonly sure: number | null;
  /** The number of other runs that tag the turn, and of runs that tag it differently. */
  readonly others: number;
  readonly differing: number;
}

const packUncertainty = ({ sure, others, differing }: Uncertainty): number =>
  (others << 16) | (differing << 8) | (sure === null ? 0 : sure + 1);

export const readUncertainty = (note: number): Uncertainty => ({
  sure: (note & 0xff) === 0 ? null : (note & 0xff) - 1,
  differing: (note >> 8) & 0xff,
  others: note >> 16,
});

/**
 * Scores turns by uncertainty in whole percent: the missing confidence, and the share of other runs with different
 * tags; the mean of both. Ties: decisions for most turns first. Runs are compared in common tags, on turns that the
 * other run tags.
 * @param confidences by turn, of the least certain tag, 0 … 1; NaN if unknown
 * @param others at most 255 runs
 * @param decides by turn: the number of turns that a decision covers
 */
export function scoreUncertainty(
  own: LabelledRounds,
  confidences: Float64Array,
  others: readonly LabelledRounds[],
  decides: Int32Array,
): ScoredRounds {
  const rounds = decides.length;
  const scored = unscored(rounds);
  const compared = new Uint8Array(rounds);
  const differing = new Uint8Array(rounds);
  const ownLabels = new Set(own.labels);
  for (const other of others) {
    const shared = new Set(other.labels.filter((label) => ownLabels.has(label)));
    if (shared.size === 0) continue;
    const differs = new Uint8Array(rounds);
    walkLabels(own, other, (round, label, whose) => {
      if (whose !== 'both' && shared.has(label)) differs[round] = 1;
    });
    for (let round = 0; round < rounds; round++) {
      if (other.offsets[round] === other.offsets[round + 1]) continue;
      compared[round]++;
      differing[round] += differs[round];
    }
  }
  const most = 1 + decides.reduce((a, b) => Math.max(a, b), 0);
  for (let round = 0; round < rounds; round++) {
    const sure = Number.isNaN(confidences[round]) ? null : Math.round(confidences[round] * 100);
    const doubts = [
      ...(sure === null ? [] : [100 - sure]),
      ...(compared[round] === 0 ? [] : [(100 * differing[round]) / compared[round]]),
    ];
    if (doubts.length === 0) continue;
    const doubt = doubts.reduce((a, b) => a + b) / doubts.length;
    scored.scores[round] = Math.round(doubt) + decides[round] / most;
    scored.notes[round] = packUncertainty({ sure, others: compared[round], differing: differing[round] });
  }
  return scored;
}

/** One turn that led a dialogue into a state. */
export interface ReachedState {
  readonly round: number;
  readonly state: number;
}

/**
 * Scores turns by the support of their most visited state; the note is the state.
 * @param support by state
 */
export function scoreSupport(
  rounds: number,
  reached: Iterable<ReachedState>,
  support: Int32Array,
): ScoredRounds {
  const scored = unscored(rounds);
  for (const { round, state } of reached) {
    if (scored.scores[round] >= support[state]) continue;
    scored.scores[round] = support[state];
    scored.notes[round] = state;
  }
  return scored;
}

/** Returns all turns in random order by seed. The first k are a random sample. */
export function shuffledRounds(rounds: number, seed: number): Int32Array {
  return Int32Array.from(createRandom(seed).shuffle(Array.from({ length: rounds }, (_, round) => round)));
}
