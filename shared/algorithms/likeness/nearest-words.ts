import { countRows } from '../retrieval/dense/sparse-rows.ts';
import { buildBm25, scoreAll } from '../retrieval/words/bm25.ts';
import type { NearRound } from './near-round.ts';

/**
 * Returns the turns whose words are nearest to others by BM25, nearest first; ties go to the earlier one. Linear in all
 * words, so it is for thousands of turns. Shares are relative to the query's score against itself: about 1 for the same
 * words.
 * @param words of the query turn, as numbers
 * @param rounds the words of each turn to choose from, numbered in the same way
 * @param others turns that are not chosen from, so that the rarity of words does not depend on a few turns alone
 * @param least share that a turn must reach
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
