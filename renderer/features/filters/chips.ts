import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';

export interface Chips {
  readonly joined: 'all' | 'any';
  readonly parts: readonly DialogueFilter[];
}

export function chipsOf(filter: DialogueFilter | null): Chips {
  if (filter === null) return { joined: 'all', parts: [] };
  if (filter.kind === 'all' || filter.kind === 'any') return { joined: filter.kind, parts: filter.of };
  return { joined: 'all', parts: [filter] };
}

/** Returns null if no part is left. */
export function filterOf({ joined, parts }: Chips): DialogueFilter | null {
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : { kind: joined, of: parts };
}

export const negated = (filter: DialogueFilter): DialogueFilter =>
  filter.kind === 'not' ? filter.of : { kind: 'not', of: filter };

/**
 * Replaces a part.
 * @param next null removes it; a string is typed text and must be a valid filter
 */
export function withPart({ joined, parts }: Chips, at: number, next: DialogueFilter | string | null): Chips {
  const filter = typeof next === 'string' ? readWhere(next) : next;
  return { joined, parts: parts.toSpliced(at, 1, ...(filter === null ? [] : [filter])) };
}

/** Groups a part with the one before it, joined by the opposite of the outer `joined`. */
export function withGrouped({ joined, parts }: Chips, at: number): Chips {
  const kind = joined === 'all' ? 'any' : 'all';
  const of = parts.slice(at - 1, at + 1).flatMap((part) => (part.kind === kind ? part.of : [part]));
  return { joined, parts: parts.toSpliced(at - 1, 2, { kind, of }) };
}

/** Ungroups a part. */
export function withTakenApart({ joined, parts }: Chips, at: number): Chips {
  const part = parts[at];
  return part?.kind === 'all' || part?.kind === 'any'
    ? { joined, parts: parts.toSpliced(at, 1, ...part.of) }
    : { joined, parts };
}
