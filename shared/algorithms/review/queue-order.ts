import { type LabelledTurns, walkLabels } from '../agreement/measure-agreement.ts';
import { createRandom } from '../random/random.ts';

type LabelCount = readonly [label: number, turns: number];

/** The labels that a turn usually has. Role is 0 system, 1 user. */
export interface FollowUps {
  /** By role: the most frequent labels, in order. */
  readonly frequent: readonly (readonly LabelCount[])[];
  /** By the turn's role, then by a label of the turn before: the labels that follow, most frequent first. */
  readonly after: readonly Readonly<Record<number, readonly LabelCount[]>>[];
}

const KEPT = 12;

/** Larger than any label or role, so that a pair of labels fits into one number. */
const SPAN = 2 ** 24;

/**
 * Counts which labels follow which. `turnOffsets` has length dialogues + 1; roles are 0 system, 1 user.
 * Throws a RangeError for labels over 24 bits.
 */
export function countFollowUps(tags: LabelledTurns, turnOffsets: Int32Array, roles: Uint8Array): FollowUps {
  const frequent = [new Map<number, number>(), new Map<number, number>()];
  const pairs = [new Map<number, number>(), new Map<number, number>()];
  const add = (counts: Map<number, number>, key: number): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (let dialogue = 0; dialogue + 1 < turnOffsets.length; dialogue++) {
    for (let turn = turnOffsets[dialogue]; turn < turnOffsets[dialogue + 1]; turn++) {
      const role = roles[turn];
      for (let at = tags.offsets[turn]; at < tags.offsets[turn + 1]; at++) {
        const label = tags.labels[at];
        if (label < 0 || label >= SPAN) throw new RangeError(`The label ${label} does not fit in 24 bits.`);
        add(frequent[role], label);
        if (turn === turnOffsets[dialogue]) continue;
        for (let before = tags.offsets[turn - 1]; before < tags.offsets[turn]; before++) {
          add(pairs[role], tags.labels[before] * SPAN + label);
        }
      }
    }
  }
  return {
    frequent: frequent.map((counts) => most(counts)),
    after: pairs.map((counts) => {
      const byBefore = new Map<number, Map<number, number>>();
      for (const [pair, turns] of counts) {
        const before = Math.floor(pair / SPAN);
        const follows = byBefore.get(before) ?? new Map<number, number>();
        follows.set(pair % SPAN, turns);
        byBefore.set(before, follows);
      }
      return Object.fromEntries([...byBefore].map(([before, follows]) => [before, most(follows)]));
    }),
  };
}

function most(counts: ReadonlyMap<number, number>): LabelCount[] {
  return [...counts].sort(([a, x], [b, y]) => y - x || a - b).slice(0, KEPT);
}

export function followingLabels(followUps: FollowUps, role: number, before: readonly number[]): LabelCount[] {
  const sums = new Map<number, number>();
  for (const label of before) {
    for (const [next, turns] of followUps.after[role]?.[label] ?? []) {
      sums.set(next, (sums.get(next) ?? 0) + turns);
    }
  }
  return most(sums);
}

export interface ScoredTurns {
  readonly scores: Float64Array;
  readonly notes: Int32Array;
}

function unscored(turns: number): ScoredTurns {
  return { scores: new Float64Array(turns).fill(Number.NaN), notes: new Int32Array(turns) };
}

/** Returns turns, the highest score first; ties keep their order. Turns without a score are left out. */
export function orderByScore({ scores }: ScoredTurns): Int32Array {
  const turns: number[] = [];
  for (let turn = 0; turn < scores.length; turn++) if (!Number.isNaN(scores[turn])) turns.push(turn);
  return Int32Array.from(turns).sort((a, b) => scores[b] - scores[a] || a - b);
}

/** Scores by Jaccard distance; the note is the number of tags that differ. Turns with equal tags have no score. */
export function scoreDisagreement(left: LabelledTurns, right: LabelledTurns): ScoredTurns {
  const scored = unscored(left.offsets.length - 1);
  const different = new Int32Array(scored.notes.length);
  walkLabels(left, right, (turn, _, whose) => {
    different[turn]++;
    if (whose !== 'both') scored.notes[turn]++;
  });
  different.forEach((count, turn) => {
    if (scored.notes[turn] > 0) scored.scores[turn] = scored.notes[turn] / count;
  });
  return scored;
}

/** Scores turns with the rarest tags first; the note is the turn's rarest tag (of equals the smaller label). */
export function scoreRarity(tags: LabelledTurns): ScoredTurns {
  const scored = unscored(tags.offsets.length - 1);
  const turns = new Map<number, number>();
  for (const label of tags.labels) turns.set(label, (turns.get(label) ?? 0) + 1);
  for (let turn = 0; turn < scored.scores.length; turn++) {
    for (let at = tags.offsets[turn]; at < tags.offsets[turn + 1]; at++) {
      const score = -(turns.get(tags.labels[at]) as number);
      if (scored.scores[turn] >= score) continue;
      scored.scores[turn] = score;
      scored.notes[turn] = tags.labels[at];
    }
  }
  return scored;
}

export interface Uncertainty {
  readonly sure: number | null;
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
 * In whole percent: the mean of the missing confidence and the share of other runs with different tags.
 * Ties: decisions for most turns first. Runs are compared in common tags, on turns that the other run tags.
 * `confidences` are of the least certain tag, 0 … 1; NaN if unknown.
 */
export function scoreUncertainty(
  own: LabelledTurns,
  confidences: Float64Array,
  others: readonly LabelledTurns[],
  decides: Int32Array,
): ScoredTurns {
  const turns = decides.length;
  const scored = unscored(turns);
  const compared = new Uint8Array(turns);
  const differing = new Uint8Array(turns);
  const ownLabels = new Set(own.labels);
  for (const other of others) {
    const shared = new Set(other.labels.filter((label) => ownLabels.has(label)));
    if (shared.size === 0) continue;
    const differs = new Uint8Array(turns);
    walkLabels(own, other, (turn, label, whose) => {
      if (whose !== 'both' && shared.has(label)) differs[turn] = 1;
    });
    for (let turn = 0; turn < turns; turn++) {
      if (other.offsets[turn] === other.offsets[turn + 1]) continue;
      compared[turn]++;
      differing[turn] += differs[turn];
    }
  }
  const most = 1 + decides.reduce((a, b) => Math.max(a, b), 0);
  for (let turn = 0; turn < turns; turn++) {
    const sure = Number.isNaN(confidences[turn]) ? null : Math.round(confidences[turn] * 100);
    const doubts = [
      ...(sure === null ? [] : [100 - sure]),
      ...(compared[turn] === 0 ? [] : [(100 * differing[turn]) / compared[turn]]),
    ];
    if (doubts.length === 0) continue;
    const doubt = doubts.reduce((a, b) => a + b) / doubts.length;
    scored.scores[turn] = Math.round(doubt) + decides[turn] / most;
    scored.notes[turn] = packUncertainty({ sure, others: compared[turn], differing: differing[turn] });
  }
  return scored;
}

export interface ReachedState {
  readonly turn: number;
  readonly state: number;
}

/** Scores by the most visited state, which is the note. `support` is by state. */
export function scoreSupport(
  turns: number,
  reached: Iterable<ReachedState>,
  support: Int32Array,
): ScoredTurns {
  const scored = unscored(turns);
  for (const { turn, state } of reached) {
    if (scored.scores[turn] >= support[state]) continue;
    scored.scores[turn] = support[state];
    scored.notes[turn] = state;
  }
  return scored;
}

/** Returns all turns in random order by seed. The first k are a random sample. */
export function shuffledTurns(turns: number, seed: number): Int32Array {
  return Int32Array.from(createRandom(seed).shuffle(Array.from({ length: turns }, (_, turn) => turn)));
}
