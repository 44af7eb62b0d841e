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
  /(?:(?:I|we|they)(?:['’](?:ll|m|re)| will| am| are)|let me|(?:our|the|a member of our|someone from our) \w+ (?:will|is|are)|you(?:['’]ll| will))/
    .source;
const WILL_SEE =
  /(?:look(?:ing)? (?:\w+ )?(?:up|at|(?:in)?to)|tak(?:e|ing) a (?:\w+ )?look|check(?:ing)?|trac(?:e|ing)|search(?:ing)?|find(?:ing)?|investigat(?:e|ing)|follow(?:ing)? up|get(?:ting)? (?:back to|in touch)|be (?:back )?in touch|pass(?:ing)? (?:this|it|that) (?:on|along)|let you know|update you|write to you|hear from us|contact you)/
    .source;
const PUTS_OFF = new RegExp(`\\b${SOMEBODY}(?:\\s[\\w'’]+){0,4}?\\s${WILL_SEE}\\b`, 'iu');
/** Conditions, requests and links ask the customer to do something first. */
const ASKS_FIRST =
  /[?:]|\b(?:if|when|once|unless|until|please|pls|dms?|send|so (?:that )?(?:we|i) can|need|have to|here|help|feedback)\b/iu;

/** Returns the sentence in which the agent only says that somebody will see to it; null if there is none. */
export const puttingOff = (text: string): TextSpan | null =>
  sentenceSpans(text).find((span) => {
    const sentence = textIn(text, span);
    return PUTS_OFF.test(sentence) && !ASKS_FIRST.test(sentence);
  }) ?? null;
