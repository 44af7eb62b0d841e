import type { Role } from '../../domain/dialogue.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { countRows } from '../retrieval/dense/sparse-rows.ts';
import { topK } from '../retrieval/ranking/top-k.ts';
import type { RetrievalRound } from '../retrieval/retrieval-corpus.ts';
import { type Bm25Index, buildBm25, scoreAll } from '../retrieval/words/bm25.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';

export interface SuggestedTag {
  readonly tag: string;
  /** Share of the neighbors' weight that carries it, 0 … 1. */
  readonly share: number;
}

export interface Neighbour {
  readonly turn: RetrievalRound;
  readonly score: number;
}

/** Tags a new turn like the most similar turns. */
interface NeighbourTagger {
  /** Up to `most` turns of a role that are most like a text, with their score, most similar first. */
  neighbours(role: Role, text: string, most: number): Neighbour[];
  /** The tags with a share of at least `LEAST_SHARE`, highest first, ties by code point; none without a common word. */
  suggest(role: Role, text: string): SuggestedTag[];
}

export const NEIGHBOURS = 15;
/** A turn that shares less than this of a text's weight in words is not a neighbor. */
const LEAST_COVERAGE = 0.25;
export const LEAST_SHARE = 0.4;

/** Fits on tagged turns; O(words) time and memory. Each neighbor counts by its BM25 score. */
export function createNeighbourTagger(turns: readonly RetrievalRound[]): NeighbourTagger {
  const sides: Readonly<Record<Role, Side>> = {
    user: sideOf(turns.filter(({ role }) => role === 'user')),
    system: sideOf(turns.filter(({ role }) => role === 'system')),
  };
  const neighbours: NeighbourTagger['neighbours'] = (role, text, most) => {
    const { turns: own, ids, index } = sides[role];
    const words = wordsOf(text).map((word) => ids.get(word) ?? -1);
    const scores = scoreAll(index, words);
    const coverage = coverageOf(index, words);
    return Array.from(topK(scores, most, 0))
      .filter((at) => coverage(at) >= LEAST_COVERAGE)
      .map((at) => ({ turn: own[at], score: scores[at] }));
  };
  return {
    neighbours,
    suggest: (role, text) => byShare(tagShares(neighbours(role, text, NEIGHBOURS)), LEAST_SHARE),
  };
}

/** The share of every tag among turns, each by its score; empty for no turns. */
export function tagShares(neighbours: readonly Neighbour[]): Map<string, number> {
  const weights = new Map<string, number>();
  let total = 0;
  for (const { turn, score } of neighbours) {
    total += score;
    for (const tag of new Set(turn.tags)) weights.set(tag, (weights.get(tag) ?? 0) + score);
  }
  for (const [tag, weight] of weights) weights.set(tag, weight / total);
  return weights;
}

/** The tags with at least this share, highest first, ties by code point. */
export function byShare(shares: ReadonlyMap<string, number>, least: number): SuggestedTag[] {
  return [...shares]
    .map(([tag, share]) => ({ tag, share }))
    .filter(({ share }) => share >= least)
    .sort((a, b) => b.share - a.share || compareCodePoints(a.tag, b.tag));
}

/**
 * Returns the share of a text's weight in words, by idf, that each document has, 0 … 1. A word in no document weighs as
 * much as one in no document could. So a text about something else is similar to nothing here, however many common
 * words it shares.
 */
function coverageOf({ documentCount, idf, rows }: Bm25Index, words: readonly number[]) {
  const unknown = Math.log(1 + (documentCount + 0.5) / 0.5);
  const weightOf = (word: number): number => (word < 0 ? unknown : idf[word]);
  const distinct = new Set(words.filter((word) => word >= 0));
  const total =
    [...distinct].reduce((sum, word) => sum + weightOf(word), 0) +
    words.filter((word) => word < 0).length * unknown;
  return (document: number): number => {
    let shared = 0;
    for (let at = rows.offsets[document]; at < rows.offsets[document + 1]; at++) {
      if (distinct.has(rows.columns[at])) shared += weightOf(rows.columns[at]);
    }
    return total === 0 ? 0 : shared / total;
  };
}

interface Side {
  readonly turns: readonly RetrievalRound[];
  readonly ids: ReadonlyMap<string, number>;
  readonly index: Bm25Index;
}

function sideOf(turns: readonly RetrievalRound[]): Side {
  const ids = new Map<string, number>();
  const rows = turns.map(({ text }) =>
    Int32Array.from(wordsOf(text), (word) => {
      let id = ids.get(word);
      if (id === undefined) {
        id = ids.size;
        ids.set(word, id);
      }
      return id;
    }),
  );
  return { turns, ids, index: buildBm25(countRows(rows.length, ids.size, (row) => rows[row])) };
}
