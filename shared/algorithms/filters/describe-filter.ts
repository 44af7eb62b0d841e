import type { DialogueFilter, MoveMeant } from '../../domain/dialogue-filter.ts';
import { durationText } from './durations.ts';

const COMPARED = { '=': '', '<': 'below ', '<=': 'at most ', '>': 'above ', '>=': 'at least ' } as const;

const ORDERED = { later: 'and later', directly: 'directly before', never: 'and never then' } as const;
const TIMED = { within: 'within', over: 'after more than' } as const;

const moveText = ({ role, tag }: MoveMeant): string => (role === null ? `#${tag}` : `${role} #${tag}`);

/** Returns a filter as text: "brand: Acme or Bolt", "turns above 8", "without #refund". */
export function describeFilter(filter: DialogueFilter): string {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.map(inside).join(filter.kind === 'all' ? ' and ' : ' or ');
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
      return `not ${inside(of)}`;
  }
}

const inside = (filter: DialogueFilter): string =>
  filter.kind === 'all' || filter.kind === 'any' ? `(${describeFilter(filter)})` : describeFilter(filter);
