import { htmlText } from '#shared/algorithms/passages/html-text.ts';

/** The longest passage, in characters, and the most passages of an answer that are kept. */
const LONGEST_PASSAGE = 2000;
const MOST_PASSAGES = 5;

type EndpointText = { readonly passages: readonly string[] } | { readonly fault: string };

/**
 * The passages in an endpoint's answer: from JSON, the strings at a field or the value there; from text and
 * HTML, the text.
 * @param field "results.0.text", or "results.text" for that of each result; empty means all
 */
export function readEndpointAnswer(bytes: Uint8Array, contentType: string, field: string): EndpointText {
  const read = readEndpointValue(bytes, contentType, field);
  if ('fault' in read) return read;
  const { value } = read;
  if (value === undefined || value === null) return { passages: [] };
  return { passages: presented((Array.isArray(value) ? value : [value]).map(worded)) };
}

/** The value of a field in an endpoint's JSON answer, or the whole text if it is not JSON. */
export function readEndpointValue(
  bytes: Uint8Array,
  contentType: string,
  field: string,
): { readonly value: unknown } | { readonly fault: string } {
  const type = contentType.replace(/;.*/s, '').trim().toLowerCase();
  const json = type === 'application/json' || type.endsWith('+json');
  if (!json && !type.startsWith('text/')) {
    return { fault: `It answers with ${type || 'no content type'}; JSON or text is read.` };
  }
  const label = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return { fault: `Its answer is not ${label} text.` };
  }
  if (!json) return { value: type === 'text/html' ? htmlText(text) : text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'It says it answers with JSON, and what came is none.' };
  }
  const found = field === '' ? value : valueAt(value, field.split('.'));
  const isMissing = field !== '' && (found === undefined || found === null);
  return isMissing ? { fault: `Its answer has no field "${field}".` } : { value: found };
}

/** Returns the value at a path; if it passes a list without an index, the values of all items that have it. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const [name, ...rest] = path;
  if (name !== undefined && Object.hasOwn(value, name) && (!Array.isArray(value) || /^\d+$/.test(name))) {
    return valueAt((value as Record<string, unknown>)[name], rest);
  }
  if (!Array.isArray(value)) return undefined;
  const found = value
    .map((item) => valueAt(item, path))
    .filter((item) => item !== undefined && item !== null);
  return found.length > 0 ? found.flat() : undefined;
}

const worded = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');

/** Foreign text that is safe to show: short, and without invisible characters or changes of direction. */
function presented(texts: readonly string[]): string[] {
  return texts
    .map((text) =>
      text
        .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
        .replace(/(?![\n\t])\p{Cc}/gu, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
    .slice(0, MOST_PASSAGES)
    .map((text) => (text.length > LONGEST_PASSAGE ? `${text.slice(0, LONGEST_PASSAGE)}…` : text));
}
