import { countRows } from '../retrieval/dense/sparse-rows.ts';
import { buildBm25, scoreAll } from '../retrieval/words/bm25.ts';
import type { NearRound } from './near-round.ts';

/**
 * The rounds whose words are nearest to others by BM25, nearest first; of equals the earlier one. Linear in all words, so
 * it is for thousands of rounds. Shares are of what the asked words score against themselves: about 1 for the same words.
 * @param words of the round in hand, as numbers
 * @param rounds the words of each round to choose from, numbered alike
 * @param others rounds that are not chosen from, so that how rare a word is does not go by a few rounds alone
 * @param least share that a round must reach
 */
export function nearestByWords(
  words: Int32Array,
  rounds: readonly Int32Array[],
  others: readonly Int32Array[],
  least: number,
): NearRound[] {
  if (words.length === 0) return [];
  const all = [...rounds, words, ...others];
  const columns = 1 + all.reduce((most, row) => row.reduce((a, b) => Math.max(a, b), most), 0);
  const scores = scoreAll(buildBm25(countRows(all.length, columns, (row) => all[row])), words);
  const full = scores[rounds.length];
  return rounds
    .map((_, at) => ({ at, share: scores[at] / full }))
    .filter(({ share }) => share >= least)
    .sort((a, b) => b.share - a.share || a.at - b.at);
}
