import { jsonOfAnswer } from '../generation/read-answer.ts';

/** A judge's verdict for one order. */
export type ReadVerdict =
  | { readonly kind: 'verdict'; readonly says: 'first' | 'second' | 'tie'; readonly reason: string }
  /** The problem, as a sentence. */
  | { readonly kind: 'malformed'; readonly problem: string };

const VERDICTS = ['first', 'second', 'tie'] as const;
const FIELDS = ['reason', 'verdict'];
const LONGEST_REASON = 2000;

const malformed = (problem: string): ReadVerdict => ({ kind: 'malformed', problem });

/**
 * Reads a verdict strictly: one JSON object with `reason` and `verdict`, maybe fenced. Cuts reasons at 2,000
 * characters.
 */
export function readVerdict(answer: string): ReadVerdict {
  const value = jsonOfAnswer(answer);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return malformed('It was not a single JSON object.');
  }
  const other = Object.keys(value).find((key) => !FIELDS.includes(key));
  if (other !== undefined) return malformed('It had other fields than "reason" and "verdict".');
  const { reason, verdict } = value as { reason?: unknown; verdict?: unknown };
  const says = VERDICTS.find((known) => known === verdict);
  if (says === undefined) return malformed('"verdict" was none of "first", "second" and "tie".');
  if (typeof reason !== 'string' || reason.trim() === '') return malformed('"reason" was empty.');
  return { kind: 'verdict', says, reason: reason.trim().slice(0, LONGEST_REASON) };
}
