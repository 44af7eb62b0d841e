import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

/** A field with more values is typed rather than chosen. */
const MOST_CHOICES = 40;

/** Every value of every field with few values, commonest first, as a condition. */
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
