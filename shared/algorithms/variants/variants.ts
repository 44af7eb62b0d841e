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

/** Longer ones are cut off before they are compared, so that one monster does not hold up the others. */
const LONGEST_COMPARED = 60;

/**
 * Which of the common variants each rare one is nearest to, by the fewest steps put in, left out or exchanged
 * (Levenshtein); ties go to the commoner. Quadratic in the steps of each pair.
 *
 * @param common the first so many variants
 * @param most of them are compared with, the commonest
 * @returns length = variants − common; an index below `common`, or −1 where there is none
 */
export function nearestCommon(variants: readonly Variant[], common: number, most: number): Int32Array {
  const compared = Math.min(common, most);
  const symbolsOf = variants.map(({ steps }) => steps.slice(0, LONGEST_COMPARED).map(({ symbol }) => symbol));
  return Int32Array.from(variants.slice(common), (_, at) => {
    const own = symbolsOf[common + at];
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < compared; other++) {
      // The lengths alone already tell how far they are apart at least.
      if (Math.abs(symbolsOf[other].length - own.length) >= least) continue;
      const apart = editDistance(own, symbolsOf[other]);
      if (apart < least) {
        least = apart;
        nearest = other;
      }
    }
    return nearest;
  });
}

function editDistance(left: readonly number[], right: readonly number[]): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const exchanged = row[j - 1] + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[right.length];
}
