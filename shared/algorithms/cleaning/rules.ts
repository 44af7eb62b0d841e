import type { Role, SpeakerKind } from '../../domain/dialogue.ts';
import { CLEANING_RULES, type CleaningRule } from '../../domain/import-formats.ts';
import { decodeEntities } from '../text/html-entities.ts';
import { cutRepeated, type RepeatedLines } from './repeated.ts';

const ITEM =
  /^\s*(?:\(?\d{1,2}\s?[.):\]\-–]|\d\ufe0f?\u20e3|\[\d{1,2}\]|[-*•▪◦‣➤→✅☑]|\([a-h]\)|[a-h][.)])\s*\S.{0,70}$/u;
const ASKS =
  /\b(?:(?:reply|respond|answer|press|type|text|tap|click|choose|select|pick|enter)\b[^.\n]{0,40}\b(?:number|option|options|one|below|following|button|menu|topic)|main menu|which of (?:these|the following)|what can i help|how can i help)/i;
const PRESS =
  /\b(?:press|reply|type|text|dial)\s+(?:with\s+)?["']?\d["']?\s+(?:for|to)\s+[^.,;\n]{1,50}[.,;]?/gi;

function cutMenu(text: string, kind: SpeakerKind): string {
  const pressed = text.match(PRESS)?.length ?? 0;
  const spoken = pressed >= 2 ? text.replace(PRESS, '') : text;
  if (!spoken.includes('\n')) return spoken;
  const lines = spoken.split('\n');
  const isItem = lines.map((line) => ITEM.test(line));
  const items = isItem.filter(Boolean).length;
  const asks =
    ASKS.test(spoken) || (kind === 'bot' && /[?:]\s*$/m.test(lines.find((_, at) => !isItem[at]) ?? ''));
  if (items < 2 || !asks) return spoken;
  return lines.filter((_, at) => !isItem[at]).join('\n');
}

/** Lines that introduce the quotation in a reply. */
const INTRODUCES = [
  /^\s*On\s.{4,160}\swrote:\s*$/,
  /^\s*(?:Am|Le|El|Il|Op)\s.{4,160}(?:schrieb|écrit|escribió|scritto|schreef).{0,60}:\s*$/,
  /^\s*[-_]{2,}\s?(?:original|forwarded|ursprüngliche|message d'origine|mensaje original).{0,30}[-_]{2,}\s*$/i,
  /^\s*Begin forwarded message:\s*$/i,
];
const FROM = /^\s*\*?(?:From|Von|De|Da|Van):\*?\s.+/i;
const HEADER = /^\s*\*?(?:Sent|Date|To|Subject|Gesendet|An|Betreff|Envoyé|À|Objet|Asunto|Datum):\*?\s/i;

function cutQuotes(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  const start = lines.findIndex(
    (line, at) => introduces(line) || introduces(`${line} ${lines[at + 1] ?? ''}`) || isHeader(lines, at),
  );
  const own = start > 0 ? lines.slice(0, start) : lines;
  const kept = own.filter((line) => !/^\s*>/.test(line));
  return kept.length === lines.length ? text : kept.join('\n');
}

const introduces = (line: string): boolean =>
  line.length < 240 && INTRODUCES.some((pattern) => pattern.test(line));

const isHeader = (lines: readonly string[], at: number): boolean =>
  FROM.test(lines[at] ?? '') && lines.slice(at + 1, at + 5).filter((line) => HEADER.test(line)).length >= 2;

const DEVICE =
  /^\s*(?:sent from (?:my|mail for)\b.{0,60}|sent via .{1,40}|get outlook for .{1,20}|gesendet von .{1,40}|envoyé de mon .{1,40})$/i;
const CLOSING =
  /^\s*(?:(?:with )?(?:best|kind|kindest|warm|warmest|many)?\s?(?:regards|wishes)|sincerely(?: yours)?|(?:yours )?(?:truly|faithfully|sincerely)|cheers|best|mit freundlichen grüßen|viele grüße|cordialement|saludos|atentamente)\s*[,.!]?\s*$/i;
const THANKS = /^\s*(?:many )?(?:thanks|thank you|thx|ty)(?: again| so much| in advance)?\s*[,.!]?\s*$/i;
const MOST_LINES = 8;
const LONGEST_LINE = 70;

function cutSignature(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  const dashes = lines.findIndex((line, at) => at > 0 && /^--\s?$/.test(line));
  const kept = dashes > 0 ? lines.slice(0, dashes) : [...lines];
  while (kept.length > 1 && /^\s*$/.test(kept.at(-1) ?? '')) kept.pop();
  while (kept.length > 1 && DEVICE.test(kept.at(-1) ?? '')) {
    kept.pop();
    while (kept.length > 1 && /^\s*$/.test(kept.at(-1) ?? '')) kept.pop();
  }
  const from = Math.max(1, kept.length - MOST_LINES);
  const closing = kept.findIndex((line, at) => at >= from && (CLOSING.test(line) || THANKS.test(line)));
  if (
    closing > 0 &&
    kept.slice(closing + 1).every((line) => line.trim().length <= LONGEST_LINE && !/[?]/.test(line))
  ) {
    kept.length = THANKS.test(kept[closing] ?? '') ? closing + 1 : closing;
  }
  return kept.length === lines.length ? text : kept.join('\n');
}

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

/** Applies one rule. Returns the text unchanged if nothing matches or nothing would remain. */
export function cleanBy(rule: CleaningRule, said: SpokenText, repeated: RepeatedLines): string {
  const clean = APPLY[rule](said, repeated);
  if (clean === said.text) return said.text;
  const tidy = clean
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return tidy === '' ? said.text : tidy;
}

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

/** Removes characters without meaning: soft hyphens, zero-width characters, direction marks. */
const cutEntities = (text: string): string =>
  decodeEntities(text)
    .replace(/[\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');

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
