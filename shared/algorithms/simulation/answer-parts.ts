/** Characters of a turn's text, from `start` up to `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const BETWEEN_SENTENCES = /(?<=[.!?…]["')\]]{0,2})\s+|\n+/gu;

function sentenceSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(BETWEEN_SENTENCES)) {
    spans.push({ start, end: index });
    start = index + gap.length;
  }
  spans.push({ start, end: text.length });
  return spans.filter(({ start: from, end }) => /\p{L}/u.test(text.slice(from, end)));
}

export const textIn = (text: string, { start, end }: TextSpan): string => text.slice(start, end);

const SOMEBODY =
  /(?:(?:I|we)(?:['’](?:ll|m|re)| will| am| are)|let me|(?:team|member|agent|advisor|specialist|expert|colleague|some(?:one|body)|and)(?: (?:of|from|in|on) (?:our|the) \w+)? (?:will|is|are)|you(?:['’]ll| will))/
    .source;
const COMES_BACK =
  /(?:follow(?:ing)? up|get(?:ting)? (?:back to|in touch)|be (?:back )?in (?:touch|contact)|let you know|update you|write to you|hear from us|contact you|repl(?:y|ying)|respond(?:ing)?|reach(?:ing)? out)/
    .source;
const PASSES_ON =
  /(?:pass(?:ing)?|shar(?:e|ing)|forward(?:ing)?)(?: (?:this|it|that|your|along|on|kind|lovely|words?|comments?|feedback|to|with|our|the|team)){2,}/
    .source;
const LOOKS =
  /(?:look(?:ing)? (?:\w+ )?(?:up|at|(?:in)?to)|tak(?:e|ing) a (?:\w+ )?look|check(?:ing)?|trac(?:e|ing)|search(?:ing)?|find(?:ing)?|investigat(?:e|ing))/
    .source;
const PROMISES = (what: string): RegExp =>
  new RegExp(`\\b${SOMEBODY}(?:\\s[\\w'’]+){0,4}?\\s(?:${what})\\b`, 'iu');
const PUTS_OFF = PROMISES(`${LOOKS}|${COMES_BACK}|${PASSES_ON}`);
const WILL_COME_BACK = PROMISES(COMES_BACK);
const WILL_PASS_ON = PROMISES(PASSES_ON);
/** Conditions, requests and links ask the customer to do something first; the last ones refer to something else. */
const ASKS_FIRST =
  /[?:]|\b(?:if|when|once|unless|until|what|please|pls|(?:could|can|would|will) you|provide|dm (?:us|me)|send|so (?:that )?(?:we|i) can|need|have to|here|help|can see|that team|in kind)\b/iu;
/** These words fit any promise, however rarely agents say them. */
const OF_PROMISE = new RegExp(
  `\\b(?:${COMES_BACK}|${PASSES_ON}|(?:a )?member of|some(?:one|body)|shortly|soon|asap|as soon as (?:possible|we have)|straight ?away|right away|immediately|today)\\b`,
  'giu',
);

/** Sentences that fit where no whole answer does: an agent promises something, or says what a request is for. */
export type SpareKind = 'looks' | 'comes-back' | 'passes-on' | 'explains';
export interface SparePart extends TextSpan {
  readonly kind: SpareKind;
}

const EXPLAINS =
  /\b(?:dms?|messages?|e-?mails?|numbers?|address)\b.*\bso (?:that )?(?:we|I) can (?:\w+ )?(?:assist|help|look|check|locate|access|review)\b/iu;

const ELSEWHERE = /:|\b(?:links?|here|if)\b/iu;

function spareKind(sentence: string): SpareKind | null {
  if (EXPLAINS.test(sentence)) return ELSEWHERE.test(sentence) ? null : 'explains';
  if (!PUTS_OFF.test(sentence) || ASKS_FIRST.test(sentence)) return null;
  if (WILL_PASS_ON.test(sentence)) return 'passes-on';
  return WILL_COME_BACK.test(sentence) ? 'comes-back' : 'looks';
}

export const spareParts = (text: string): SparePart[] =>
  sentenceSpans(text).flatMap((span) => {
    const kind = spareKind(textIn(text, span));
    return kind === null ? [] : [{ ...span, kind }];
  });

export const withoutPromise = (text: string): string => text.replace(OF_PROMISE, ' ');

/** Returns what the whole text only promises; null if it says anything else. */
export function promiseOf(text: string): SpareKind | null {
  const [part] = spareParts(text);
  const isWhole = part?.start === 0 && part.end === text.trimEnd().length;
  return isWhole && part.kind !== 'explains' ? part.kind : null;
}
