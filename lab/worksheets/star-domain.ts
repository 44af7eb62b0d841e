import type { Act } from '#shared/algorithms/worksheets/runtime/state.ts';
import type { FieldType, WorksheetField, WorksheetSet } from '#shared/domain/worksheet.ts';

export interface StarDomain {
  readonly task: string;
  readonly set: WorksheetSet;
  readonly asks: Readonly<Record<string, string>>;
  labelsOf(act: Act): readonly string[];
  readonly silent: readonly string[];
  /** Patterns for the assistant's question if no label names it. The first match wins. */
  readonly heard: readonly (readonly [RegExp, string])[];
  said?(text: string, asked: string | null): string;
}

/** Labels that the worksheets cannot express; they count as right, as in the paper's evaluation. */
export const OTHER_LABELS = [
  'goodbye_1',
  'goodbye_2',
  'bank_bye',
  'trip_bye',
  'out_of_scope',
  'anything_else',
];

export const field = (
  name: string,
  type: FieldType,
  description: string,
  more: Partial<WorksheetField> = {},
): WorksheetField => ({
  name,
  type,
  description,
  kind: 'input',
  isPrimary: false,
  predicate: '',
  dontAsk: false,
  required: true,
  confirm: false,
  actions: '',
  validation: '',
  ...more,
});

export const text: FieldType = { kind: 'str' };
export const sheet = (name: string, fields: readonly WorksheetField[], more = {}) => ({
  name,
  type: 'worksheet' as const,
  predicate: '',
  backend: '',
  actions: '',
  fields,
  ...more,
});
export const answers = (name: string, parameters: readonly string[]) => ({
  name,
  description: '',
  parameters,
  hasEffect: true,
  answers: [{ when: '', answer: '"done"' }],
});

export const asked = (act: Act): string | null => (act.act === 'ASK' ? act.field : null);
