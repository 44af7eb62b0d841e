import type { DialogueFilter } from '../../domain/dialogue-filter.ts';

const PLAIN = /^[^\s"=<>!(),\\]+$/;
const RESERVED = new Set(['and', 'or', 'not', 'in', 'is']);

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const word = (text: string): string =>
  PLAIN.test(text) && !RESERVED.has(text.toLowerCase()) ? text : quoted(text);
const fieldName = (name: string): string => (name === 'tag' || name === 'text' ? quoted(name) : word(name));

/** A filter as text; `readWhere` reads it back. */
export function writeWhere(filter: DialogueFilter): string {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.map(inside).join(filter.kind === 'all' ? ' and ' : ' or ');
    case 'not':
      return notWhere(filter.of);
    case 'field':
      return filter.values.length === 1
        ? `${fieldName(filter.field)} ${filter.comparison} ${word(filter.values[0])}`
        : `${fieldName(filter.field)} in (${filter.values.map(word).join(', ')})`;
    case 'missing':
      return `${fieldName(filter.field)} is missing`;
    case 'tag':
      return `tag = ${word(filter.tag)}`;
    case 'text':
      return `text = ${word(filter.query)}`;
  }
}

function notWhere(of: DialogueFilter): string {
  if (of.kind === 'missing') return `${fieldName(of.field)} is not missing`;
  if (of.kind === 'field' && of.comparison === '=')
    return of.values.length === 1
      ? `${fieldName(of.field)} != ${word(of.values[0])}`
      : `${fieldName(of.field)} not in (${of.values.map(word).join(', ')})`;
  return `not ${inside(of)}`;
}

const inside = (filter: DialogueFilter): string =>
  filter.kind === 'all' || filter.kind === 'any' ? `(${writeWhere(filter)})` : writeWhere(filter);
