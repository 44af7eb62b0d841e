import { CLEANING_RULES, type CleaningRule } from '../../domain/cleaning-rule.ts';
import type { Role } from '../../domain/dialogue.ts';
import type { SpeakerKind } from '../../domain/speaker.ts';
import { decodeEntities } from '../text/html-entities.ts';
import { cutQuotes, cutSignature } from './mail.ts';
import { cutMenu } from './menus.ts';
import { cutRepeated, type RepeatedLines } from './repeated.ts';

export interface SpokenText {
  readonly text: string;
  readonly role: Role;
  readonly kind: SpeakerKind;
}

const APPLY: Readonly<Record<CleaningRule, (said: SpokenText, repeated: RepeatedLines) => string>> = {
  html: ({ text }) => cutHtml(text),
  entities: ({ text }) => cutEntities(text),
  quotes: ({ text }) => cutQuotes(text),
  signatures: ({ text }) => cutSignature(text),
  initials: ({ text, role }) => (role === 'system' ? cutInitials(text) : text),
  repeated: ({ text, role }, repeated) => cutRepeated(text, role, repeated),
  menus: (said) => (said.role === 'system' ? cutMenu(said.text, said.kind) : said.text),
};

/**
 * Applies one rule to a text; returns the text unchanged if the rule finds nothing or would leave nothing.
 */
export function cleanBy(rule: CleaningRule, said: SpokenText, repeated: RepeatedLines): string {
  const clean = APPLY[rule](said, repeated);
  if (clean === said.text) return said.text;
  const tidy = clean
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return tidy === '' ? said.text : tidy;
}

/** All chosen rules, in their order. */
export function createCleaner(
  rules: readonly CleaningRule[],
  repeated: RepeatedLines,
): (said: SpokenText) => string {
  const chosen = CLEANING_RULES.filter((rule) => rules.includes(rule));
  return (said) => chosen.reduce((text, rule) => cleanBy(rule, { ...said, text }, repeated), said.text);
}

const TAGS =
  'a|abbr|b|blockquote|body|br|center|code|div|em|font|footer|form|h[1-6]|head|header|hr|html|i|img|input|label|li|link|meta|o:p|ol|p|pre|s|section|small|span|strong|style|script|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|u|ul';
const TAG = new RegExp(String.raw`</?(?:${TAGS})(?:\s[^<>]{0,4000})?/?>`, 'gi');
const BREAK = /<(?:br\s*\/?|\/(?:p|div|li|tr|h[1-6]|blockquote|ul|ol|table))>/gi;

function cutHtml(text: string): string {
  if (!text.includes('<')) return text;
  const spoken = text
    .replace(/<!--[^<>]{0,4000}-->/g, '')
    .replace(/<(style|script)\b[^<>]{0,4000}>[^<]{0,100000}<\/\1>/gi, '');
  const bare = spoken.replace(BREAK, '\n').replace(TAG, '');
  return bare === text ? text : decodeEntities(bare);
}

/** Soft hyphens, zero-width characters and direction marks have no meaning. A no-break space is a space. */
const cutEntities = (text: string): string =>
  decodeEntities(text)
    .replace(/[\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');

/** A link, or a part number, may follow. */
const AFTER = String.raw`((?:\s{1,9}https?:\/\/\S{1,200}|\s{1,9}\(?\d\/\d\)?){0,2})[\s.]{0,3}$`;
const LONGEST_END = 500;
const INITIALS = [
  new RegExp(String.raw`\s{0,9}\^\s?\p{L}[\p{L}.]{0,14}${AFTER}`, 'u'),
  new RegExp(String.raw`(?<=[\s.!?…)])\s{0,9}[*~]\s?\p{Lu}[\p{L}.]{0,20}${AFTER}`, 'u'),
  new RegExp(
    String.raw`(?<=[\s.!?…)]|[Tt]hanks|[Tt]hank you)\s{0,9}[-–—/]{1,2}\s?\p{Lu}[\p{L}.]{0,14}${AFTER}`,
    'u',
  ),
];

function cutInitials(text: string): string {
  const said = text.trimEnd();
  // They are at the end: earlier text is ignored.
  const start = Math.max(0, said.length - LONGEST_END);
  const end = said.slice(start);
  for (const pattern of INITIALS) {
    const cut = end.replace(pattern, '$1');
    if (cut !== end) return said.slice(0, start) + cut;
  }
  return text;
}
