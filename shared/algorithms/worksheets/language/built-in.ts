import { isList, isRecord, recordOf, sameValue, type Value, wordsOf } from './values.ts';

/** A function without side effects or declaration. Returns undefined for invalid arguments. */
type BuiltIn = (given: readonly Value[], isTrue: (value: Value) => boolean) => Value | undefined;

const two = (number: number): string => String(number).padStart(2, '0');
const isText = (value: Value | undefined): value is string => typeof value === 'string';
const areWhole = (given: readonly Value[], from: number, to: number): given is readonly number[] =>
  given.length >= from && given.length <= to && given.every((one) => Number.isInteger(one));

function extreme(
  given: readonly Value[],
  isBetter: (left: number, right: number) => boolean,
): Value | undefined {
  const first = given[0];
  const all = given.length === 1 && first !== undefined && isList(first) ? first : given;
  if (all.length === 0 || !all.every((one) => typeof one === 'number')) return undefined;
  return all.reduce((best, one) => (isBetter(one, best) ? one : best));
}

const ofText =
  (change: (text: string, ...rest: readonly string[]) => Value): BuiltIn =>
  ([text, ...rest]) =>
    isText(text) && rest.every(isText) ? change(text, ...rest) : undefined;

/** Makes conditions on a column other than equality; see `knowledge/conditions.ts`. */
const bound =
  (...sides: readonly string[]): BuiltIn =>
  (given) =>
    given.length === sides.length && given.every((one) => typeof one === 'number' || isText(one))
      ? recordOf(Object.fromEntries(sides.map((side, at) => [side, given[at] ?? null])))
      : undefined;

export const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  len: ([of]) => {
    if (of === undefined || of === null) return undefined;
    if (isText(of) || isList(of)) return of.length;
    return isRecord(of) ? Object.keys(of.entries).length : undefined;
  },
  str: ([of = '']) => wordsOf(of),
  int: ([of]) => {
    const number = typeof of === 'boolean' ? Number(of) : isText(of) && of.trim() !== '' ? Number(of) : of;
    return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined;
  },
  float: ([of]) => {
    const number = isText(of) && of.trim() !== '' ? Number(of) : of;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  bool: ([of = null], isTrue) => isTrue(of),
  abs: ([of]) => (typeof of === 'number' ? Math.abs(of) : undefined),
  turn: ([of, digits = 0]) =>
    typeof of === 'number' && typeof digits === 'number' && digits >= 0 && digits <= 12
      ? Number(of.toFixed(digits))
      : undefined,
  min: (given) => extreme(given, (left, right) => left < right),
  max: (given) => extreme(given, (left, right) => left > right),
  sum: ([of]) =>
    of !== undefined && of !== null && isList(of) && of.every((one) => typeof one === 'number')
      ? of.reduce((sum, one) => sum + one, 0)
      : undefined,
  any: ([of], isTrue) => (of !== undefined && of !== null && isList(of) ? of.some(isTrue) : undefined),
  all: ([of], isTrue) => (of !== undefined && of !== null && isList(of) ? of.every(isTrue) : undefined),
  date: (given) => (areWhole(given, 3, 3) ? `${given[0]}-${two(given[1]!)}-${two(given[2]!)}` : undefined),
  time: (given) => (areWhole(given, 1, 3) ? `${two(given[0]!)}:${two(given[1] ?? 0)}` : undefined),
  at_least: bound('at_least'),
  at_most: bound('at_most'),
  between: bound('at_least', 'at_most'),
  about: ([text, ...rest]) => (isText(text) && rest.length === 0 ? recordOf({ about: text }) : undefined),
  '.lower': ofText((text) => text.toLowerCase()),
  '.upper': ofText((text) => text.toUpperCase()),
  '.strip': ofText((text) => text.trim()),
  '.startswith': ofText((text, start = '') => text.startsWith(start)),
  '.endswith': ofText((text, end = '') => text.endsWith(end)),
  '.replace': ofText((text, what = '', by = '') =>
    what === '' ? text : text.replaceAll(what, by).slice(0, 20_000),
  ),
  '.count': ([of, what]) =>
    of !== undefined && what !== undefined && isList(of!)
      ? of.filter((one) => sameValue(one, what)).length
      : undefined,
  '.get': ([of, name, otherwise = null]) => {
    if (of === undefined || of === null || !isRecord(of) || !isText(name)) return undefined;
    return Object.hasOwn(of.entries, name) ? of.entries[name]! : otherwise;
  },
};
