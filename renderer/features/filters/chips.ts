import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';

/** A filter as it stands in the bar: its parts, of which all hold or any. */
export interface Chips {
  readonly joined: 'all' | 'any';
  readonly parts: readonly DialogueFilter[];
}

export function chipsOf(filter: DialogueFilter | null): Chips {
  if (filter === null) return { joined: 'all', parts: [] };
  if (filter.kind === 'all' || filter.kind === 'any') return { joined: filter.kind, parts: filter.of };
  return { joined: 'all', parts: [filter] };
}

/** @returns null where no part is left */
export function filterOf({ joined, parts }: Chips): DialogueFilter | null {
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : { kind: joined, of: parts };
}

export const negated = (filter: DialogueFilter): DialogueFilter =>
  filter.kind === 'not' ? filter.of : { kind: 'not', of: filter };

/**
 * One part for another.
 * @param next null takes it away; text is what a person typed, and can be read
 */
export function withPart({ joined, parts }: Chips, at: number, next: DialogueFilter | string | null): Chips {
  const filter = typeof next === 'string' ? readWhere(next) : next;
  return { joined, parts: parts.toSpliced(at, 1, ...(filter === null ? [] : [filter])) };
}

/** A part and the one before as one, joined the other way than the rest. */
export function withGrouped({ joined, parts }: Chips, at: number): Chips {
  const kind = joined === 'all' ? 'any' : 'all';
  const of = parts.slice(at - 1, at + 1).flatMap((part) => (part.kind === kind ? part.of : [part]));
  return { joined, parts: parts.toSpliced(at - 1, 2, { kind, of }) };
}

/** The parts of a group as parts of the whole. */
export function withTakenApart({ joined, parts }: Chips, at: number): Chips {
  const part = parts[at];
  return part?.kind === 'all' || part?.kind === 'any'
    ? { joined, parts: parts.toSpliced(at, 1, ...part.of) }
    : { joined, parts };
}
