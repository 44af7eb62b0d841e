import type { DeclaredFunction, Worksheet, WorksheetField, WorksheetSet } from '../../../domain/worksheet.ts';
import { typeOf } from '../files/rows.ts';
import { type CompiledSet, compile } from './compile.ts';
import { type Knowledge, NO_KNOWLEDGE } from './knowledge.ts';
import { actTexts, runTurn, type Turn } from './run-turn.ts';
import { type DialogueState, START } from './state.ts';

/** A short notation for worksheets and dialogues of statements, for tests. */

/** `type` as the column has it; `values` of an enumeration. */
export function field(
  name: string,
  type: string,
  more: Partial<WorksheetField> & { readonly values?: readonly string[] } = {},
): WorksheetField {
  const { values = [], ...rest } = more;
  return {
    name,
    kind: 'input',
    isPrimary: false,
    type: typeOf(type, values),
    description: '',
    predicate: '',
    dontAsk: false,
    required: true,
    confirm: false,
    actions: '',
    validation: '',
    ...rest,
  };
}

export const sheet = (
  name: string,
  fields: readonly WorksheetField[],
  more: Partial<Worksheet> = {},
): Worksheet => ({ name, type: 'worksheet', predicate: '', backend: '', actions: '', ...more, fields });

export const declared = (
  name: string,
  parameters: readonly string[],
  answer: string,
  hasEffect = true,
): DeclaredFunction => ({
  name,
  description: '',
  parameters,
  hasEffect,
  answers: [{ when: '', answer }],
});

export const setOf = (
  worksheets: readonly Worksheet[],
  functions: readonly DeclaredFunction[] = [],
): WorksheetSet => ({ worksheets, functions });

export const SETTINGS = { today: '2026-03-02', knowledge: NO_KNOWLEDGE } as const;

/** The turns of a dialogue of statements. */
export function turnsOf(
  set: CompiledSet | WorksheetSet,
  lines: readonly string[],
  knowledge: Knowledge = NO_KNOWLEDGE,
): Turn[] {
  const compiled = 'sheets' in set ? set : compile(set);
  let state: DialogueState = START;
  return lines.map((statements) => {
    const turn = runTurn(compiled, state, statements, { ...SETTINGS, knowledge });
    state = turn.state;
    return turn;
  });
}

/** The acts of every turn, as the paper writes them. */
export const actsOf = (set: CompiledSet | WorksheetSet, lines: readonly string[], knowledge?: Knowledge) =>
  turnsOf(set, lines, knowledge).map(({ acts }) => actTexts(acts));
