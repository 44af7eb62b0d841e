import type { FieldType } from '../../../domain/worksheet.ts';
import { isInstance, isList, isRecord, sortOf, type Value, wordsOf } from '../language/values.ts';
import { readDate, readNumber, readTime, readYesNo } from '../words/read-values.ts';

export type Coercion =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

const good = (value: Value): Coercion => ({ ok: true, value });
const bad = (value: Value, wanted: string): Coercion => ({
  ok: false,
  message: `${typeof value === 'string' ? `"${value.slice(0, 60)}"` : sortOf(value)} is not a valid ${wanted}.`,
});

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Longer texts are cut, because a value must not be a whole document. */
const LONGEST = 5_000;

/** Converts a value to its field's type: "four" becomes 4. `accepts` converts values of worksheet types. */
export function coerce(
  value: Value,
  type: FieldType,
  today: string,
  accepts: (sheet: string, value: Value) => Coercion,
): Coercion {
  if (value === null) return good(null);
  switch (type.kind) {
    case 'str':
      if (isInstance(value) || isRecord(value) || isList(value)) return bad(value, 'text');
      return good(wordsOf(value).trim().slice(0, LONGEST) || null);
    case 'int':
    case 'float': {
      const number = typeof value === 'string' ? readNumber(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) return bad(value, 'number');
      return type.kind === 'float' || Number.isInteger(number)
        ? good(number)
        : bad(String(value), 'whole number');
    }
    case 'bool':
    case 'confirm': {
      const yes = typeof value === 'string' ? readYesNo(value) : value;
      return typeof yes === 'boolean' ? good(yes) : bad(value, 'yes-or-no answer');
    }
    case 'date': {
      const date = typeof value === 'string' ? readDate(value, today) : null;
      return date === null ? bad(value, 'date, such as 2026-03-14') : good(date);
    }
    case 'time': {
      const time = typeof value === 'string' ? readTime(value) : null;
      return time === null ? bad(value, 'time, such as 20:30') : good(time);
    }
    case 'enum': {
      const found = type.values.find((one) => plain(one) === plain(wordsOf(value)));
      return found === undefined ? bad(value, `choice; choose ${type.values.join(', ')}`) : good(found);
    }
    case 'list': {
      const items: Value[] = [];
      for (const item of isList(value) ? value : [value]) {
        const one = coerce(item, type.of, today, accepts);
        if (!one.ok) return one;
        items.push(one.value);
      }
      return good(items);
    }
    case 'sheet':
      return accepts(type.name, value);
  }
}
