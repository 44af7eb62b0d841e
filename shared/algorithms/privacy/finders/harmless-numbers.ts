/** Forms of numbers that identify nobody: dates, times, prices, shares, measures. */
const HARMLESS: readonly RegExp[] = [
  // 2019-03-14, 14/03/2019, 14.3.19, with a time behind a "T"
  /(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d|[-/.]\d)/g,
  // 10:30, 10:30:15, 10.30 pm, 1030 hours
  /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])|(?<!\d)\d{1,2}(?:[.:]\d{2})? ?[ap]\.?m\b|(?<!\d)\d{4} ?(?:hours|hrs|h)\b/gi,
  // $1,200.50, EUR 90
  /(?:[$£€¥₹]|\b(?:usd|eur|gbp|rs|inr|chf)\.?) ?\d{1,3}(?:[, ']\d{3}){0,3}(?:\.\d{1,2})?(?!\d)|(?:[$£€¥₹]|\b(?:usd|eur|gbp|rs|inr|chf)\.?) ?\d{1,8}(?:[.,]\d{1,2})?(?!\d)/gi,
  // 1,200 dollars, 40 %, 35 km
  /(?<![\p{L}\d.,])(?:\d{1,3}(?:[,. ']\d{3}){0,3}|\d{1,8})(?:[.,]\d{1,2})? ?(?:[$£€¥₹%]|(?:dollars?|euros?|pounds?|cents?|usd|eur|gbp|rupees|percent|miles?|km|kilometers?|minutes?|mins?|seconds?|hours?|days?|weeks?|months?|years?|people|persons?|guests?|nights?|stars?|gb|mb|kb|tb|mbps|kg|lbs?|degrees?)\b)/giu,
  // 1,234,567 with thousands marked
  /(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])/g,
  // a decimal number
  /(?<![\d.])\d{1,6}\.\d{1,6}(?![\d.])/g,
];

/** Blanks harmless numbers and keeps positions, so no phone or order number begins inside a date. */
export function withoutHarmlessNumbers(text: string): string {
  return HARMLESS.reduce(
    (rest, pattern) => rest.replace(pattern, (match) => '\u0000'.repeat(match.length)),
    text,
  );
}
