import { readWhere } from '#shared/algorithms/filters/read-where.ts';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

export const FIELD_MEANINGS = {
  abandoned:
    'The customer still wants something and nobody answered, or the agent asked something and got no reply. The main tag of the last turn decides whether a dialogue counts as abandoned. Dialogues that moved to a private channel, or ended less than a day before the newest message, do not count.',
  reopened:
    'The customer raised another request, problem or complaint after thanks, a goodbye or a confirmation that the problem was solved.',
} as const;

export const ABANDONED_IN_SHORT = FIELD_MEANINGS.abandoned.split(/(?<=\.) /, 1).join();

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

export function filterOf({ joined, parts }: Chips): DialogueFilter | null {
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : { kind: joined, of: parts };
}

export const negated = (filter: DialogueFilter): DialogueFilter =>
  filter.kind === 'not' ? filter.of : { kind: 'not', of: filter };

/** Null as `next` removes the part; a string is typed text and must be a valid filter. */
export function withPart({ joined, parts }: Chips, at: number, next: DialogueFilter | string | null): Chips {
  const filter = typeof next === 'string' ? readWhere(next) : next;
  return { joined, parts: parts.toSpliced(at, 1, ...(filter === null ? [] : [filter])) };
}

/** Groups a part with the previous one. The group is joined by the opposite of the outer `joined`. */
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
