import type { FieldSummary } from '#shared/contract/filters.ts';
import type { DialogueField } from '#shared/domain/dialogue-field.ts';

const LISTED_VALUES = 100;

/** What a field holds, with its commonest values. */
export function summaryOf({ name, kind, values, offsets, valueIds }: DialogueField): FieldSummary {
  const counts = new Int32Array(values.length);
  for (const id of valueIds) counts[id] = counts[id]! + 1;
  const common = Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]! || a - b);
  const place = kind === 'number' ? Number : Date.parse;
  const ordered = kind === 'words' ? [] : [...values].sort((a, b) => place(a) - place(b));
  return {
    name,
    kind,
    dialogues: offsets.subarray(1).reduce((sum, end, at) => sum + (end > offsets[at]! ? 1 : 0), 0),
    different: values.length,
    values: common.slice(0, LISTED_VALUES).map((id) => ({ value: values[id]!, dialogues: counts[id]! })),
    range: ordered.length === 0 ? null : { least: ordered[0]!, most: ordered[ordered.length - 1]! },
  };
}
