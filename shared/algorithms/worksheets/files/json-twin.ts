import type { DeclaredFunction, FieldType, Worksheet, WorksheetSet } from '../../../domain/worksheet.ts';
import { typeText } from '../../../domain/worksheet.ts';
import { kindOf, type Notice, type ReadWorksheets, typeOf } from './rows.ts';

/** The JSON form of a sheet: an array of objects with `ws_name`, `fields` and so on, or an object with `functions`. */

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const isYes = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(true|yes)$/i.test(value.trim()));

/** Reads worksheets from JSON. @throws Error with a plain sentence if the file is of another kind */
export function readJsonTwin(
  data: unknown,
): ReadWorksheets & { readonly functions: readonly DeclaredFunction[] } {
  const [sheets, functions] = isData(data) ? [data.worksheets ?? [], data.functions ?? []] : [data, []];
  if (!Array.isArray(sheets) || !Array.isArray(functions))
    throw new Error('Worksheets in JSON are an array, or an object with "worksheets" and "functions".');
  const notices: Notice[] = [];
  const worksheets = sheets.flatMap((sheet: unknown, at): Worksheet[] => {
    const name = isData(sheet) ? textOf(sheet.ws_name).replace(/\s/g, '') : '';
    if (!isData(sheet) || name === '') {
      notices.push({ row: at + 1, column: 'ws_name', message: 'A worksheet without a name was left out.' });
      return [];
    }
    const said = textOf(sheet.ws_type).toLowerCase();
    const type = said === 'db' || said === 'kb' ? 'db' : said === 'type' ? 'type' : 'worksheet';
    const fields = Array.isArray(sheet.fields) ? sheet.fields.filter(isData) : [];
    return [
      {
        name,
        type,
        predicate: textOf(sheet.ws_predicate),
        backend: textOf(sheet.ws_backend_api),
        actions: textOf(sheet.ws_actions),
        fields: fields.map((field, place) => ({
          name: textOf(field.field_name) || `output_${place + 1}`,
          ...kindOf(textOf(field.field_kind) || 'input'),
          type: fieldType(field),
          description: textOf(field.field_description),
          predicate: textOf(field.field_predicate),
          dontAsk: isYes(field.field_dont_ask),
          required: isYes(field.field_required),
          confirm: isYes(field.field_confirm),
          actions: textOf(field.field_actions),
          validation: textOf(field.field_validation),
        })),
      },
    ];
  });
  return { worksheets, notices, functions: functions.filter(isData).map(readFunction) };
}

function fieldType(field: Data): FieldType {
  const values = Array.isArray(field.enum_values)
    ? field.enum_values
        .map((value: unknown) => textOf(isData(value) ? value.value : value))
        .filter((value) => value !== '')
    : [];
  const text = textOf(field.field_type);
  // In the Python package, every field with values is an enumeration.
  return typeOf(values.length > 0 && !/^list/i.test(text) ? 'Enum' : text, values);
}

function readFunction(data: Data): DeclaredFunction {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    name: textOf(data.name),
    description: textOf(data.description),
    parameters: list(data.parameters).map(textOf),
    hasEffect: isYes(data.has_effect),
    answers: list(data.answers)
      .filter(isData)
      .map(({ when, answer }) => ({ when: textOf(when), answer: textOf(answer) })),
  };
}

export function writeJsonTwin({ worksheets, functions }: WorksheetSet): unknown {
  const sheets = worksheets.map((sheet) => ({
    ws_predicate: sheet.predicate,
    ws_name: sheet.name,
    ws_type: sheet.type,
    ws_backend_api: sheet.backend,
    ws_actions: sheet.actions,
    fields: sheet.fields.map((field) => ({
      field_predicate: field.predicate,
      field_kind: field.isPrimary ? `${field.kind}; primary` : field.kind,
      field_type: typeText(field.type),
      field_name: field.name,
      enum_values: valuesOf(field.type).map((value) => ({ value })),
      field_description: field.description,
      field_dont_ask: field.dontAsk,
      field_required: field.required,
      field_confirm: field.confirm,
      field_actions: field.actions,
      field_validation: field.validation,
    })),
  }));
  if (functions.length === 0) return sheets;
  return {
    worksheets: sheets,
    functions: functions.map(({ hasEffect, ...rest }) => ({ ...rest, has_effect: hasEffect })),
  };
}

function valuesOf(type: FieldType): readonly string[] {
  if (type.kind === 'list') return valuesOf(type.of);
  return type.kind === 'enum' ? type.values : [];
}
