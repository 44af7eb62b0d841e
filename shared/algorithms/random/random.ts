/** A reproducible stream of pseudo-random numbers; one seed, one stream. */
export interface Random {
  /** A number in [0, 1), a multiple of 2⁻³². */
  next(): number;
  /** A whole number in [0, maxExclusive), all equally likely; throws a RangeError unless 1 ≤ maxExclusive ≤ 2³². */
  integer(maxExclusive: number): number;
  /** One element, each equally likely; throws a RangeError on an empty array. */
  pick<Value>(values: readonly Value[]): Value;
  shuffle<Value>(values: readonly Value[]): Value[];
}

const TWO_TO_32 = 2 ** 32;

/**
 * Creates an sfc32 generator (Doty-Humphrey, PractRand) with a mixed seed: neighboring seeds differ. Not for secrets.
 * Throws a RangeError unless the seed is a whole number with |seed| ≤ 2⁵³ − 1.
 */
export function createRandom(seed: number): Random {
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`The seed must be a whole number from -(2^53 - 1) to 2^53 - 1, not ${seed}.`);
  }
  // Each half of the seed fills its own word, so no two seeds share a state.
  let a = mix((seed | 0) ^ 0x9e3779b9);
  let b = mix(Math.floor(seed / TWO_TO_32) | 0);
  let c = mix(a ^ b);
  let counter = 1;

  function nextWord(): number {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  }
  // The first words still show the seed; PractRand discards them too.
  for (let step = 0; step < 12; step++) nextWord();

  function integer(maxExclusive: number): number {
    if (!Number.isInteger(maxExclusive) || maxExclusive < 1 || maxExclusive > TWO_TO_32) {
      throw new RangeError(`The upper bound must be a whole number from 1 to 2^32, not ${maxExclusive}.`);
    }
    // Later words would make small results more likely, so draw again. The first `maxExclusive` words never are. `%`
    // takes several times as long beyond 2³¹.
    let word = nextWord();
    while (word >= TWO_TO_32 - maxExclusive && word >= TWO_TO_32 - (TWO_TO_32 % maxExclusive))
      word = nextWord();
    return word - maxExclusive * Math.floor(word / maxExclusive);
  }

  return {
    next: () => nextWord() / TWO_TO_32,
    integer,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('There is nothing to pick from: the array is empty.');
      return values[integer(values.length)];
    },
    shuffle: (values) => {
      const shuffled = [...values];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = integer(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
      }
      return shuffled;
    },
  };
}

function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
