/** Lines before the quotation in a reply. */
const INTRODUCES = [
  /^\s*On\s.{4,160}\swrote:\s*$/,
  /^\s*(?:Am|Le|El|Il|Op)\s.{4,160}(?:schrieb|écrit|escribió|scritto|schreef).{0,60}:\s*$/,
  /^\s*[-_]{2,}\s?(?:original|forwarded|ursprüngliche|message d'origine|mensaje original).{0,30}[-_]{2,}\s*$/i,
  /^\s*Begin forwarded message:\s*$/i,
];
const FROM = /^\s*\*?(?:From|Von|De|Da|Van):\*?\s.+/i;
const HEADER = /^\s*\*?(?:Sent|Date|To|Subject|Gesendet|An|Betreff|Envoyé|À|Objet|Asunto|Datum):\*?\s/i;

/** The answer without the mail that it answers. */
export function cutQuotes(text: string): string {
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
/** Phrases that address somebody. Their words stay and the name is removed. */
const THANKS = /^\s*(?:many )?(?:thanks|thank you|thx|ty)(?: again| so much| in advance)?\s*[,.!]?\s*$/i;
const MOST_LINES = 8;
const LONGEST_LINE = 70;

/** A mail without the block that closes it. */
export function cutSignature(text: string): string {
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
