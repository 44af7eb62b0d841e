import type { FieldType, WorksheetField } from '../../../domain/worksheet.ts';
import { sourceOf } from '../language/values.ts';
import type { CompiledSheet } from '../runtime/compile.ts';
import { placeRoleOf, placesIn } from './places.ts';
import { phraseIn, type Span, spansOf, tellingWords } from './spans.ts';
import { fitsUnit, unitOf } from './units.ts';

/** The filter of a table that a sentence expresses, without a model. */

interface SaidFilter {
  /** `city="Basel"`. */
  readonly filter: string;
  readonly start: number;
  readonly end: number;
}

export const enumValues = (type: FieldType): readonly string[] | null =>
  type.kind === 'enum' ? type.values : type.kind === 'list' ? enumValues(type.of) : null;

/** The fields that a kind of span can be a value of. */
export const SPAN_KINDS: Readonly<Record<Span['kind'], (field: WorksheetField) => boolean>> = {
  date: ({ type }) => type.kind === 'date',
  time: ({ type }) => type.kind === 'time',
  number: ({ type }) => type.kind === 'int' || type.kind === 'float',
  email: ({ type, name, description }) => type.kind === 'str' && /e-?mail/i.test(`${name} ${description}`),
};

/** The telling words right before and after. */
export function tellingAround(text: string, { start, end }: Span): readonly string[] {
  const before =
    text
      .slice(0, start)
      .split(/[,.;!?]|\band\b/i)
      .at(-1) ?? '';
  const after = text.slice(end).split(/[,.;!?]|\band\b/i)[0] ?? '';
  return [...tellingWords(before).slice(-3), ...tellingWords(after).slice(0, 2)];
}

const AT_LEAST = /\b(?:at least|over|above|more than|better than|from|minimum(?: of)?|after|since)\s*$/i;
const AT_MOST =
  /\b(?:at most|under|below|less than|cheaper than|up to|no more than|maximum(?: of)?|within|before|until|by)\s*$/i;

/** A number or date with its comparison: "above 4" is at least 4, "before Friday" at most that day. */
function wanted(text: string, { start, value }: Span): string {
  const before = text.slice(0, start);
  const own = sourceOf(value);
  if (AT_LEAST.test(before)) return `at_least(${own})`;
  return AT_MOST.test(before) ? `at_most(${own})` : own;
}

/** Returns values of a table's fields in a sentence: choices, and numbers and dates near the field's words. */
export function filtersSaid(text: string, { fields }: CompiledSheet, today: string): readonly SaidFilter[] {
  const spans = spansOf(text, today);
  return [...fields.values()].flatMap(({ field }): SaidFilter[] => {
    if (field.kind !== 'input') return [];
    const values = enumValues(field.type);
    const found = values ? phraseIn(text, values) : null;
    if (found) return [{ ...found, filter: `${field.name}=${sourceOf(found.phrase)}` }];
    const place = placeRoleOf(field) && placesIn(text).find(({ role }) => role === 'in');
    if (place) return [{ ...place, filter: `${field.name}=${sourceOf(place.place)}` }];
    const own = new Set(tellingWords(`${field.name} ${field.description}`));
    const span = spans.find(
      (one) =>
        SPAN_KINDS[one.kind](field) &&
        tellingAround(text, one).some((word) => own.has(word)) &&
        (one.kind !== 'number' || fitsUnit(field, unitOf(text, one), false)),
    );
    return span ? [{ ...span, filter: `${field.name}=${wanted(text, span)}` }] : [];
  });
}

/** Returns a query by filters, with the words themselves, which rank the results. */
export const queryOf = (worksheet: string, filters: readonly SaidFilter[], text: string): string =>
  `${worksheet}(${[...filters.map(({ filter }) => filter), `query=${sourceOf(text.trim())}`].join(', ')})`;
