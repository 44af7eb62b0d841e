import type { ListSort } from '#shared/contract/filters.ts';
import type { DialogueField } from '#shared/domain/dialogue-field.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { DialogueFields } from '../../store/corpus/dialogue-fields.ts';
import { compareNaturally } from '../../store/corpus/dialogue-order.ts';
import { fieldNamed } from './field-named.ts';

/** Sorts by a field's first value: numbers as numbers, dates as times. Missing values come last; stable. */
export function sortedBy(
  { fields, placeOf }: DialogueFields,
  { field, descending }: ListSort,
  ids: readonly DialogueId[],
): DialogueId[] {
  const { offsets, valueIds, ...values } = fieldNamed(fields, field, 'sort');
  const ranks = ranksOf(values);
  const rankOf = (id: DialogueId): number => {
    const place = placeOf(id);
    if (offsets[place] === offsets[place + 1]) return Number.POSITIVE_INFINITY;
    const rank = ranks[valueIds[offsets[place]!]!]!;
    return descending ? -rank : rank;
  };
  const ranked = ids.map((id) => ({ id, rank: rankOf(id) }));
  return ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank)).map(({ id }) => id);
}

/** length = values; the place of each among all */
function ranksOf({ kind, values }: Pick<DialogueField, 'kind' | 'values'>): Int32Array {
  const number = kind === 'number' ? Number : Date.parse;
  const keys = kind === 'words' ? [] : values.map(number);
  const order = Array.from(values.keys()).sort(
    kind === 'words' ? (a, b) => compareNaturally(values[a]!, values[b]!) : (a, b) => keys[a]! - keys[b]!,
  );
  const ranks = new Int32Array(values.length);
  order.forEach((value, rank) => {
    ranks[value] = rank;
  });
  return ranks;
}
