import type { EncodedRound, RetrievalCorpus } from '../retrieval-corpus.ts';

/**
 * A reading of a history as a bag of integers (columns); -1 means a column that training never saw.
 * `columnCount` is the number of columns, `rounds` the number of turns it looks back.
 */
export interface ContextReading {
  readonly name: string;
  readonly rounds: number;
  readonly columnCount: (corpus: RetrievalCorpus) => number;
  readonly read: (history: readonly EncodedRound[], corpus: RetrievalCorpus) => Int32Array;
}

const wordCount = (corpus: RetrievalCorpus): number => corpus.words.entries.length;

/** Words of the turn `back` turns before the answer; 1 is the last user turn. */
export function roundWords(name: string, back: number): ContextReading {
  return {
    name,
    rounds: back,
    columnCount: wordCount,
    read: (history) => history[history.length - back]?.words ?? new Int32Array(0),
  };
}

/** Words of the last turns, regardless of who said them. */
export function plainWords(name: string, rounds: number): ContextReading {
  return {
    name,
    rounds,
    columnCount: wordCount,
    read: (history) =>
      concatenated(
        history.slice(-rounds),
        (round) => round.words,
        (word) => word,
      ),
  };
}

/** Words of the last turns, with separate columns for a word of the user and the same word of the system. */
export function roleMarkedWords(name: string, rounds: number): ContextReading {
  return {
    name,
    rounds,
    columnCount: (corpus) => 2 * wordCount(corpus),
    read: (history) =>
      concatenated(
        history.slice(-rounds),
        (round) => round.words,
        (word, round) => 2 * word + round.role,
      ),
  };
}

/** Words of the last turns, marked by how far back they were said (and so by role). */
export function distanceMarkedWords(name: string, rounds: number): ContextReading {
  return distanceMarked(name, rounds, wordCount, (round) => round.words);
}

/** The same without values, so places and times do not matter. */
export function distanceMarkedShapes(name: string, rounds: number): ContextReading {
  return distanceMarked(
    name,
    rounds,
    (corpus) => corpus.shapes.entries.length,
    (round) => round.shapes,
  );
}

/** Tags of the last turns, marked by how far back they are. */
export function distanceMarkedTags(name: string, rounds: number): ContextReading {
  return distanceMarked(
    name,
    rounds,
    (corpus) => corpus.symbols.length,
    (round) => round.symbols,
  );
}

function distanceMarked(
  name: string,
  rounds: number,
  sizeOf: (corpus: RetrievalCorpus) => number,
  partOf: (round: EncodedRound) => Int32Array,
): ContextReading {
  return {
    name,
    rounds,
    columnCount: (corpus) => rounds * sizeOf(corpus),
    read: (history, corpus) => {
      const size = sizeOf(corpus);
      return concatenated(history.slice(-rounds).reverse(), partOf, (entry, _, back) => back * size + entry);
    },
  };
}

function concatenated(
  rounds: readonly EncodedRound[],
  partOf: (round: EncodedRound) => Int32Array,
  columnOf: (entry: number, round: EncodedRound, at: number) => number,
): Int32Array {
  let length = 0;
  for (const round of rounds) length += partOf(round).length;
  const columns = new Int32Array(length);
  let next = 0;
  for (let at = 0; at < rounds.length; at++) {
    for (const entry of partOf(rounds[at]))
      columns[next++] = entry < 0 ? -1 : columnOf(entry, rounds[at], at);
  }
  return columns;
}
