import { templateSlots } from '../flow-graph.ts';
import type { FlowResult } from '../results.ts';
import { GIVEN } from './follow-flow.ts';

interface ReplyValues {
  /** The latest function result. */
  readonly result: FlowResult | undefined;
  readonly slots: Readonly<Record<string, string | null>>;
  /** Index of the list item to tell: the number of earlier replies of this kind. */
  readonly piece: number;
}

/** Fills a template: `[slot]` is the most similar field of the answer, else the slot; unfilled ones are left out. */
export function fillReply(message: string, values: ReplyValues): string {
  let filled = message;
  for (const name of new Set(templateSlots(message))) {
    const value = valueFor(name, values);
    filled =
      value === undefined
        ? filled.replaceAll(new RegExp(` ?\\[${name}\\]`, 'g'), '')
        : filled.replaceAll(`[${name}]`, () => value);
  }
  return filled.trim();
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== '');

function valueFor(name: string, { result, slots, piece }: ReplyValues): string | undefined {
  const wanted = wordsOf(name);
  let best: unknown;
  let most = 0;
  for (const [key, value] of Object.entries(result ?? {})) {
    if (value === null || value === '' || key === 'APIName') continue;
    const have = wordsOf(key);
    const shared = wanted.filter((word) => have.includes(word)).length;
    const share = (2 * shared) / (wanted.length + have.length);
    if (share > most) [best, most] = [value, share];
  }
  const said = slots[name];
  if (most < 1 && said != null && said !== GIVEN) return said;
  if (most === 0) return undefined;
  if (!Array.isArray(best)) return String(best);
  // A list of steps is told one by one, any other at once.
  return /step|instruction/.test(name) ? String(best[Math.min(piece, best.length - 1)]) : best.join(' and ');
}
