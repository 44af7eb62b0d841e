import { CUES } from './cues.ts';
import type { FitColumns } from './fit-columns.ts';

/**
 * Returns how well a lemma, or a cue, predicts the words of the next turn:
 *
 * Σ_y [c·ln(c/e) − (c − e)] / √n over words y with c > e
 *
 * n is the number of messages with x that have a next turn, c the number of those turns with y, and e the number
 * expected by chance: the sum over both roles of (messages of the role with x) × (share of that role's next turns with
 * y). Without the roles, any word that users prefer would seem to predict whatever agents say. The summand is the
 * log-likelihood ratio of a Poisson count; /√n keeps plain frequency from winning.
 *
 * Words y are those in at least `minimumCount` next turns: for a word seen once, c/e is huge by chance. Time O(Σ over
 * messages of lemmas × words of the next turn), memory O(dictionary + lemmas of the corpus).
 *
 * @param lemmas ids to score
 * @returns scores in the order of `lemmas` and of `CUES`, rounded to 1e-6
 */
export function scorePredictors(
  columns: FitColumns,
  lemmas: readonly number[],
  minimumCount: number,
): { readonly lemmas: Float64Array; readonly cues: Float64Array } {
  const { dictionary, utterances, nextRounds, roles, roundWordOffsets, roundWords } = columns;
  const size = dictionary.length;

  // base[role][y]: messages of the role whose next turn has y.
  const base = [new Int32Array(size), new Int32Array(size)];
  const turns = [0, 0];
  for (let utterance = 0; utterance < utterances; utterance++) {
    const next = nextRounds[utterance];
    if (next < 0) continue;
    turns[roles[utterance]]++;
    const counts = base[roles[utterance]];
    for (let index = roundWordOffsets[next]; index < roundWordOffsets[next + 1]; index++)
      counts[roundWords[index]]++;
  }
  const predicted: number[] = [];
  for (let word = 0; word < size; word++) {
    if (base[0][word] + base[1][word] >= minimumCount) predicted.push(word);
  }
  const slotOf = new Int32Array(size).fill(-1);
  for (let slot = 0; slot < predicted.length; slot++) slotOf[predicted[slot]] = slot;
  const share = base.map((counts, role) =>
    Float64Array.from(predicted, (word) => counts[word] / Math.max(1, turns[role])),
  );

  const seen = new Int32Array(predicted.length);
  const score = (members: Iterable<number>): number => {
    seen.fill(0);
    const n = [0, 0];
    for (const utterance of members) {
      const next = nextRounds[utterance];
      if (next < 0) continue;
      n[roles[utterance]]++;
      for (let index = roundWordOffsets[next]; index < roundWordOffsets[next + 1]; index++) {
        const slot = slotOf[roundWords[index]];
        if (slot >= 0) seen[slot]++;
      }
    }
    let sum = 0;
    for (let slot = 0; slot < seen.length; slot++) {
      const expected = n[0] * share[0][slot] + n[1] * share[1][slot];
      if (seen[slot] > expected)
        sum += seen[slot] * Math.log(seen[slot] / expected) - (seen[slot] - expected);
    }
    const total = n[0] + n[1];
    return total === 0 ? 0 : Math.round((sum / Math.sqrt(total)) * 1e6) / 1e6;
  };

  const postings = invert(columns, lemmas);
  return {
    lemmas: Float64Array.from(lemmas, (_, index) =>
      score(postings.utterances.subarray(postings.offsets[index], postings.offsets[index + 1])),
    ),
    cues: Float64Array.from(CUES, (_, cue) => score(utterancesWithCue(columns, cue))),
  };
}

/** The messages of each lemma, in ascending order. */
function invert(
  columns: FitColumns,
  lemmas: readonly number[],
): { readonly offsets: Int32Array; readonly utterances: Int32Array } {
  const rankOf = new Int32Array(columns.dictionary.length).fill(-1);
  for (let rank = 0; rank < lemmas.length; rank++) rankOf[lemmas[rank]] = rank;
  const offsets = new Int32Array(lemmas.length + 1);
  for (const lemma of columns.lemmaIds) if (rankOf[lemma] >= 0) offsets[rankOf[lemma] + 1]++;
  for (let rank = 0; rank < lemmas.length; rank++) offsets[rank + 1] += offsets[rank];
  const next = offsets.slice();
  const utterances = new Int32Array(offsets[lemmas.length]);
  for (let utterance = 0; utterance < columns.utterances; utterance++) {
    for (let index = columns.lemmaOffsets[utterance]; index < columns.lemmaOffsets[utterance + 1]; index++) {
      const rank = rankOf[columns.lemmaIds[index]];
      if (rank >= 0) utterances[next[rank]++] = utterance;
    }
  }
  return { offsets, utterances };
}

function* utterancesWithCue(columns: FitColumns, cue: number): Generator<number> {
  for (let utterance = 0; utterance < columns.utterances; utterance++) {
    if (columns.cues[utterance] & (1 << cue)) yield utterance;
  }
}
