/**
 * Tokenizes like the rouge_score package (after ROUGE-1.5.5). Texts in other scripts have no tokens and score 0.
 * The package's default is no `stem`, and a stemmer only gets tokens of four or more characters.
 */
export function rougeTokens(text: string, stem?: (token: string) => string): string[] {
  const tokens = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stem ? tokens.map((token) => (token.length > 3 ? stem(token) : token)) : tokens;
}

/**
 * The length of the longest common subsequence of one pattern and many texts, over token ids from 0.
 * Bit-parallel (Hyyrö 2004, after Crochemore and others 2001): O(⌈m/32⌉·n) for m pattern and n text tokens.
 */
export function createSubsequenceMatcher() {
  /** By token id, where its masks start in `masks`; 0 for tokens outside the pattern, which have empty masks. */
  let slotOfToken = new Int32Array(1024);
  /** `words` masks per slot: bit i of word w is set if pattern[32·w + i] is the token. */
  let masks = new Int32Array(64);
  let state = new Int32Array(1);
  let pattern: Int32Array = new Int32Array(0);
  let words = 0;

  function setPattern(next: Int32Array): void {
    for (const token of pattern) slotOfToken[token] = 0;
    pattern = next;
    words = (next.length + 31) >>> 5;
    const largest = next.reduce((most, token) => Math.max(most, token), 0);
    if (largest >= slotOfToken.length)
      slotOfToken = new Int32Array(Math.max(largest + 1, 2 * slotOfToken.length));
    const needed = (next.length + 1) * words;
    if (needed > masks.length) masks = new Int32Array(2 * needed);
    else masks.fill(0, 0, needed);
    if (words > state.length) state = new Int32Array(words);

    let used = words;
    for (let position = 0; position < next.length; position++) {
      const token = next[position];
      if (slotOfToken[token] === 0) {
        slotOfToken[token] = used;
        used += words;
      }
      masks[slotOfToken[token] + (position >>> 5)] |= 1 << (position & 31);
    }
  }

  function slotOf(token: number): number {
    return token < slotOfToken.length ? slotOfToken[token] : 0;
  }

  function lengthInOneWord(text: Int32Array): number {
    let vector = -1;
    for (let position = 0; position < text.length; position++) {
      const matches = vector & masks[slotOf(text[position])];
      vector = (vector + matches) | (vector & ~matches);
    }
    return countOnes(~vector & (-1 >>> (32 - pattern.length)));
  }

  function lengthInManyWords(text: Int32Array): number {
    state.fill(-1, 0, words);
    for (let position = 0; position < text.length; position++) {
      const slot = slotOf(text[position]);
      if (slot === 0) continue;
      let carry = 0;
      for (let word = 0; word < words; word++) {
        const vector = state[word];
        const matches = vector & masks[slot + word];
        const sum = (vector >>> 0) + (matches >>> 0) + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        state[word] = sum | 0 | (vector & ~matches);
      }
    }
    let length = 0;
    for (let word = 0; word < words - 1; word++) length += countOnes(~state[word]);
    return length + countOnes(~state[words - 1] & (-1 >>> (32 * words - pattern.length)));
  }

  return {
    setPattern,
    lengthWith: (text: Int32Array) => {
      if (words === 0 || text.length === 0) return 0;
      return words === 1 ? lengthInOneWord(text) : lengthInManyWords(text);
    },
  };
}

function countOnes(word: number): number {
  let ones = word - ((word >>> 1) & 0x55555555);
  ones = (ones & 0x33333333) + ((ones >>> 2) & 0x33333333);
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

interface RougeScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const matcher = createSubsequenceMatcher();

/**
 * Returns ROUGE-L against one reference (Lin 2004, section 3.1, equal weights as in rouge_score).
 * A side without tokens scores 0.
 */
export function rougeL(candidate: Int32Array, reference: Int32Array): RougeScore {
  return fromHits(subsequenceLength(candidate, reference), candidate.length, reference.length);
}

/** The F-measure of ROUGE-L alone: 2·LCS / (|candidate| + |reference|); 0 without tokens. Symmetric. */
export function rougeLF1(candidate: Int32Array, reference: Int32Array): number {
  return f1OfLengths(subsequenceLength(candidate, reference), candidate.length, reference.length);
}

export function f1OfLengths(hits: number, candidateCount: number, referenceCount: number): number {
  return hits === 0 ? 0 : (2 * hits) / (candidateCount + referenceCount);
}

/**
 * Returns ROUGE-N with repetitions for one reference (Lin 2004, section 2). A side shorter than n scores 0.
 * Throws a RangeError unless `order` ≥ 1.
 */
export function rougeN(candidate: Int32Array, reference: Int32Array, order: number): RougeScore {
  if (!Number.isInteger(order) || order < 1) {
    throw new RangeError(`The order of ROUGE-N must be a whole number of at least 1, not ${order}.`);
  }
  const open = ngramCounts(reference, order);
  const candidateCount = Math.max(0, candidate.length - order + 1);
  let hits = 0;
  for (let start = 0; start < candidateCount; start++) {
    const ngram = candidate.subarray(start, start + order).join(' ');
    const left = open.get(ngram) ?? 0;
    if (left > 0) {
      hits++;
      open.set(ngram, left - 1);
    }
  }
  return fromHits(hits, candidateCount, Math.max(0, reference.length - order + 1));
}

function ngramCounts(ids: Int32Array, order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + order <= ids.length; start++) {
    const ngram = ids.subarray(start, start + order).join(' ');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

function subsequenceLength(candidate: Int32Array, reference: Int32Array): number {
  matcher.setPattern(reference);
  return matcher.lengthWith(candidate);
}

function fromHits(hits: number, candidateCount: number, referenceCount: number): RougeScore {
  if (hits === 0) return { precision: 0, recall: 0, f1: 0 };
  return {
    precision: hits / candidateCount,
    recall: hits / referenceCount,
    f1: f1OfLengths(hits, candidateCount, referenceCount),
  };
}
