import type { WorksheetField } from '../../../domain/worksheet.ts';
import type { Comparison, Expression } from '../language/syntax.ts';
import { isRecord, nameOf, type Value, wordsOf } from '../language/values.ts';
import type { CompiledSet } from './compile.ts';
import type { DialogueState } from './state.ts';

const spoken = (name: string): string => name.replaceAll('_', ' ');

/** Says why a value was refused: "40 is not possible for people: more than 0 and at most 12." */
export const refusalOf = ({ name }: WorksheetField, value: Value, requirement: string): string =>
  `${wordsOf(value !== null && isRecord(value) ? nameOf(value) : value)} is not possible for ${spoken(name)}: ${requirement.replace(/\.$/, '')}.`;

const WORDS: Partial<Record<Comparison, string>> = {
  '==': 'exactly',
  '!=': 'not',
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
  in: 'one of',
  'not in': 'none of',
};
/** Each comparison with its sides exchanged. */
const TURNED: Partial<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Describes a condition such as `0 < self.people <= 12`; null unless it compares the field with fixed values. */
export function requirementOf(expression: Expression): string | null {
  if (expression.kind === 'and') return joined(expression.of.map(requirementOf));
  if (expression.kind !== 'compare') return null;
  let left = expression.first;
  return joined(
    expression.rest.map(({ by, to }) => {
      const [fixed, word] = fixedOf(left) === null ? [fixedOf(to), by] : [fixedOf(left), TURNED[by] ?? by];
      const isCounted = [left, to].some((one) => one.kind === 'call' && one.name === 'len');
      left = to;
      const words = WORDS[word];
      return fixed === null || !words ? null : `${words} ${fixed}${isCounted ? ' characters' : ''}`;
    }),
  );
}

const joined = (parts: readonly (string | null)[]): string | null =>
  parts.every((part) => part !== null) ? parts.join(' and ') : null;

function fixedOf(expression: Expression): string | null {
  if (expression.kind === 'literal') return wordsOf(expression.value);
  if (expression.kind === 'text' && expression.parts.every((part) => typeof part === 'string'))
    return expression.parts.join('');
  const items = expression.kind === 'list' ? expression.items.map(fixedOf) : [null];
  return items.every((item) => item !== null) ? items.join(', ') : null;
}

/** Says that a message was not understood, and what the agent expects. */
export function notUnderstood(set: CompiledSet, { asked, instances, queries }: DialogueState): string {
  const lead = 'I did not understand that.';
  if (asked?.act === 'CONFIRM' || asked?.act === 'PROPOSE') return `${lead} Please answer yes or no.`;
  const sheet =
    instances.find(({ name }) => name === asked?.instance)?.worksheet ??
    queries.find(({ name }) => name === asked?.instance)?.worksheet;
  const type = asked && sheet ? set.sheets.get(sheet)?.fields.get(asked.field)?.field.type : undefined;
  switch (type?.kind) {
    case 'bool':
    case 'confirm':
      return `${lead} Please answer yes or no.`;
    case 'int':
    case 'float':
      return `${lead} Please give me a number.`;
    case 'date':
      return `${lead} Please give me a date, such as 14 March.`;
    case 'time':
      return `${lead} Please give me a time with am or pm, such as 8:30 pm.`;
    case 'sheet':
      return set.sheets.get(type.name)?.sheet.type === 'db'
        ? `${lead} Please give me a name or number that is in my records.`
        : lead;
    default:
      return lead;
  }
}
