import type { DialogueFilter } from '../../domain/dialogue-filter.ts';

const COMPARED = { '=': '', '<': 'below ', '<=': 'at most ', '>': 'above ', '>=': 'at least ' } as const;

/** A filter in words: "brand: Acme or Bolt", "rounds above 8", "without #refund". */
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
