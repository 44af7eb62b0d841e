/**
 * Counts the n-grams shared with the references into `matches[offset + n − 1]`, for n = 1 … maxOrder.
 * An n-gram counts at most as often as in the best reference. `run` at (i, j) is the number of equal tokens
 * from candidate i and reference j on.
 */
export function addNgramMatches(
  matches: Float64Array,
  offset: number,
  maxOrder: number,
  candidate: Int32Array,
  references: readonly Int32Array[],
): void {
  const later = countsPerPosition(candidate, candidate, maxOrder, true);
  const best = new Int32Array(later.length);
  for (const reference of references) {
    const found = countsPerPosition(candidate, reference, maxOrder, false);
    for (let cell = 0; cell < best.length; cell++) if (found[cell] > best[cell]) best[cell] = found[cell];
  }
  for (let cell = 0; cell < best.length; cell++) {
    if (later[cell] < best[cell]) matches[offset + (cell % maxOrder)]++;
  }
}

/** Writes to index start · maxOrder + n − 1. With `onlyLater`, only later starts in the same text count. */
function countsPerPosition(
  text: Int32Array,
  other: Int32Array,
  maxOrder: number,
  onlyLater: boolean,
): Int32Array {
  const counts = new Int32Array(text.length * maxOrder);
  /** `runs[j]` is the run at (start, j), at most maxOrder; before its update, the run at (start + 1, j). */
  const runs = new Uint8Array(other.length + 1);
  for (let start = text.length - 1; start >= 0; start--) {
    const token = text[start];
    const base = start * maxOrder;
    for (let position = 0; position < other.length; position++) {
      if (other[position] !== token) {
        runs[position] = 0;
        continue;
      }
      const run = Math.min(maxOrder, runs[position + 1] + 1);
      runs[position] = run;
      if (onlyLater && position <= start) continue;
      for (let order = 0; order < run; order++) counts[base + order]++;
    }
  }
  return counts;
}

/** Tokenizes like mteval-v13a, as sacreBLEU's tokenizer "13a" does; keeps case. */
export function bleuTokens(text: string): string[] {
  const decoded = trimEnd(text)
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  const spaced = ` ${decoded} `
    .replace(ASCII_SYMBOL, ' $& ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ');
  return spaced.split(WHITE_SPACE).filter((token) => token !== '');
}

const ASCII_SYMBOL = /[ -&(-+/:-@[-`{-~]/g;

/** Matches the white space of Python's str.split: unlike \s, includes U+001C … U+001F and U+0085, but not U+FEFF. */
const WHITE_SPACE_CLASS =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const WHITE_SPACE = new RegExp(`${WHITE_SPACE_CLASS}+`);
const ONE_WHITE_SPACE = new RegExp(WHITE_SPACE_CLASS);

/** Trims the end with a loop. A regular expression anchored at the end is quadratic on long runs of spaces. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ONE_WHITE_SPACE.test(text[end - 1])) end--;
  return text.slice(0, end);
}

/** The longest n-grams counted: BLEU-4. */
const BLEU_ORDER = 4;

/** The number of statistics: candidate length, reference length, then matches and n-grams of orders 1 … 4. */
export const BLEU_STATISTICS = 2 + 2 * BLEU_ORDER;

/**
 * Adds to `statistics[offset … offset + BLEU_STATISTICS − 1]`; an empty candidate adds its reference's length.
 * The reference length is the closest one, the shorter of two (Papineni 2002, as in sacreBLEU).
 */
export function addBleuStatistics(
  statistics: Float64Array,
  offset: number,
  candidate: Int32Array,
  references: readonly Int32Array[],
): void {
  statistics[offset] += candidate.length;
  statistics[offset + 1] += closestLength(candidate.length, references);
  addNgramMatches(statistics, offset + 2, BLEU_ORDER, candidate, references);
  for (let order = 1; order <= BLEU_ORDER; order++) {
    statistics[offset + 1 + BLEU_ORDER + order] += Math.max(0, candidate.length - order + 1);
  }
}

/** The treatment of orders that the candidate is too short for. */
interface BleuOptions {
  /** Leave out orders without any n-gram; sacreBLEU's default for sentences, not for corpora. */
  readonly effectiveOrder: boolean;
}

/**
 * Returns BLEU of summed statistics, 0 … 100, with the brevity penalty exp(1 − r/c) for c < r.
 * Orders without a match are smoothed as in mteval-v13a ("exp" in sacreBLEU): the k-th counts as 1/2^k matches.
 */
export function bleuOfStatistics(statistics: Float64Array, offset: number, options: BleuOptions): number {
  let matched = false;
  let logSum = 0;
  let orders = BLEU_ORDER;
  let smoothing = 1;
  for (let order = 1; order <= BLEU_ORDER; order++) {
    const matches = statistics[offset + 1 + order];
    const total = statistics[offset + 1 + BLEU_ORDER + order];
    if (total === 0) {
      if (!options.effectiveOrder) return 0;
      orders = order - 1;
      break;
    }
    if (matches > 0) matched = true;
    else smoothing *= 2;
    logSum += Math.log(matches > 0 ? matches / total : 1 / (smoothing * total));
  }
  if (!matched) return 0;
  const candidateLength = statistics[offset];
  const referenceLength = statistics[offset + 1];
  const brevity = candidateLength < referenceLength ? 1 - referenceLength / candidateLength : 0;
  return 100 * Math.exp(brevity + logSum / orders);
}

function closestLength(length: number, references: readonly Int32Array[]): number {
  if (references.length === 0) throw new RangeError('BLEU needs at least one reference for every candidate.');
  let closest = references[0].length;
  for (const reference of references) {
    const gain = Math.abs(closest - length) - Math.abs(reference.length - length);
    if (gain > 0 || (gain === 0 && reference.length < closest)) closest = reference.length;
  }
  return closest;
}
