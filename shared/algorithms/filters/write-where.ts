import { ROLE_NAMES, ROLES } from '../../domain/dialogue.ts';
import { type DialogueFilter, MOVE_ORDERS, type NamedMove } from '../../domain/dialogue-filter.ts';

/** The units for durations with their seconds, longest first. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

function durationText(seconds: number): string {
  const [unit, size] =
    UNITS.find(([, length]) => seconds >= length && Number.isInteger((seconds / length) * 100)) ?? UNITS[3];
  return `${seconds / size} ${unit}`;
}

export function secondsOf(amount: number, unit: string): number | null {
  const size = UNITS.find(([name]) => name === unit.toLowerCase())?.[1];
  return size === undefined ? null : amount * size;
}

export const DURATION_UNITS: readonly string[] = UNITS.map(([name]) => name);

const COMPARED = { '=': '', '<': 'below ', '<=': 'at most ', '>': 'above ', '>=': 'at least ' } as const;

const ORDERED = { later: 'and later', directly: 'directly before', never: 'and then never' } as const;
const TIMED = { within: 'within', over: 'after more than' } as const;

const moveText = ({ role, tag }: NamedMove): string =>
  role === null ? `#${tag}` : `${ROLE_NAMES[role]} #${tag}`;

export function describeFilter(filter: DialogueFilter): string {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.map(describeInside).join(filter.kind === 'all' ? ' and ' : ' or ');
    case 'not':
      return describeNot(filter.of);
    case 'field': {
      const values = filter.values.join(' or ');
      return filter.comparison === '='
        ? `${filter.field}: ${values}`
        : `${filter.field} ${COMPARED[filter.comparison]}${values}`;
    }
    case 'missing':
      return `no ${filter.field}`;
    case 'tag':
      return `#${filter.tag}`;
    case 'text':
      return `“${filter.query}”`;
    case 'starts':
      return `starts with ${moveText(filter.move)}`;
    case 'ends':
      return `ends with ${moveText(filter.move)}`;
    case 'returns':
      return `comes back to ${moveText(filter.move)}`;
    case 'repeats':
      return `${moveText(filter.move)} at least ${filter.least} times`;
    case 'order': {
      const { time } = filter;
      const tail = time ? `, ${TIMED[time.kind]} ${durationText(time.seconds)}` : '';
      return `${moveText(filter.move)} ${ORDERED[filter.order]} ${moveText(filter.next)}${tail}`;
    }
    case 'state':
      return `passes state ${filter.state}`;
    case 'edge':
      return `goes from state ${filter.from} to ${filter.to}`;
    case 'leaves':
      return `leaves the automaton at state ${filter.state}`;
  }
}

function describeNot(of: DialogueFilter): string {
  switch (of.kind) {
    case 'missing':
      return `some ${of.field}`;
    case 'tag':
    case 'text':
      return `without ${describeFilter(of)}`;
    case 'field':
      return of.comparison === '='
        ? `${of.field}: not ${of.values.join(' nor ')}`
        : `not ${describeFilter(of)}`;
    case 'not':
      return describeFilter(of.of);
    default:
      return `not ${describeInside(of)}`;
  }
}

const describeInside = (filter: DialogueFilter): string =>
  filter.kind === 'all' || filter.kind === 'any' ? `(${describeFilter(filter)})` : describeFilter(filter);

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
const moveWhere = ({ role, tag }: NamedMove): string =>
  role === null ? moveName(tag) : `${role} ${moveName(tag)}`;
const moveName = (tag: string): string => (tag.startsWith('#') ? quoted(tag) : word(tag));

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
