import type { FlowSlot, SlotType } from '../../../domain/flow.ts';
import { mentions } from '../following/slot-values.ts';

type Kind = Pick<FlowSlot, 'type' | 'examples'> & Partial<Pick<FlowSlot, 'message' | 'description'>>;

export interface SlotFit {
  readonly type: SlotType;
  readonly examples: readonly string[];
  readonly isOpen: boolean;
  readonly isPolar: boolean;
  /** True if the answer must contain a digit, as a code does. */
  readonly isCode: boolean;
  readonly digits: number | null;
  /** The maximum number of words of an answer that mentions no example; null for any number. */
  readonly words: number | null;
}

const START = String.raw`(?:^|[.!?;]\s+)(?:(?:hi|hello|hey|wait|sorry|okay|ok|and|but|so|well|first|also|oh|um|please|no|yes|actually)\b[\s,.!-]*)*`;
const VERB = String.raw`(?:\s+[\w-]+){0,3}?(?:\s+(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have)\b|'s\b|'re\b)`;

/** Patterns of answers. They work in JavaScript and Python and ignore case. */
export const FIT_PATTERNS = {
  /** Fits every type if the answer is short, because the user leaves the choice open. */
  any: String.raw`\b(?:any\w*|either|whatever|all|none|don'?t (?:care|mind)|doesn'?t matter|no preference)\b`,
  number: String.raw`(?<!:)\b(?:\d+(?:[.,]\d+)*|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen)\b(?!\s*(?:am|pm|a\.m|p\.m|o'?clock|:))`,
  /** Numbers of one or two digits, years, and clock times and dates without separators. A PIN is none of these. */
  moment: String.raw`(?<!\d)(?:\d{1,2}|(?:1[89]|20)\d\d|[0-2]\d[0-5]\d|\d{6}|\d{8})(?!\d)|\bo'?clock\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|midnight|morning|afternoon|evening|night|tonight|today|tomorrow|now|soon\w*|asap|immediately|next|later|mon(?:days?)?|tue(?:s|sdays?)?|wed(?:nesdays?)?|thu(?:rs|rsdays?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|week\w*|month\w*|year\w*|hours?|minutes?)\b`,
  polar: String.raw`\b(?:yes|yeah|yep|yup|yea|sure|true|correct|right|ok|okay|of course|absolutely|definitely|please|no|nope|nah|not|false|never|don'?t|won'?t|doesn'?t)\b`,
  bare: String.raw`^\W*(?:(?:yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|of course|right|correct|hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?|thank you|great|perfect|fine|please|bye|goodbye|see you|have a (?:nice|good|great) day|that'?s (?:all|it)|never ?mind|cancel|stop|what|huh|pardon|maybe|perhaps|there)\b\W*)+$`,
  noName: String.raw`\d|\b(?:with|or|us|any\w*|either|whatever|none|one|two|three|four|five|six|seven|first|second|third|last|people|next|weeks?|months?|today|tonight|tomorrow|noon|(?:mon|tues|wednes|thurs|fri|satur|sun)day|to|at|for|from|that|this|too|not|very|wait|make|actually|because|why|but|instead|i|you|he|she|we|they|it|need|want|have|has|can'?t|cannot|don'?t|won'?t|already|told|know|are|was|were|would|could|should)\b`,
  nameLead: String.raw`^\W*(?:(?:hi|hello|yes|sure|ok|okay|well)\b\W*)*(?:(?:my|the|our|his|her) (?:\w+ )?name(?:'s| is)|name\s*:|it is|it'?s|this is|i am|i'?m|call me|that is|that'?s|under)\s+`,
  /** A question about the question: "What? Why do you need that?" */
  puzzled: String.raw`^(?=\W*\w)\W*(?:(?:what for|what|huh|why|pardon|come again)\b\W*)*(?:(?:why|what)\s+(?:(?:do|would|did|are)\s+you\s+(?:need|ask|asking|want|mean)|(?:is|does|was)\s+(?:that|this|it))\b[^.!?]*)?\W*$`,
  question: String.raw`${START}(?:(?:what|where|when|who|whose|whom|why|which|how)\b(?!\s+(?:about|if|not|i|you|we|they|he|she|it)\b)(?:${VERB}|(?:[^.!?]|\.\d)*\?)|how (?:much|many|long|far|often|old|come)\b|(?:is|are|was|were|does|did|will|would|should) (?:you|i|we|it|he|she|they|there|this|that|these|those|the|your|my|anyone|any)\b|(?:do|have|has) (?:you|i|we|they|he|she|it)\b|(?:can|could|would|will|may) (?:you|i|we) (?:please )?(?:tell|explain|help|ask|talk|speak|know|repeat|say|show|give me|see|check)\b)`,
} as const;

const PATTERNS = Object.fromEntries(
  Object.entries(FIT_PATTERNS).map(([name, pattern]) => [name, new RegExp(pattern, 'i')]),
) as Readonly<Record<keyof typeof FIT_PATTERNS, RegExp>>;

/** True if a text asks something although an answer was expected. "How about 8 pm?" does propose an answer. */
export const asksBack = (text: string): boolean => PATTERNS.question.test(text.replaceAll('’', "'"));

export const CANNOT_ANSWER = 'I cannot answer that here.';

const OPEN =
  /\b(?:help|assist|do for you|questions?|problems?|issues?|describe|description|details?|happen\w*|wrong|comments?|feedback|explain|reason|request|anything|matter|say)\b/i;
const POLAR_QUESTION = /^(?:is|are|do|does|did|have|has|was|were|will|would|should|any)\b/i;
const NUMBERED = /(?:^|[\s_])(?:number|pin|zip|iban|cvv)$/i;
const isNumberLike = (example: string): boolean =>
  (example.match(/\d/g) ?? []).length * 2 >= (example.match(/[\p{L}\p{N}]/gu) ?? ['']).length;
const digitsOf = (text: string): number => (text.match(/\d/g) ?? []).length;
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const ENOUGH = 3;
const LEAST_DIGITS = 3;

export function fitOf({ type, examples, message, description }: Kind, name = ''): SlotFit {
  const isText = type === 'string' || (type === 'categorical' && examples.length === 0);
  const isCode =
    (isText && (examples.length > 0 ? examples.every(isNumberLike) : NUMBERED.test(name))) ||
    (type === 'integer' &&
      examples.length > 0 &&
      examples.every((example) => digitsOf(example) >= LEAST_DIGITS));
  const counts = new Set(examples.map(digitsOf));
  const [digits = 0] = counts;
  return {
    type: isText ? 'string' : type,
    examples,
    isOpen: isText && OPEN.test(`${message ?? ''} ${description ?? ''} ${name.replaceAll('_', ' ')}`),
    isPolar:
      !isText ||
      POLAR_QUESTION.test((message ?? '').trim()) ||
      examples.some((example) => PATTERNS.bare.test(example)),
    isCode,
    digits:
      isCode && examples.length >= ENOUGH && counts.size === 1 && digits >= LEAST_DIGITS ? digits : null,
    words: isText && examples.length >= ENOUGH ? 3 * Math.max(...examples.map(wordsOf)) + 6 : null,
  };
}

type FittedValue = { readonly value: string } | { readonly why: string };

/** If an answer has more words than this, it does not leave the choice open. */
export const LONGEST_ANY = 8;
export const LONGEST_NAME = 6;
/** At most this many values are listed in a reason. */
export const MOST_LISTED = 8;
/** A value with more characters than this is not repeated in a reason. */
export const LONGEST_QUOTED = 40;

export const toldIn = (text: string, { isOpen }: SlotFit): string =>
  isOpen
    ? text
    : text
        .split(/(?<=[.!?;])\s+/)
        .filter((sentence) => !asksBack(sentence))
        .join(' ');

/** Returns the parts of a text that contain digits, without the words around them. */
export const codesIn = (text: string): readonly string[] =>
  text.match(/[\p{L}\d-]*\d[\p{L}\d-]*(?:[ -]\d[\p{L}\d-]*)*/gu) ?? [];

/** Decides if an answer fits. Does the same as `fit` in the Python that compiled flows run. */
export function fitValue(fit: SlotFit, value: string): FittedValue {
  const { type, examples } = fit;
  const text = value.replaceAll('’', "'").trim();
  const words = wordsOf(text);
  const because = (why: string): FittedValue => ({
    why: text.endsWith('?')
      ? CANNOT_ANSWER
      : `${[...value].length > LONGEST_QUOTED ? 'That' : `"${value}"`} ${why}`,
  });
  const listed = examples.find((one) => one.toLowerCase() === value.toLowerCase());
  if (type === 'categorical' && listed !== undefined) return { value: listed };
  if (PATTERNS.puzzled.test(text) || (!fit.isOpen && PATTERNS.question.test(text)))
    return { why: CANNOT_ANSWER };
  if (type === 'categorical') {
    const named = examples.find((one) => mentions(value, one));
    if (named !== undefined) return { value: named };
  }
  const [clause = ''] = text.split(/[.,;!?]/);
  if (
    type !== 'name' &&
    PATTERNS.any.test(words <= LONGEST_ANY ? text : wordsOf(clause) <= LONGEST_ANY ? clause : '')
  )
    return { value };
  switch (type) {
    case 'categorical':
      return because(
        examples.length > MOST_LISTED ? 'is none of the choices.' : `is none of: ${examples.join(', ')}.`,
      );
    case 'integer':
      if (!PATTERNS.number.test(text)) return because('is not a whole number.');
      break;
    case 'number':
      if (!PATTERNS.number.test(text)) return because('is not a number.');
      break;
    case 'date':
      if (!PATTERNS.moment.test(text)) return because('is not a date.');
      break;
    case 'time':
      if (!PATTERNS.moment.test(text)) return because('is not a time.');
      break;
    case 'boolean':
      if (!PATTERNS.polar.test(text)) return because('is neither yes nor no.');
      break;
    case 'name': {
      const name = text.replace(PATTERNS.nameLead, '');
      if (wordsOf(name) > LONGEST_NAME || PATTERNS.bare.test(name) || PATTERNS.noName.test(name))
        return because('is not a name.');
      break;
    }
    default:
      if (!fit.isPolar && listed === undefined && PATTERNS.bare.test(text))
        return because('does not answer that.');
  }
  if (fit.digits !== null && digitsOf(text) !== fit.digits)
    return because(`does not have ${fit.digits} digits.`);
  if (fit.isCode && digitsOf(text) === 0) return because('has no number in it.');
  if (fit.words !== null && words > fit.words && !examples.some((one) => mentions(text, one)))
    return because('is longer than an answer to that.');
  return { value };
}
