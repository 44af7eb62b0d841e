import type { Activities } from './activities.ts';

/** A sequence of activities that some dialogues have in common. */
export interface Variant {
  readonly steps: readonly FoldedStep[];
  /** Indexes of dialogues, ascending. */
  readonly dialogues: readonly number[];
}

/** An activity, and whether it is done more than once in a row. */
export interface FoldedStep {
  readonly symbol: number;
  readonly repeated: boolean;
}

/**
 * The distinct sequences, commonest first; ties by the first dialogue that has them. Dialogues without a step are none.
 * Linear in steps.
 *
 * @param fold repetitions in a row count as one step: `A B B C` and `A B B B C` are both `A B+ C`
 * @param isTaken which dialogues
 */
export function variantsOf(
  { offsets, steps }: Pick<Activities, 'offsets' | 'steps'>,
  fold: boolean,
  isTaken: (dialogue: number) => boolean = () => true,
): Variant[] {
  const known = new Map<string, { steps: FoldedStep[]; dialogues: number[] }>();
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    const start = offsets[dialogue];
    const end = offsets[dialogue + 1];
    if (start === end || !isTaken(dialogue)) continue;
    const own = fold
      ? foldedSteps(steps, start, end)
      : Array.from(steps.subarray(start, end), (symbol) => ({ symbol, repeated: false }));
    const key = keyOf(own);
    const variant = known.get(key);
    if (variant) variant.dialogues.push(dialogue);
    else known.set(key, { steps: own, dialogues: [dialogue] });
  }
  return [...known.values()].sort(
    (a, b) => b.dialogues.length - a.dialogues.length || a.dialogues[0] - b.dialogues[0],
  );
}

function foldedSteps(steps: Int32Array, start: number, end: number): FoldedStep[] {
  const folded: FoldedStep[] = [];
  for (let at = start; at < end; ) {
    let next = at + 1;
    while (next < end && steps[next] === steps[at]) next++;
    folded.push({ symbol: steps[at], repeated: next - at > 1 });
    at = next;
  }
  return folded;
}

/** What two sequences have in common exactly where they are the same. */
export const keyOf = (steps: readonly FoldedStep[]): string =>
  steps.map(({ symbol, repeated }) => (repeated ? `${symbol}+` : String(symbol))).join(' ');

/**
 * How many variants it takes, commonest first, to cover a share of the dialogues.
 *
 * @param share 0 … 1
 */
export function coveringCount(variants: readonly Variant[], share: number): number {
  const all = variants.reduce((sum, { dialogues }) => sum + dialogues.length, 0);
  let covered = 0;
  for (const [at, { dialogues }] of variants.entries()) {
    if (covered >= share * all) return at;
    covered += dialogues.length;
  }
  return variants.length;
}

/** Longer ones are cut off before they are compared: so many places fit a word. */
const LONGEST_COMPARED = 32;

/**
 * Which of the common variants each rare one is nearest to, by the fewest steps put in, left out or exchanged
 * (Levenshtein); ties go to the commoner. Linear in the steps of the rare ones for each that they are compared with.
 *
 * @param common the first so many variants
 * @param most of them are compared with, the commonest
 * @returns length = variants − common; an index below `common`, or −1 where there is none
 */
export function nearestCommon(variants: readonly Variant[], common: number, most: number): Int32Array {
  const symbolsOf = variants.map(({ steps }) =>
    Int32Array.from(steps.slice(0, LONGEST_COMPARED), ({ symbol }) => symbol),
  );
  const symbols = symbolsOf.reduce(
    (sum, own) => own.reduce((largest, one) => Math.max(largest, one + 1), sum),
    0,
  );
  const distances = symbolsOf.slice(0, Math.min(common, most)).map((own) => editDistanceTo(own, symbols));
  return Int32Array.from(symbolsOf.slice(common), (own) => {
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < distances.length; other++) {
      // The lengths alone already tell how far they are apart at least.
      if (Math.abs(symbolsOf[other].length - own.length) >= least) continue;
      const apart = distances[other](own);
      if (apart < least) {
        least = apart;
        nearest = other;
      }
    }
    return nearest;
  });
}

/**
 * Levenshtein's distance to a sequence of at most 32 symbols, a column of the table at a time: whether it grows or falls
 * from place to place is a bit each (Myers 1999, in Hyyrö's form).
 */
function editDistanceTo(pattern: Int32Array, symbols: number): (sequence: Int32Array) => number {
  const places = new Int32Array(symbols);
  pattern.forEach((symbol, at) => {
    places[symbol] |= 1 << at;
  });
  const last = 1 << (pattern.length - 1);
  return (sequence) => {
    if (pattern.length === 0) return sequence.length;
    let [grows, falls, distance] = [-1, 0, pattern.length];
    for (const symbol of sequence) {
      const same = places[symbol];
      const diagonal = same | falls;
      const across = ((((same & grows) + grows) | 0) ^ grows) | same;
      let up = falls | ~(across | grows);
      let down = grows & across;
      if ((up & last) !== 0) distance++;
      if ((down & last) !== 0) distance--;
      up = (up << 1) | 1;
      down <<= 1;
      grows = down | ~(diagonal | up);
      falls = up & diagonal;
    }
    return distance;
  };
}
