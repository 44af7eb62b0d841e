import type { Worksheet, WorksheetSet } from '../../../domain/worksheet.ts';

export function describeChange(name: string, before: WorksheetSet | null, after: WorksheetSet): string {
  if (before === null) return `Create the worksheets ${name}`;
  const changed = [
    ...after.worksheets.flatMap((sheet) => changedRows(before, sheet)),
    ...changedFunctions(before, after),
  ];
  const gone = [
    ...before.worksheets.flatMap((sheet) => goneRows(sheet, after)),
    ...before.worksheets.filter(({ name: own }) => !sheetOf(after, own)).map(({ name: own }) => own),
    ...before.functions
      .filter(({ name: own }) => !after.functions.some((one) => one.name === own))
      .map(({ name: own }) => `the function ${own}`),
  ];
  if (changed.length === 0 && gone.length === 1) return `Remove ${gone[0]} from the worksheets ${name}`;
  // A renamed row looks like one deleted and one new row.
  const rows = Math.max(changed.length, gone.length);
  if (rows === 1) return `Change ${changed[0]} of the worksheets ${name}`;
  return rows === 0 ? `Move rows of the worksheets ${name}` : `Change ${rows} rows of the worksheets ${name}`;
}

const sheetOf = ({ worksheets }: WorksheetSet, name: string): Worksheet | undefined =>
  worksheets.find((sheet) => sheet.name === name);

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

function changedRows(before: WorksheetSet, { fields, ...head }: Worksheet): readonly string[] {
  const old = sheetOf(before, head.name);
  if (!old) return [head.name, ...fields.map((field) => `${head.name}.${field.name}`)];
  const { fields: oldFields, ...oldHead } = old;
  const byName = new Map(oldFields.map((field) => [field.name, field]));
  return [
    ...(same(head, oldHead) ? [] : [head.name]),
    ...fields
      .filter((field) => !same(field, byName.get(field.name)))
      .map((field) => `${head.name}.${field.name}`),
  ];
}

const changedFunctions = (before: WorksheetSet, { functions }: WorksheetSet): readonly string[] =>
  functions
    .filter((one) => !before.functions.some((old) => old.name === one.name && same(old, one)))
    .map(({ name }) => `the function ${name}`);

function goneRows({ name, fields }: Worksheet, after: WorksheetSet): readonly string[] {
  const names = new Set(sheetOf(after, name)?.fields.map((field) => field.name));
  return fields.filter((field) => !names.has(field.name)).map((field) => `${name}.${field.name}`);
}
