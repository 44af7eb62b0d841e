/** The value of an expression. Dates and times are ISO texts: "2026-03-14", "20:30". */
export type Value = null | boolean | number | string | readonly Value[] | RecordValue | InstanceValue;

export interface RecordValue {
  readonly kind: 'record';
  readonly entries: Readonly<Record<string, Value>>;
  /** The source of the record, for citations: "Restaurant, row 3". */
  readonly from?: string;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly name: string;
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isRecord = (value: Value): value is RecordValue =>
  typeof value === 'object' && value !== null && !isList(value) && value.kind === 'record';
export const isInstance = (value: Value): value is InstanceValue =>
  typeof value === 'object' && value !== null && !isList(value) && value.kind === 'instance';

export const recordOf = (entries: Readonly<Record<string, Value>>, from?: string): RecordValue => ({
  kind: 'record',
  entries,
  ...(from === undefined ? {} : { from }),
});

/** Returns a record's name: its name, its title, or its first entry. */
export const nameOf = ({ entries }: RecordValue): Value =>
  entries.name ?? entries.title ?? Object.values(entries)[0] ?? null;

/** Converts plain data to a value. Data that JSON cannot express become None. */
export function asValue(data: unknown): Value {
  if (data === null || data === undefined) return null;
  if (typeof data === 'boolean' || typeof data === 'string') return data;
  if (typeof data === 'number') return Number.isFinite(data) ? data : null;
  if (Array.isArray(data)) return data.map(asValue);
  if (typeof data !== 'object') return null;
  return recordOf(Object.fromEntries(Object.entries(data).map(([name, one]) => [name, asValue(one)])));
}

export function dataOf(value: Value): unknown {
  if (isList(value)) return value.map(dataOf);
  if (isInstance(value)) return value.name;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value.entries).map(([name, one]) => [name, dataOf(one)]));
}

export function sameValue(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (isList(left))
    return (
      isList(right) && left.length === right.length && left.every((one, at) => sameValue(one, right[at]!))
    );
  if (isInstance(left)) return isInstance(right) && left.name === right.name;
  if (!isRecord(left) || !isRecord(right)) return false;
  const names = Object.keys(left.entries);
  return (
    names.length === Object.keys(right.entries).length &&
    names.every((name) => name in right.entries && sameValue(left.entries[name]!, right.entries[name]!))
  );
}

export function sourceOf(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (isInstance(value)) return value.name;
  return `{${Object.entries(value.entries)
    .map(([name, one]) => `${JSON.stringify(name)}: ${sourceOf(one)}`)
    .join(', ')}}`;
}

export function wordsOf(value: Value): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isList(value)) return value.map(wordsOf).join(', ');
  if (isInstance(value)) return value.name;
  if (!isRecord(value)) return String(value);
  return Object.entries(value.entries)
    .map(([name, one]) => `${name.replaceAll('_', ' ')}: ${wordsOf(one)}`)
    .join(', ');
}

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'True or False',
  number: 'a number',
  string: 'text',
};

export function sortOf(value: Value): string {
  if (value === null) return 'None';
  if (isList(value)) return 'a list';
  if (isInstance(value)) return 'a worksheet';
  return KINDS[typeof value] ?? 'a record';
}
