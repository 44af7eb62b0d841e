import { type LabelledRounds, walkLabels } from '../agreement/labelled-rounds.ts';
import { createRandom } from '../random/random.ts';

/** Rounds with a score each (NaN leaves a round out) and what the score was about. Length = rounds. */
export interface ScoredRounds {
  readonly scores: Float64Array;
  readonly notes: Int32Array;
}

function unscored(rounds: number): ScoredRounds {
  return { scores: new Float64Array(rounds).fill(Number.NaN), notes: new Int32Array(rounds) };
}

/** Rounds by falling score, equal ones in their order; those without a score are left out. */
export function orderByScore({ scores }: ScoredRounds): Int32Array {
  const rounds: number[] = [];
  for (let round = 0; round < scores.length; round++) if (!Number.isNaN(scores[round])) rounds.push(round);
  return Int32Array.from(rounds).sort((a, b) => scores[b] - scores[a] || a - b);
}

/** Jaccard distance of the two sides' tags; the note is how many tags differ. Rounds they agree on have no score. */
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

/** Rounds with the rarest tags first; the note is the round's rarest tag (of equals the smaller label). */
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

/** One round that a dialogue took into a state. */
export interface ReachedState {
  readonly round: number;
  readonly state: number;
}

/**
 * Rounds by how many dialogues the automaton tracks at the most visited state they reach; the note is the state.
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

/** All rounds in a random order; the first k are a random sample of size k. One seed, one order. */
export function shuffledRounds(rounds: number, seed: number): Int32Array {
  return Int32Array.from(createRandom(seed).shuffle(Array.from({ length: rounds }, (_, round) => round)));
}
