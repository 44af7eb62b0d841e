import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import { openBytes } from '../bytes/bytes.ts';
import type { Tally } from '../reading/reading.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the values of an object that are neither missing nor objects. */
export const plainFields = (fields: Fields, without: string | null = null): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => key !== without && value !== null && typeof value !== 'object',
    ),
  );

/** Returns the fields of an object without the named ones. */
export const omit = (fields: Fields, names: readonly (string | false | undefined)[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !names.includes(key)));

/** Returns the parts of a name that are known, as one text. */
export const fullName = (...parts: readonly unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ');

/** Returns an id as text; null for values that cannot be ids. See `exactNumber` for long numbers. */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value.length > 0 ? value : null;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** Returns the exact digits of a JSON number, because some ids exceed a double, such as a tweet's id of 19 digits. */
export function exactNumber(json: string, key: string): string | null {
  const sources = new Map<unknown, string>();
  let found: string | null = null;
  // `source` is the text of the number. The types of ES2023 lack it.
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

export function domainList(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!Array.isArray(value)) return [];
  return value.filter((domain): domain is string => typeof domain === 'string' && domain !== '');
}

/** Maximum depth of nesting. Writing deeper JSON could overflow the stack. */
const DEPTH_LIMIT = 100;

const TOO_DEEP = `Fields nested more than ${DEPTH_LIMIT} levels deep: {count}, the first in line {line}. These fields were left out.`;

/**
 * Returns the fields that were not read, or null. Defines properties instead of assigning them, so that `__proto__`
 * stays a field.
 */
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

export function recordsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function namesOf(value: readonly unknown[]): string[] {
  return [...new Set(value.filter((name): name is string => typeof name === 'string' && name !== ''))];
}

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

/** Stands in a path for all elements of a list and all values of an object. */
export const EACH = '*';

/** Returns the value at a path such as "author.type" or "0". Keys may contain dots. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (Array.isArray(value)) {
    const [head = '', ...rest] = path.split('.');
    return /^\d+$/.test(head) ? valueAt(value[Number(head)], rest.join('.')) : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (Object.hasOwn(value, head)) return valueAt(value[head], path.slice(dot + 1));
  }
  return undefined;
}

interface Item {
  readonly value: unknown;
  readonly key: string | null;
}

export function* itemsAt(
  value: unknown,
  path: string,
  key: string | null = null,
): Generator<Item, void, undefined> {
  const star = `.${path}.`.indexOf(`.${EACH}.`);
  if (star < 0) {
    const found = valueAt(value, path);
    if (found !== undefined) yield { value: found, key };
    return;
  }
  const holder = valueAt(value, path.slice(0, Math.max(0, star - 1)));
  const rest = path.slice(star + 2);
  if (Array.isArray(holder)) for (const element of holder) yield* itemsAt(element, rest, null);
  else if (isRecord(holder))
    for (const [name, element] of Object.entries(holder)) yield* itemsAt(element, rest, name);
}

/** Returns the elements of a list, or of an object that is used as a list. */
export function elementsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : null;
}

export function without(
  record: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Readonly<Record<string, unknown>> | null {
  const kept = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    if (paths.includes(key)) return [];
    const inner = paths
      .filter((path) => path.startsWith(`${key}.`))
      .map((path) => path.slice(key.length + 1));
    if (inner.length === 0 || !isRecord(value)) return [[key, value]];
    const rest = without(value, inner);
    return rest === null ? [] : [[key, rest]];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

export function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
    return value.join(' ');
  return null;
}

const MEGABYTE = 1024 * 1024;

/** Reads one JSON value from a file, plain or gzip. @throws DialogramError CANNOT_READ or BAD_FILE */
export async function readJson(
  path: string,
  nextStep: string,
  signal: AbortSignal,
  mostBytes = 512 * MEGABYTE,
): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    const source = await openBytes(path, { signal });
    for await (const chunk of source.chunks()) {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        throw new DialogramError('BAD_FILE', `${path} is larger than ${mostBytes / MEGABYTE} MB.`, {
          place: path,
          nextStep,
        });
      }
      parts.push(chunk);
    }
  } catch (error) {
    throw translateError(error, path);
  }
  const text = Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\u{feff}/u, '');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new DialogramError('BAD_FILE', `${path} is not JSON: ${why}.`, {
      place: path,
      value: why,
      nextStep,
    });
  }
}
