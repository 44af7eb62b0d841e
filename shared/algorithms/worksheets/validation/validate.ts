import {
  type FieldType,
  instanceName,
  type Worksheet,
  type WorksheetProblem,
  type WorksheetSet,
} from '../../../domain/worksheet.ts';
import { BUILT_IN } from '../language/built-in.ts';
import { type Expression, expressionsOf, pathOf, within } from '../language/syntax.ts';
import {
  type CompiledSet,
  type CompiledSheet,
  compile,
  conditionOf,
  NEVER,
  setFields,
  sheetsOf,
} from '../runtime/compile.ts';
import { mismatchesOf } from './type-check.ts';

const RUNTIME = 'say propose exitws answer_clarification_question state_response no_response'.split(' ');

type Report = (
  level: WorksheetProblem['level'],
  where: {
    readonly worksheet: string;
    readonly field?: string | null;
    readonly cell?: Cell;
    readonly at?: { line: number; column: number };
  },
  message: string,
) => void;

type Cell =
  | 'name'
  | 'backend'
  | 'type'
  | 'values'
  | 'predicate'
  | 'actions'
  | 'validation'
  | 'answers'
  | 'required';

const OF_FIELD: Readonly<Record<Cell, string | null>> = {
  name: 'Name',
  backend: 'Name',
  type: 'Type',
  values: 'Enum Values',
  predicate: 'Predicate',
  actions: 'Actions',
  validation: 'Validation',
  required: 'Required',
  answers: null,
};
const OF_WORKSHEET: Readonly<Record<Cell, string | null>> = {
  ...OF_FIELD,
  name: 'Form Name',
  predicate: 'Form Predicate',
  actions: 'Form Actions',
};

export function validateWorksheets(set: WorksheetSet): readonly WorksheetProblem[] {
  const found: WorksheetProblem[] = [];
  const report: Report = (level, { worksheet, field = null, cell, at }, message) => {
    found.push({
      level,
      worksheet,
      field,
      cell: cell ? (field === null ? OF_WORKSHEET : OF_FIELD)[cell] : null,
      line: at?.line ?? null,
      column: at?.column ?? null,
      message,
    });
  };
  const compiled = compile(set);
  for (const { worksheet, field, cell, problem } of compiled.problems)
    report(
      'error',
      { worksheet, field, cell, at: problem },
      `The ${cell} cannot be read: ${problem.message}`,
    );
  checkNames(set, report);
  if (!set.worksheets.some(({ type }) => type === 'worksheet'))
    report('error', { worksheet: '' }, 'There is no task. Add a row whose type is “worksheet”.');
  for (const sheet of compiled.sheets.values()) {
    checkTypes(sheet.sheet, compiled, report);
    checkTexts(sheet, compiled, report);
    checkAsking(sheet, report);
    checkConfirming(sheet, compiled, report);
  }
  checkCycles(compiled, report);
  return found;
}

export function uncheckedValidations({
  worksheets,
}: WorksheetSet): readonly { readonly worksheet: string; readonly field: string }[] {
  return worksheets.flatMap(({ name, fields }) =>
    fields
      .filter((field) => field.validation !== '' && conditionOf(field) === null)
      .map((field) => ({ worksheet: name, field: field.name })),
  );
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

function checkNames({ worksheets, functions }: WorksheetSet, report: Report): void {
  const seen = new Set<string>();
  for (const { name, fields } of worksheets) {
    const wrong = (message: string, field: string | null = null): void =>
      report('error', { worksheet: name, field, cell: 'name' }, message);
    if (!NAME.test(name))
      wrong(`"${name}" is not a valid name. Use letters, digits and _, and do not begin with a digit.`);
    if (seen.has(name.toLowerCase())) wrong(`Two worksheets are called ${name}. Rename one.`);
    seen.add(name.toLowerCase());
    const own = new Set<string>();
    for (const field of fields) {
      if (!NAME.test(field.name))
        wrong(`"${field.name}" is not a valid field name. Use letters, digits and _.`, field.name);
      if (own.has(field.name)) wrong(`${name} has two fields called ${field.name}. Rename one.`, field.name);
      own.add(field.name);
    }
  }
  const known = new Set<string>();
  for (const { name } of functions) {
    if (!NAME.test(name))
      report(
        'error',
        { worksheet: name },
        `"${name}" is not a valid function name. Use letters, digits and _.`,
      );
    if (known.has(name))
      report('error', { worksheet: name }, `Two functions are called ${name}. Rename one.`);
    known.add(name);
  }
}

function checkTypes({ name: worksheet, fields }: Worksheet, { sheets }: CompiledSet, report: Report): void {
  for (const { name: field, type } of fields) {
    for (const missing of sheetsOf(type).filter((one) => !sheets.has(one))) {
      const message = `"${missing}" is neither a type nor a worksheet. Use str, int, float, bool, date, time, Enum, confirm, List[…] or the name of a worksheet.`;
      report('error', { worksheet, field, cell: 'type' }, message);
    }
    const values = enumOf(type)?.values;
    if (values && values.length < 2)
      report(
        'error',
        { worksheet, field, cell: 'values' },
        'An enumeration needs at least two values, one per row below it.',
      );
    const twice = values?.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined)
      report('warning', { worksheet, field, cell: 'values' }, `The value "${twice}" appears twice.`);
  }
}

const enumOf = (type: FieldType): Extract<FieldType, { readonly kind: 'enum' }> | undefined =>
  type.kind === 'list' ? enumOf(type.of) : type.kind === 'enum' ? type : undefined;

function checkTexts(compiled: CompiledSheet, set: CompiledSet, report: Report): void {
  const worksheet = compiled.sheet.name;
  const texts = [
    { field: null, predicate: compiled.predicate, actions: compiled.actions, isOwn: false },
    ...[...compiled.fields.values()].map(({ field, predicate, actions, validation }) => ({
      field: field.name,
      predicate,
      actions,
      validation,
      isOwn: true,
    })),
  ];
  for (const { field, predicate, actions, ...rest } of texts) {
    const condition = (cell: Cell, expression: Expression | null | undefined) =>
      expression ? [{ where: { worksheet, field, cell }, expression, isCondition: true }] : [];
    const all = [
      ...condition('predicate', predicate),
      ...condition('validation', 'validation' in rest ? rest.validation : null),
      ...expressionsOf(actions).map((expression) => ({
        where: { worksheet, field, cell: 'actions' as const },
        expression,
        isCondition: false,
      })),
    ];
    for (const { where, expression, isCondition } of all) {
      const called = new Set<string>();
      for (const part of within(expression)) {
        const path = part.kind === 'attribute' ? pathOf(part) : null;
        const complain = (message: string): void => report('error', { ...where, at: part.at }, message);
        if (path && path.length === 2 && path[1] !== 'value' && (rest.isOwn || path[0] !== 'self'))
          checkPath(path[0]!, path[1]!, compiled, set, complain);
        if (part.kind === 'name' && part.name !== 'self' && !isKnownName(part.name, set))
          complain(`There is no "${part.name}". Write self.${part.name} or the name of a worksheet.`);
        if (part.kind !== 'call' || called.has(part.name)) continue;
        called.add(part.name);
        if (!isKnownFunction(part.name, set))
          complain(`The function "${part.name.replace(/^\./, '')}" is not declared, so it cannot be called.`);
        if (isCondition && (set.functions.get(part.name)?.declared.hasEffect || RUNTIME.includes(part.name)))
          complain(
            `A condition cannot call "${part.name}", because this function changes something. Call the function in an action.`,
          );
      }
      if (rest.isOwn)
        for (const { at, message } of mismatchesOf(expression, compiled, set))
          report('error', { ...where, at }, message);
    }
  }
  const { backend } = compiled.sheet;
  if (backend !== '' && compiled.sheet.type === 'worksheet' && !set.functions.has(backend))
    report(
      'error',
      { worksheet, cell: 'backend' },
      `The function "${backend}" is not declared, so it cannot be called.`,
    );
}

const isKnownFunction = (name: string, { functions, sheets }: CompiledSet): boolean =>
  RUNTIME.includes(name) || Object.hasOwn(BUILT_IN, name) || functions.has(name) || sheets.has(name);

function checkPath(
  first: string,
  name: string,
  own: CompiledSheet,
  set: CompiledSet,
  complain: (message: string) => void,
): void {
  const sheet = first === 'self' ? own : sheetCalled(first, set);
  if (!sheet || sheet.fields.has(name) || name === 'result') return;
  const near = [...sheet.fields.keys()].slice(0, 6).join(', ');
  complain(`${sheet.sheet.name} has no field "${name}", only ${near || 'none'}.`);
}

function sheetCalled(name: string, set: CompiledSet): CompiledSheet | undefined {
  let byName = sheetsByName.get(set);
  if (!byName) {
    const all = [...set.sheets.values()].toReversed();
    byName = new Map(
      all.flatMap((one) => [[instanceName(one.sheet.name), one] as const, [one.sheet.name, one] as const]),
    );
    sheetsByName.set(set, byName);
  }
  return byName.get(name) ?? byName.get(name.replace(/_\d+$/, ''));
}

/** Worksheets by name and by instance name, for sets under check. */
const sheetsByName = new WeakMap<CompiledSet, ReadonlyMap<string, CompiledSheet>>();

const isKnownName = (name: string, set: CompiledSet): boolean =>
  name === 'answer' || name === 'datetime' || sheetCalled(name, set) !== undefined;

function checkAsking({ sheet, fields, actions }: CompiledSheet, report: Report): void {
  if (sheet.type !== 'worksheet') return;
  const set = new Set([
    ...setFields(actions),
    ...[...fields.values()].flatMap((one) => [...setFields(one.actions)]),
  ]);
  for (const { field, predicate } of fields.values()) {
    const warn = (cell: Cell, message: string): void =>
      report('warning', { worksheet: sheet.name, field: field.name, cell }, message);
    const isUnset = field.required && !set.has(field.name);
    if (isUnset && field.dontAsk && field.kind === 'input')
      warn(
        'required',
        'The agent never asks for this required field, so the worksheet waits until the customer mentions it.',
      );
    if (isUnset && field.kind === 'internal')
      warn('required', 'This field is required and internal, but no action sets it.');
    if (predicate?.kind === 'literal' && predicate.value === false && predicate !== NEVER)
      warn('predicate', 'The condition is never true, so this field is never asked for.');
    const paths = predicate ? [...within(predicate)].map(pathOf) : [];
    if (paths.some((path) => path?.[0] === 'self' && path[1] === field.name))
      warn(
        'predicate',
        'The condition depends on the field itself, which stays empty until the agent asks for it.',
      );
  }
}

function checkConfirming({ sheet, fields, actions }: CompiledSheet, set: CompiledSet, report: Report): void {
  if (sheet.fields.every(({ type }) => type.kind !== 'confirm')) return;
  const holders = [...set.sheets.values()].filter((other) =>
    [...other.fields.values()].some(({ field }) => sheetsOf(field.type).includes(sheet.name)),
  );
  const acts = ({ sheet: { backend }, actions: own }: CompiledSheet): boolean =>
    backend !== '' || own.length > 0;
  const isFollowed = sheet.backend !== '' || actions.length > 0 || holders.some(acts);
  for (const { field, actions: own } of fields.values()) {
    if (field.type.kind === 'confirm' && !isFollowed && own.length === 0)
      report(
        'warning',
        { worksheet: sheet.name, field: field.name, cell: 'type' },
        'Nothing happens after the customer confirms, because neither the field nor the worksheet has actions.',
      );
  }
}

function checkCycles({ sheets }: CompiledSet, report: Report): void {
  const parts = new Map(
    [...sheets.values()].map(({ sheet, fields }) => [
      sheet.name,
      [...fields.values()].filter(({ field }) => field.required).flatMap(({ field }) => sheetsOf(field.type)),
    ]),
  );
  for (const cycle of cyclesOf(parts))
    report(
      'error',
      { worksheet: cycle[0]! },
      `${[...cycle, cycle[0]].join(' needs ')}, so none of these fields can be filled. Make one of them optional.`,
    );
  for (const { sheet, fields } of sheets.values()) {
    // A field does not wait for a field that must be empty.
    const waits = new Map(
      [...fields.values()].map((one) => [one.field.name, waitsFor(one.reads, one.predicate)]),
    );
    for (const cycle of cyclesOf(waits))
      if (cycle.length > 1)
        report(
          'error',
          { worksheet: sheet.name, field: cycle[0]!, cell: 'predicate' },
          `${[...cycle, cycle[0]].join(' waits for ')}, so none of these fields are ever asked for.`,
        );
  }
}

function waitsFor(reads: ReadonlySet<string>, predicate: CompiledSheet['predicate']): readonly string[] {
  if (predicate === null) return [];
  const wantsEmpty = new Set(
    [...within(predicate)].flatMap((part) => {
      if (part.kind === 'not') return [pathOf(part.of)?.[1]];
      const isNone =
        part.kind === 'compare' &&
        part.rest.some(
          ({ by, to }) => (by === 'is' || by === '==') && to.kind === 'literal' && to.value === null,
        );
      return isNone ? [pathOf(part.first)?.[1]] : [];
    }),
  );
  return [...reads].filter((name) => !wantsEmpty.has(name));
}

/** Returns one cycle for every set of nodes that reach each other, by depth-first search in linear time. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (node: string): void => {
    if (state.get(node) === 'open') cycles.push(path.slice(path.indexOf(node)));
    if (state.has(node)) return;
    state.set(node, 'open');
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node);
  return cycles;
}
