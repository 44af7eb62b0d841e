import { type FieldType, typeText } from '../../../domain/worksheet.ts';
import { type Expression, type Place, pathOf, within } from '../language/syntax.ts';
import type { CompiledSet, CompiledSheet } from '../runtime/compile.ts';

interface Mismatch {
  readonly at: Place;
  readonly message: string;
}

export function mismatchesOf(
  expression: Expression,
  own: CompiledSheet,
  set: CompiledSet,
): readonly Mismatch[] {
  return [...within(expression)].flatMap((part) => {
    if (part.kind !== 'compare') return [];
    return part.rest.flatMap(({ by, to }) => {
      const [path, literal] = part.first.kind === 'literal' ? [to, part.first] : [part.first, to];
      const type = typeOfPath(path, own, set);
      if (!type) return [];
      const isOrder = by === '<' || by === '<=' || by === '>' || by === '>=';
      const name = pathOf(path)?.join('.') ?? '';
      if (isOrder && ['bool', 'confirm', 'enum', 'sheet'].includes(type.kind))
        return [
          {
            at: part.at,
            message: `${name} has the type ${typeText(type)}, which has no order. Compare with ==.`,
          },
        ];
      if (literal.kind !== 'literal' || literal.value === null || by.includes('in')) return [];
      const problem = misfit(type, literal.value);
      return problem ? [{ at: literal.at, message: `${name} is of type ${typeText(type)}: ${problem}` }] : [];
    });
  });
}

function typeOfPath(expression: Expression, own: CompiledSheet, set: CompiledSet): FieldType | undefined {
  const path = pathOf(expression);
  if (path?.[0] !== 'self' || path.length < 2) return undefined;
  let sheet: CompiledSheet | undefined = own;
  let type: FieldType | undefined;
  for (const name of path.slice(1)) {
    if (name === 'value') continue;
    type = sheet?.fields.get(name)?.field.type;
    if (!type) return undefined;
    sheet = type.kind === 'sheet' ? set.sheets.get(type.name) : undefined;
  }
  return type;
}

/** Returns the reason why a constant can never be a value of a type, as a sentence; null if it can. */
function misfit(type: FieldType, value: string | number | boolean): string | null {
  switch (type.kind) {
    case 'str':
      return typeof value === 'string' ? null : `${value} is not text. Put the value in quotes.`;
    case 'int':
    case 'float':
      return typeof value === 'number' ? null : `"${value}" is text, not a number. Remove the quotes.`;
    case 'bool':
    case 'confirm':
      return typeof value === 'boolean' ? null : `"${value}" is neither True nor False.`;
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
        ? null
        : `"${value}" is not a date such as "2026-03-14".`;
    case 'time':
      return typeof value === 'string' && /^\d\d:\d\d$/.test(value)
        ? null
        : `"${value}" is not a valid time. Write it like "20:30".`;
    case 'enum':
      return typeof value === 'string' && !type.values.includes(value)
        ? `"${value}" is not one of its values: ${type.values.join(', ')}.`
        : null;
    default:
      return null;
  }
}
