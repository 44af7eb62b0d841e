import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

/** Explains how the fields that depend on tags are computed. */
export const FIELD_MEANINGS = {
  abandoned:
    'The customer still wants something and nobody answered, or the agent asked something and got no reply. This is decided by the main tag of the last turn. Dialogues do not count if they moved to a private channel or are less than a day older than the newest message.',
  reopened:
    'After thanks, a goodbye or a confirmation that it is solved, the customer raised a request, problem or complaint.',
} as const;

/** The first sentence of the explanation of "abandoned", for small spaces. */
export const ABANDONED_IN_SHORT = FIELD_MEANINGS.abandoned.split(/(?<=\.) /, 1).join();

/** Returns the explanation of a field; null for fields from a file or a count. */
export const meaningOf = (field: string): string | null =>
  Object.entries(FIELD_MEANINGS).find(([name]) => name === field)?.[1] ?? null;

/** If a field has more values, the value is typed instead of chosen from a list. */
const MOST_CHOICES = 40;

export function choicesOf(fields: readonly FieldSummary[]): { value: string; label: string }[] {
  return fields
    .filter(({ name, different }) => name !== 'id' && different > 1 && different <= MOST_CHOICES)
    .flatMap(({ name, values }) =>
      values.map(({ value, dialogues }) => {
        const condition = writeWhere({ kind: 'field', field: name, comparison: '=', values: [value] });
        return { value: condition, label: `${condition} (${formatCount(dialogues)})` };
      }),
    );
}

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

/** @param next null removes the part; a string is typed text and must be a valid filter */
export function withPart({ joined, parts }: Chips, at: number, next: DialogueFilter | string | null): Chips {
  const filter = typeof next === 'string' ? readWhere(next) : next;
  return { joined, parts: parts.toSpliced(at, 1, ...(filter === null ? [] : [filter])) };
}

/** Groups a part with the previous part. The two are joined by the opposite of the outer `joined`. */
export function withGrouped({ joined, parts }: Chips, at: number): Chips {
  const kind = joined === 'all' ? 'any' : 'all';
  const of = parts.slice(at - 1, at + 1).flatMap((part) => (part.kind === kind ? part.of : [part]));
  return { joined, parts: parts.toSpliced(at - 1, 2, { kind, of }) };
}

export function withTakenApart({ joined, parts }: Chips, at: number): Chips {
  const part = parts[at];
  return part?.kind === 'all' || part?.kind === 'any'
    ? { joined, parts: parts.toSpliced(at, 1, ...part.of) }
    : { joined, parts };
}
