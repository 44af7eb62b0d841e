import { ROLES } from '../../domain/dialogue.ts';
import { type DialogueFilter, MOVE_ORDERS, type MoveMeant } from '../../domain/dialogue-filter.ts';
import { durationText } from './durations.ts';

const PLAIN = /^[^\s"=<>!(),\\]+$/;
const RESERVED = new Set([
  ...['and', 'or', 'not', 'in', 'is', 'passes', 'leaves', 'starts', 'ends', 'returns', 'repeats'],
  ...[...MOVE_ORDERS, ...ROLES, 'within', 'over', 'of'],
]);

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const word = (text: string): string =>
  PLAIN.test(text) && !RESERVED.has(text.toLowerCase()) ? text : quoted(text);
const fieldName = (name: string): string => (name === 'tag' || name === 'text' ? quoted(name) : word(name));

const ofAutomaton = (automaton: number | null): string => (automaton === null ? '' : ` of ${automaton}`);
const moveWhere = ({ role, tag }: MoveMeant): string =>
  role === null ? moveName(tag) : `${role} ${moveName(tag)}`;
/** A sign before a plain name that marks it as a tag. */
const moveName = (tag: string): string => (tag.startsWith('#') ? quoted(tag) : word(tag));

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
    case 'starts':
    case 'ends':
      return `${filter.kind} with ${moveWhere(filter.move)}`;
    case 'returns':
      return `returns to ${moveWhere(filter.move)}`;
    case 'repeats':
      return `repeats ${moveWhere(filter.move)} >= ${filter.least}`;
    case 'order': {
      const { time } = filter;
      const tail = time ? ` ${time.kind} ${durationText(time.seconds)}` : '';
      return `${moveWhere(filter.move)} ${filter.order} ${moveWhere(filter.next)}${tail}`;
    }
    case 'state':
      return `passes state ${filter.state}${ofAutomaton(filter.automaton)}`;
    case 'edge':
      return `passes edge ${filter.from} to ${filter.to}${ofAutomaton(filter.automaton)}`;
    case 'leaves':
      return `leaves at ${filter.state}${ofAutomaton(filter.automaton)}`;
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
