import type { Role } from '../../domain/dialogue.ts';
import { compareCodePoints } from '../automaton/code-point-order.ts';
import { type Bm25Index, buildBm25, scoreAll } from '../retrieval/bm25.ts';
import { countRows } from '../retrieval/sparse-rows.ts';
import { wordsOf } from '../retrieval/tokens.ts';
import { topK } from '../retrieval/top-k.ts';

export interface TaggedText {
  readonly role: Role;
  readonly text: string;
  readonly tags: readonly string[];
}

export interface SuggestedTag {
  readonly tag: string;
  /** How much of the neighbours' weight carries it, 0 … 1. */
  readonly share: number;
}

/** Tags a new turn as the turns were tagged that are most like it. */
export interface NeighbourTagger {
  /** The tags with a share of at least `LEAST_SHARE`, highest first, ties by code point; none without a common word. */
  suggest(role: Role, text: string): SuggestedTag[];
}

const NEIGHBOURS = 15;
export const LEAST_SHARE = 0.4;

/** Fits on tagged turns; O(words) time and memory. Each neighbour counts by its BM25 score. */
export function createNeighbourTagger(turns: readonly TaggedText[]): NeighbourTagger {
  const sides: Readonly<Record<Role, Side>> = {
    user: sideOf(turns.filter(({ role }) => role === 'user')),
    system: sideOf(turns.filter(({ role }) => role === 'system')),
  };
  return {
    suggest(role, text) {
      const { turns: own, ids, index } = sides[role];
      const scores = scoreAll(
        index,
        wordsOf(text).map((word) => ids.get(word) ?? -1),
      );
      const weights = new Map<string, number>();
      let total = 0;
      for (const at of topK(scores, NEIGHBOURS, 0)) {
        total += scores[at];
        for (const tag of new Set(own[at].tags)) weights.set(tag, (weights.get(tag) ?? 0) + scores[at]);
      }
      return [...weights]
        .map(([tag, weight]) => ({ tag, share: weight / total }))
        .filter(({ share }) => share >= LEAST_SHARE)
        .sort((a, b) => b.share - a.share || compareCodePoints(a.tag, b.tag));
    },
  };
}

interface Side {
  readonly turns: readonly TaggedText[];
  readonly ids: ReadonlyMap<string, number>;
  readonly index: Bm25Index;
}

function sideOf(turns: readonly TaggedText[]): Side {
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
