/** Columns of Customer Support on Twitter; the answers' column helps, but threads can do without. */
export const TWCS_REQUIRED = ['tweet_id', 'author_id', 'inbound', 'text', 'in_response_to_tweet_id'] as const;
const TWCS_OPTIONAL = ['created_at', 'response_tweet_id'] as const;

export type TwcsColumn = (typeof TWCS_REQUIRED)[number] | (typeof TWCS_OPTIONAL)[number];

/** Returns the index of each column, from 0, or -1. */
export function twcsFields(columns: readonly string[]): Record<TwcsColumn, number> {
  const names = columns.map((column) => column.toLowerCase());
  const fields = [...TWCS_REQUIRED, ...TWCS_OPTIONAL].map((name) => [name, names.indexOf(name)]);
  return Object.fromEntries(fields) as Record<TwcsColumn, number>;
}
