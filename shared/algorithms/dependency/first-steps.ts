import type { SymbolCorpus } from '../../domain/symbols.ts';
import type { SymbolSequences } from '../overview/one-symbol.ts';

export type Steps = Pick<SymbolSequences, 'symbols' | 'offsets' | 'steps' | 'rounds'>;

export interface StepLimits {
  /** A label is in at least this share of the dialogues, 0 … 1. */
  readonly leastShare: number;
  /** A label that is last in this share of its dialogues is the mark of an end, no step. */
  readonly endShare: number;
}

/**
 * Returns each dialogue as the steps it takes for the first time, in order, without rare labels and end markers. Labels
 * of one turn are sorted by id.
 */
export function firstSteps(corpus: SymbolCorpus, { leastShare, endShare }: StepLimits): Steps {
  const dialogueCount = corpus.keys.length;
  const counts = new Int32Array(corpus.symbols.length);
  eachDialogue(corpus, (steps) => {
    for (const symbol of new Set(steps.map(({ symbol }) => symbol))) counts[symbol]++;
  });
  const isKept = counts.map((count) => (count > 0 && count >= leastShare * dialogueCount ? 1 : 0));
  const lasts = new Int32Array(counts.length);
  eachDialogue(corpus, (steps) => {
    const last = steps.findLast(({ symbol }) => isKept[symbol] === 1);
    if (last) lasts[last.symbol]++;
  });
  const kept = Array.from(counts.keys()).filter(
    (symbol) => isKept[symbol] === 1 && lasts[symbol] < endShare * counts[symbol],
  );
  const idOf = new Map(kept.map((symbol, id) => [symbol, id]));
  const offsets = [0];
  const steps: number[] = [];
  const rounds: number[] = [];
  eachDialogue(corpus, (own) => {
    const met = new Set<number>();
    for (const { symbol, round } of own) {
      const id = idOf.get(symbol);
      if (id === undefined || met.has(id)) continue;
      met.add(id);
      steps.push(id);
      rounds.push(round);
    }
    offsets.push(steps.length);
  });
  return {
    symbols: kept.map((symbol) => corpus.symbols[symbol]),
    offsets: Int32Array.from(offsets),
    steps: Int32Array.from(steps),
    rounds: Int32Array.from(rounds),
  };
}

/** Yields every label of every dialogue with its turn, in order. */
function eachDialogue(
  { keys, roundOffsets, symbolOffsets, symbolIds }: SymbolCorpus,
  visit: (steps: readonly { readonly symbol: number; readonly round: number }[]) => void,
): void {
  for (let dialogue = 0; dialogue < keys.length; dialogue++) {
    const steps: { symbol: number; round: number }[] = [];
    for (let round = roundOffsets[dialogue]; round < roundOffsets[dialogue + 1]; round++) {
      for (let row = symbolOffsets[round]; row < symbolOffsets[round + 1]; row++)
        steps.push({ symbol: symbolIds[row], round: round - roundOffsets[dialogue] });
    }
    visit(steps);
  }
}
