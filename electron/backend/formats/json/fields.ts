import type { Tally } from '../reading/tally.ts';

/** An id as text, or null if it is not an id. Numbers are written as in JavaScript; see `exactNumber`. */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value.length > 0 ? value : null;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/**
 * Returns the digits of a JSON number, for ids too long for a double (a tweet's id has 19 digits).
 * @param json the object as text
 * @param key a key of that object itself, not of a nested one
 */
export function exactNumber(json: string, key: string): string | null {
  const sources = new Map<unknown, string>();
  let found: string | null = null;
  // `source` is the text of a number, missing in the types of ES2023.
  const reviver = function (
    this: unknown,
    name: string,
    value: unknown,
    context?: { source?: string },
  ): unknown {
    if (name === key && typeof value === 'number' && context?.source) sources.set(this, context.source);
    if (name === '') found = sources.get(value) ?? found;
    return value;
  };
  JSON.parse(json, reviver as (this: unknown, key: string, value: unknown) => unknown);
  return found;
}

/** Domains of a dialogue from a list, one name, or nothing. */
export function domainList(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!Array.isArray(value)) return [];
  return value.filter((domain): domain is string => typeof domain === 'string' && domain !== '');
}

/**
 * Maximum depth. A deeper value is a mistake or an attack, and writing it as JSON could overflow the stack.
 */
const DEPTH_LIMIT = 100;

const TOO_DEEP = `Fields nested more than ${DEPTH_LIMIT} levels deep: {count}, the first in line {line}. They were left out.`;

/** Returns an object's unread fields, or null. Uses defined properties, so `__proto__` stays a field. */
export function extraFields(
  record: object,
  taken: ReadonlySet<string | undefined>,
  line: number,
  tally: Tally,
): Readonly<Record<string, unknown>> | null {
  const rest: [string, unknown][] = [];
  for (const key of Object.keys(record)) {
    if (taken.has(key)) continue;
    const value = (record as Readonly<Record<string, unknown>>)[key];
    if (withinDepth(value, DEPTH_LIMIT)) rest.push([key, value]);
    else tally.add(TOO_DEEP, line);
  }
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}

/** Returns true if a value is nested no deeper than this many levels. */
export function withinDepth(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (limit === 0) return false;
  for (const key in value) {
    if (!withinDepth((value as Record<string, unknown>)[key], limit - 1)) return false;
  }
  return true;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty if it is not a list. */
export function recordsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The names in a list, each once. */
export function namesOf(value: readonly unknown[]): string[] {
  return [...new Set(value.filter((name): name is string => typeof name === 'string' && name !== ''))];
}

/** The first of the keys under which a JSON object has a list, and the list. */
export function listUnder<Key extends string>(
  value: unknown,
  keys: readonly Key[],
): { readonly key: Key; readonly list: readonly unknown[] } | null {
  if (!isRecord(value)) return null;
  for (const key of keys) {
    const list = value[key];
    if (Array.isArray(list)) return { key, list };
  }
  return null;
}
