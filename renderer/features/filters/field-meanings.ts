/** Explains how the fields that depend on tags are computed. */
export const FIELD_MEANINGS = {
  abandoned:
    'The customer still wants something and nobody answered, or the agent asked something and got no reply. Decided by the main tag of the last turn. Dialogues moved to a private channel, or less than a day older than the newest message, do not count.',
  reopened:
    'After thanks, a goodbye or a confirmation that it is solved, the customer raised a request, problem or complaint.',
} as const;

/** The first sentence of the explanation of "abandoned", for small spaces. */
export const ABANDONED_IN_SHORT = FIELD_MEANINGS.abandoned.split(/(?<=\.) /, 1).join();

/** Returns the explanation of a field; null for fields from a file or a count. */
export const meaningOf = (field: string): string | null =>
  Object.entries(FIELD_MEANINGS).find(([name]) => name === field)?.[1] ?? null;
