import { createRandom } from '../random/random.ts';
import { fitLsa, type LsaModel, projectRow } from '../retrieval/dense/lsa.ts';
import { countRows } from '../retrieval/dense/sparse-rows.ts';
import { fuseRanks } from '../retrieval/ranking/candidate-pool.ts';
import { topK } from '../retrieval/ranking/top-k.ts';
import { type Bm25Index, buildBm25, scoreAll } from '../retrieval/words/bm25.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';

interface CutPassage {
  readonly text: string;
  /** Start in the document, in UTF-16 units. */
  readonly start: number;
}

const PASSAGE_WORDS = 120;
const OVERLAP_WORDS = 24;

/** A word. A Han character is a word, and very long runs are cut. */
const PIECE = /\p{Script=Han}|[^\s\p{Script=Han}]{1,60}/gu;

/** Splits a document into passages of `words` words, each repeating the last `overlap` words. */
export function cutPassages(text: string, words = PASSAGE_WORDS, overlap = OVERLAP_WORDS): CutPassage[] {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(PIECE)) {
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  const passages: CutPassage[] = [];
  for (let first = 0; first < starts.length; ) {
    const end =
      first + words >= starts.length ? starts.length : restingPlace(text, ends, starts, first, words);
    passages.push({ text: text.slice(starts[first], ends[end - 1]), start: starts[first] });
    if (end === starts.length) break;
    first = Math.max(first + 1, end - overlap);
  }
  return passages;
}

/** Returns the end of a passage: after the last sentence or paragraph, if one ends in the last quarter. */
function restingPlace(
  text: string,
  ends: readonly number[],
  starts: readonly number[],
  first: number,
  words: number,
): number {
  const last = first + words;
  for (let end = last; end > last - words / 4; end--) {
    const between = text.slice(ends[end - 1], starts[end]);
    if (between.includes('\n') || /[.!?。！？]$/u.test(text.slice(ends[end - 1] - 1, ends[end - 1])))
      return end;
  }
  return last;
}

export type PassageIndex = ReturnType<typeof buildPassageIndex>;

const DIMENSIONS = 64;
const SEED = 1;
const LIST_LENGTH = 50;
const LEAST_COSINE = 0.25;
/** With fewer passages, words that occur in one passage count, too. */
const FEW_PASSAGES = 300;

/** BM25 and latent semantic analysis of the passages, joined by reciprocal-rank fusion. Deterministic. */
export function buildPassageIndex(passages: readonly string[]) {
  const ids = new Map<string, number>();
  const rows = passages.map((text) =>
    wordsOf(text).map((word) => {
      const id = ids.get(word) ?? ids.size;
      ids.set(word, id);
      return id;
    }),
  );
  const counts = countRows(rows.length, ids.size, (row) => rows[row]);
  const words: Bm25Index = buildBm25(counts);
  const random = createRandom(SEED);
  const model: LsaModel = fitLsa(counts, {
    dimensions: Math.min(DIMENSIONS, Math.max(1, passages.length - 1)),
    iterations: 2,
    minimumFrequency: passages.length < FEW_PASSAGES ? 1 : 2,
    random: () => random.next(),
  });
  const { dimensions } = model;
  const vectors = new Float32Array(rows.length * dimensions);
  rows.forEach((row, at) => {
    projectRow(model, row, vectors, at * dimensions);
  });
  return {
    size: passages.length,
    /** Best first; ties go to the earlier passage. */
    search(query: string, count: number) {
      const asked = wordsOf(query).map((word) => ids.get(word) ?? -1);
      const byWords = topK(scoreAll(words, asked), LIST_LENGTH, 0);
      const vector = new Float32Array(dimensions);
      projectRow(model, asked, vector, 0);
      const cosines = new Float32Array(rows.length);
      for (let row = 0; row < rows.length; row++) {
        for (let d = 0; d < dimensions; d++) cosines[row] += vector[d] * vectors[row * dimensions + d];
      }
      const byVector = topK(cosines, LIST_LENGTH, LEAST_COSINE);
      const rankIn = (list: Int32Array, passage: number): number | null => {
        const at = list.indexOf(passage);
        return at < 0 ? null : at + 1;
      };
      return fuseRanks([byWords, byVector])
        .slice(0, count)
        .map(({ index: passage }) => ({
          passage,
          wordsRank: rankIn(byWords, passage),
          denseRank: rankIn(byVector, passage),
        }));
    },
  };
}
