import type { DeclaredFunction, Worksheet, WorksheetField, WorksheetSet } from '../../../domain/worksheet.ts';
import { type ParseResult, parsePredicate, parseStatements } from '../language/parse.ts';
import { type Expression, type Problem, pathOf, type Statement, within } from '../language/syntax.ts';

export interface CompiledField {
  readonly field: WorksheetField;
  /** Null for always. A condition that cannot be parsed counts as false. */
  readonly predicate: Expression | null;
  readonly actions: readonly Statement[];
  /** Null if there is no validation, or if it is in words, which only a model can check. */
  readonly validation: Expression | null;
  /** The fields of this worksheet that its predicate uses. */
  readonly reads: ReadonlySet<string>;
}

export interface CompiledSheet {
  readonly sheet: Worksheet;
  readonly predicate: Expression | null;
  readonly reads: readonly string[];
  readonly actions: readonly Statement[];
  readonly fields: ReadonlyMap<string, CompiledField>;
  readonly isPart: boolean;
}

export interface CompiledFunction {
  readonly declared: DeclaredFunction;
  readonly answers: readonly { readonly when: Expression | null; readonly answer: Expression }[];
}

interface TextProblem {
  readonly worksheet: string;
  readonly field: string | null;
  readonly cell: 'predicate' | 'actions' | 'validation' | 'answers';
  readonly problem: Problem;
}

export interface CompiledSet {
  readonly sheets: ReadonlyMap<string, CompiledSheet>;
  readonly functions: ReadonlyMap<string, CompiledFunction>;
  /** Names of fields that a condition compares with "NA" (the user does not know). */
  readonly mayBeUnknown: ReadonlySet<string>;
  readonly problems: readonly TextProblem[];
}

/** The condition that replaces one that cannot be parsed. */
export const NEVER: Expression = { at: { line: 1, column: 1 }, kind: 'literal', value: false };

export function compile({ worksheets, functions }: WorksheetSet): CompiledSet {
  const problems: TextProblem[] = [];
  const read = <Tree>(
    where: Omit<TextProblem, 'problem'>,
    text: string,
    parse: (text: string) => ParseResult<Tree>,
    otherwise: Tree,
  ): Tree => {
    const parsed = parse(text);
    if (parsed.ok) return parsed.tree;
    problems.push(...parsed.problems.map((problem) => ({ ...where, problem })));
    return otherwise;
  };
  const predicateOf = (worksheet: string, field: string | null, text: string): Expression | null =>
    text === '' ? null : read({ worksheet, field, cell: 'predicate' }, text, parsePredicate, NEVER);
  const actionsOf = (worksheet: string, field: string | null, text: string): readonly Statement[] =>
    text === '' ? [] : read({ worksheet, field, cell: 'actions' }, text, parseStatements, []);

  const parts = new Set(worksheets.flatMap(({ fields }) => fields.flatMap(({ type }) => sheetsOf(type))));
  const compileField = (worksheet: string, field: WorksheetField): CompiledField => {
    const predicate = predicateOf(worksheet, field.name, field.predicate);
    return {
      field,
      predicate,
      actions: actionsOf(worksheet, field.name, field.actions),
      validation: conditionOf(field),
      reads: predicate ? ownFields([predicate]) : new Set(),
    };
  };
  const sheets = new Map<string, CompiledSheet>();
  for (const sheet of worksheets) {
    // If two worksheets have the same name, the first counts, and validation reports the other.
    if (sheets.has(sheet.name)) continue;
    const fields = new Map<string, CompiledField>();
    for (const field of sheet.fields)
      if (!fields.has(field.name)) fields.set(field.name, compileField(sheet.name, field));
    const predicate = predicateOf(sheet.name, null, sheet.predicate);
    sheets.set(sheet.name, {
      sheet,
      predicate,
      reads: predicate ? [...ownFields([predicate])] : [],
      actions: actionsOf(sheet.name, null, sheet.actions),
      fields,
      isPart: parts.has(sheet.name),
    });
  }
  const compiled = functions.map((declared): [string, CompiledFunction] => {
    const where = { worksheet: declared.name, field: null, cell: 'answers' } as const;
    const answers = declared.answers.map(({ when, answer }) => ({
      when: when === '' ? null : read(where, when, parsePredicate, NEVER),
      answer: read(where, answer, parsePredicate, NEVER),
    }));
    return [declared.name, { declared, answers }];
  });
  const all = [...sheets.values()].flatMap(({ fields }) => [...fields.values()]);
  const mayBeUnknown = new Set(
    all.flatMap(({ field, reads }) => (field.predicate.includes('"NA"') ? [...reads] : [])),
  );
  return { sheets, functions: new Map(compiled), mayBeUnknown, problems };
}

/** Returns a field's validation, which uses fields of `self`; null if there is none, or if it is in words. */
export function conditionOf({ validation }: WorksheetField): Expression | null {
  if (validation === '') return null;
  const parsed = parsePredicate(validation);
  return parsed.ok && ownFields([parsed.tree]).size > 0 ? parsed.tree : null;
}

export function sheetsOf(type: WorksheetField['type']): readonly string[] {
  if (type.kind === 'list') return sheetsOf(type.of);
  return type.kind === 'sheet' ? [type.name] : [];
}

function ownFields(expressions: readonly Expression[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const expression of expressions) {
    for (const part of within(expression)) {
      const path = pathOf(part);
      if (path && path[0] === 'self' && path[1] !== undefined) names.add(path[1]);
    }
  }
  return names;
}

export function setFields(statements: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of statements) {
    if (statement.kind === 'assign') {
      const path = pathOf(statement.to);
      if (path && path[0] === 'self' && path[1] !== undefined) names.add(path[1]);
    } else if (statement.kind === 'if') {
      for (const { statements: inner } of statement.branches)
        for (const name of setFields(inner)) names.add(name);
      for (const name of setFields(statement.otherwise)) names.add(name);
    }
  }
  return names;
}
