import { type ChangeEvent, useState } from 'react';
import { formatCount } from '#shared/domain/figure-text.ts';
import { wholeIn } from './run-limits.ts';

/**
 * Holds a whole number within bounds, as it is typed.
 * @returns the number, or null if it is invalid; and the props of the text field
 */
export function useWhole(start: number, least: number, most: number) {
  const [text, setText] = useState(String(start));
  const value = wholeIn(text, least, most);
  const field = {
    inputMode: 'numeric' as const,
    value: text,
    error: value === null ? `A whole number from ${formatCount(least)} to ${formatCount(most)}.` : null,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value),
  };
  return [value, field] as const;
}
