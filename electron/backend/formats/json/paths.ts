import { isRecord } from './fields.ts';

/** Stands in a path for every element of a list and every value of an object. */
export const EACH = '*';

/** The value at a path such as "author.type" or "0". Also finds keys that contain dots. */
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
  /** Its key if it is the value of an object, otherwise null. */
  readonly key: string | null;
}

/** Everything at a path with "*" in it. */
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

/** The elements of a list, or the values of an object used as a list. */
export function elementsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : null;
}

/** A copy without what lies at the paths; null if nothing is left. */
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

/** A value as text, or null if it has none. */
export function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
    return value.join(' ');
  return null;
}
