import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

/** For a field with more values, the value is typed. */
const MOST_CHOICES = 40;

/** Returns a condition for every value of every field with few values, most frequent first. */
export function choicesOf(fields: readonly FieldSummary[]): { value: string; label: string }[] {
  return fields
    .filter(({ name, different }) => name !== 'id' && different > 1 && different <= MOST_CHOICES)
    .flatMap(({ name, values }) =>
      values.map(({ value, dialogues }) => {
        const condition = writeWhere({ kind: 'field', field: name, comparison: '=', values: [value] });
        return { value: condition, label: `${condition} (${formatCount(dialogues)})` };
      }),
    );
}
