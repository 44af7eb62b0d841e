import type { FlowSlot } from '../../../domain/flow.ts';
import { mentions } from '../following/slot-values.ts';

type Kind = Pick<FlowSlot, 'type' | 'examples'>;

/** Patterns of values by type, and of words that are not names. They work in JavaScript and Python and ignore case. */
export const FIT_PATTERNS = {
  /** Fits every type: the user leaves it open. */
  any: String.raw`\b(?:any\w*|either|whatever|all|none|don'?t (?:care|mind)|doesn'?t matter|no preference)\b`,
  number: String.raw`\b(?:\d+(?:[.,]\d+)*|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen)\b(?!\s*(?:am|pm|a\.m|p\.m|o'?clock|:))`,
  moment: String.raw`\d|\bo'?clock\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|midnight|morning|afternoon|evening|night|tonight|today|tomorrow|now|soon\w*|asap|immediately|next|later|mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|sat\w*|sun\w*|jan\w*|feb\w*|mar\w*|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|week\w*|month\w*|year\w*|hours?|minutes?)\b`,
  noName: String.raw`^\W*(?:[\d:.,/ -]+(?:am|pm|a\.m\.|p\.m\.|o'?clock)?|yes|yeah|no|nope|ok|okay|sure)\W*$`,
} as const;

const ANY = new RegExp(FIT_PATTERNS.any, 'i');
const NUMBER = new RegExp(FIT_PATTERNS.number, 'i');
const MOMENT = new RegExp(FIT_PATTERNS.moment, 'i');
const NO_NAME = new RegExp(FIT_PATTERNS.noName, 'i');

/** True if not every text is a value of the slot. */
export const isFitted = ({ type, examples }: Kind): boolean =>
  type === 'categorical' ? examples.length > 0 : type !== 'string' && type !== 'boolean';

/** Returns the value as the slot takes it, one of a category as it is listed; null if it is none. */
export function fitValue({ type, examples }: Kind, value: string): string | null {
  if (!isFitted({ type, examples })) return value;
  if (type === 'categorical') {
    const listed = examples.find((one) => one.toLowerCase() === value.toLowerCase());
    const named = listed ?? examples.find((one) => mentions(value, one));
    if (named !== undefined) return named;
  }
  const fits =
    ANY.test(value) ||
    (type === 'integer' || type === 'number'
      ? NUMBER.test(value)
      : type === 'date' || type === 'time'
        ? MOMENT.test(value)
        : type === 'name' && !NO_NAME.test(value));
  return fits ? value : null;
}

const KINDS = {
  integer: 'is not a whole number',
  number: 'is not a number',
  date: 'is not a date',
  time: 'is not a time',
  name: 'is not a name',
} as const;
const MOST_LISTED = 8;

/** Returns the reason why a value is asked for again. */
export function misfit({ type, examples }: Kind): string {
  if (type in KINDS) return `${KINDS[type as keyof typeof KINDS]}.`;
  return examples.length > MOST_LISTED ? 'is none of the choices.' : `is none of: ${examples.join(', ')}.`;
}

/** A longer value is not repeated. */
export const LONGEST_QUOTED = 40;

/** Asks again, with the reason. */
export const askAgain = (value: string, why: string, question: string): string =>
  `${value.length > LONGEST_QUOTED ? 'That' : `"${value}"`} ${why} ${question}`;
