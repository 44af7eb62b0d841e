import type { FlowSlot } from '../../../domain/flow.ts';

/** Finds slot values in the user's text by type and examples, without a model and without learning. */

export const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = new RegExp(`\\b(?:\\d+(?:[.,]\\d+)?|${NUMBER_WORDS.join('|')})\\b`, 'gi');
const INTEGER = new RegExp(
  `#?\\b(?:\\d{1,}|${NUMBER_WORDS.join('|')})\\b(?!\\s*(?:am|pm|a\\.m|p\\.m|o'?clock|:))`,
  'gi',
);
const TIME =
  /\b(?:\d{1,2}(?::\d{2})?\s*(?:am|pm|a\.m\.?|p\.m\.?|o'?clock)|\d{1,2}:\d{2}|noon|midnight|midday|(?:right )?now|asap|as soon as possible|immediately|in the (?:morning|afternoon|evening)|tonight|(?:in|after) (?:an? |\d+ )(?:hours?|minutes?))(?![\p{L}\d])/giu;
const DATE =
  /\b(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|mon|tues?|wed|thurs?|fri|today|tomorrow|tonight|(?:this|next) (?:week(?:end)?|month)|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*(?:,? \d{4})?|\d{1,2}(?:st|nd|rd|th)|\d{1,4}[/-]\d{1,2}(?:[/-]\d{2,4})?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)(?![\p{L}\d])/giu;
const NAMED =
  /\b(?:(?:[Mm]y|[Tt]he|[Oo]ur) (?:full )?name(?:'s| is)?(?: under)?|[Nn]ame(?:'s| is|:)|[Ii] am|[Ii]'?m|[Tt]his is|[Ii]t'?s|[Cc]all me|[Uu]nder|[Ss]peaking)\s+([A-Z][\p{L}'-]+(?:\s+[A-Z][\p{L}'-]+)*)/u;
export const BARE_NAME =
  /^(?:(?:hi|hello|sure|yes|yeah|ok|okay|of course)[,!. ]+)?([A-Z][\p{L}'-]+(?:\s+[A-Z][\p{L}'-]+){0,2})[.!]?$/u;
const FIRST_NAME =
  /^(?:(?:hi|hello|sure|yes|yeah|ok|okay|of course)[,!. ]+)*([A-Z][\p{L}'-]+(?:\s+[A-Z][\p{L}'-]+){1,2})(?=[,.;!]|\s+[\p{Ll}\d])/u;
const NOT_A_NAME =
  /^(?:i|hi|hello|hey|yes|yeah|no|nope|ok|okay|sure|thanks|thank|great|perfect|good|bye|what|when|where|how|looking|trying|sorry|the|a|an|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/i;

const PLACE = String.raw`((?:the )?(?:[A-Z][\p{L}'-]*|\d+(?:st|nd|rd|th))(?: (?:and|&|on|of|the|[A-Z][\p{L}'-]*|\d+(?:st|nd|rd|th)))*|the (?:airport|hospital|university|station|mall|museum|hotel|beach|park|library|zoo)|(?:airport|hospital|university))`;
const FROM = new RegExp(
  String.raw`\b(?:[Ff]rom|[Ll]eaving|[Aa]t|[Dd]eparting|I'?m (?:in|at|on)|starting (?:at|from)) ['"]?${PLACE}`,
  'u',
);
const TO = new RegExp(String.raw`\b(?:[Tt]o|towards|[Dd]estination is|reach) ['"]?${PLACE}`, 'u');
const FROM_WORDS = 'from|leaving|departing|departs?|at';
const TO_WORDS = 'to|towards|into|reach|destination is';
const IN = new RegExp(String.raw`\b(?:in|for|at|near|around) ${PLACE}`, 'u');

/** Returns the end of a trip that a slot's name means; null if it means none. */
export const endOfTrip = (name: string): 'from' | 'to' | null =>
  /departure|origin/.test(name) ? 'from' : /destination|arrival/.test(name) ? 'to' : null;

/** Returns the values in a user's text, in order. The slot's name distinguishes where a trip begins and ends. */
export function findValues(
  { type, examples }: Pick<FlowSlot, 'type' | 'examples'>,
  text: string,
  name = '',
): string[] {
  switch (type) {
    case 'categorical': {
      const named = examples.filter((example) => mentions(text, example));
      const end = endOfTrip(name);
      if (end === null || named.length === 0) return named;
      const role = end === 'from' ? FROM_WORDS : TO_WORDS;
      const after = (words: string, value: string): boolean =>
        new RegExp(`\\b(?:${words}) (?:the )?${escaped(value)}`, 'i').test(text);
      const own = named.filter((value) => after(role, value));
      const other = role === FROM_WORDS ? TO_WORDS : FROM_WORDS;
      return own.length > 0 ? own : named.filter((value) => !after(other, value));
    }
    case 'integer':
      return text.match(INTEGER) ?? [];
    case 'number':
      return text.match(NUMBER) ?? [];
    case 'time':
      return text.match(TIME) ?? [];
    case 'date':
      return text.match(DATE) ?? [];
    case 'name': {
      const found = NAMED.exec(text)?.[1] ?? BARE_NAME.exec(text.trim())?.[1];
      return found !== undefined && !NOT_A_NAME.test(found) ? [found] : [];
    }
    case 'string': {
      const end = endOfTrip(name);
      const pattern =
        end === 'from' ? FROM : end === 'to' ? TO : /location|city|place/.test(name) ? IN : null;
      const found = pattern?.exec(text)?.[1];
      return found === undefined ? [] : [found];
    }
    default:
      return [];
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function firstName(answer: string): string | undefined {
  const found = FIRST_NAME.exec(answer.trim())?.[1];
  return found !== undefined && NOT_A_NAME.test(found) ? undefined : found;
}

/** True if the text has the value, or the word that distinguishes it ("Hilton" of "Hilton Hotel"). */
export function mentions(text: string, value: string): boolean {
  const said = ` ${plain(text)} `;
  const whole = plain(value);
  if (said.includes(` ${whole} `)) return true;
  const [first = '', ...rest] = whole.split(' ');
  // "Driving" also matches "drive" and "driven".
  if (rest.length === 0) return /ing$/.test(first) && said.includes(` ${first.slice(0, -3)}`);
  if (/^(?:the|dr|mr|ms)$/.test(first)) return said.includes(` ${rest.join(' ')} `);
  return first.length >= 4 && said.includes(` ${first} `);
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words by which a message corrects what it said before: "8 pm, no wait, 7:30 pm". */
const CORRECTS_ITSELF =
  /(?<=[\p{L}\p{N}])[,.;!]*\s+(?:(?:oh|ah|um+|er|hm+)[,. ]+)?(?:no[,. ]+(?:wait|sorry|actually|i mean|make (?:it|that))|wait|sorry|i mean|or rather|correction)\b[,.:!]*\s+(?=\S)|(?<=[\p{L}\p{N}]),\s*no,\s*(?=\S)/giu;
const SAYS_NOTHING = /^\W*(?:(?:no|oh|ah|ok(?:ay)?|well|um+|er|hm+|yes|yeah|i'?m|please)\b\W*)*$/i;
/** Matches a message that first says what is not wanted: "not Friday, Saturday". */
const REJECTS = /^(?<before>(?:no[,.! ]+)?not\s[^,.;!]{1,40}?)(?:,\s*|\s+but\s+)(?=\S)/i;
/** Splits a message that corrects itself into the valid and the corrected part; null if it corrects nothing. */
export function correctedIn(
  text: string,
): { readonly before: string; readonly after: string; readonly isRejected: boolean } | null {
  const last = [...text.matchAll(CORRECTS_ITSELF)].at(-1);
  if (last && !SAYS_NOTHING.test(text.slice(0, last.index)))
    return {
      before: text.slice(0, last.index),
      after: text.slice(last.index + last[0].length),
      isRejected: false,
    };
  const rejects = REJECTS.exec(text);
  if (!rejects?.groups?.before) return null;
  return { before: rejects.groups.before, after: text.slice(rejects[0].length), isRejected: true };
}

/** Matches words of a user who does not know, which is neither yes nor no. */
export const UNSURE =
  /\b(?:not sure|unsure|no idea|no clue|dunno|(?:don'?t|do not|can'?t|cannot|can not) (?:really |actually )?(?:know|remember|recall|say))\b/i;

const UNKNOWN =
  /\b(?:do(?:n'?t| not) (?:know|remember|have|recall)|can'?t (?:remember|recall|find|seem|think of)|cannot (?:remember|recall|think of)|forg[oe]t(?:ten)?|not sure|no idea|lost (?:my|it)|don'?t (?:really )?(?:know|remember)|unable to (?:remember|recall)|idk|dunno|i give up|skip|stumped|no clue)\b/i;

/** True for a text such as "I don't remember it": the user has no value. */
export const hasNoValue = (text: string): boolean => UNKNOWN.test(text.replaceAll('’', "'"));

const GREETING = /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|hiya|howdy|yo)\b/i;
export const onlyGreets = (text: string): boolean => {
  const trimmed = text.trim();
  if (!GREETING.test(trimmed)) return false;
  return (
    trimmed
      .replace(GREETING, '')
      .replaceAll(/\b(?:there|hi|hello|how are you(?: doing)?(?: today)?)\b/gi, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, '').length <= 6
  );
};

const FAREWELL =
  /\b(?:bye|that(?:'?s| is| will be|'?ll be| was| would be) (?:all|it|everything)|nothing else|no more|all set|all i need(?:ed)?|goodbye|good bye|see (?:you|ya)|farewell|have a (?:great|good|nice) (?:day|one|night|evening|weekend)|take care|good ?night|cya)\b/i;
export const saysFarewell = (text: string): boolean => FAREWELL.test(text);

/** Returns a pattern for messages that have one of the phrases and otherwise only courtesies. */
function wholeMessage(phrases: string): string {
  const polite = `(?:ok|okay|no|well|oh|so|then|thanks|thank you|thx|please|now|all right|alright|sorry|just|that.?s (?:all|it))`;
  const rest = `(?:[^a-z0-9]+(?:${polite}|${phrases}))*`;
  return `^[^a-z0-9]*(?:${polite}[^a-z0-9]+)*(?:${phrases})${rest}[^a-z0-9]*$`;
}

const GOODBYES = [
  '(?:good ?)?bye(?:[ -]?bye)?|see (?:you|ya)(?: later| soon)?|good ?night|(?:have a|a) (?:nice|good|great) (?:day|evening|one)',
  'i(?: have|.?ve)? (?:got to|gotta|need to|must|have to) go|i(?:.?ll| will) call (?:back|again)(?: later)?',
].join('|');
const GIVES_UP =
  'forget (?:about )?it|never ?mind|cancel(?: (?:it|that|this|everything|all of it))?|stop|quit|exit|i give up';

/** Matches a message that ends the conversation, even if a question is open. Works in JavaScript and Python. */
export const LEAVES = wholeMessage(`${GOODBYES}|${GIVES_UP}`);
const GOODBYE = new RegExp(wholeMessage(GOODBYES), 'i');
export const onlySaysGoodbye = (text: string): boolean => GOODBYE.test(text);

const THANKS =
  /\b(?:thanks?|thank you|thx|ty|cheers|appreciate|great|perfect|awesome|wonderful|excellent|cool|ok(?:ay)?|nice|good)\b/i;
export const isContent = (text: string): boolean => THANKS.test(text);

const NO =
  /^(?:(?:oh|um|uh|well|ok|okay|actually|hmm|great|thanks|thank you)[,.! ]+)*(?:no|nope|nah|not? (?:really|now|today|thanks?|thank)|never ?mind|that(?:'s|s| is| will be| would be) (?:all|it|everything)|nothing|i'm good|im good|i am good|all (?:good|set|done))\b/i;
const YES =
  /\b(?:next|continue|go on|keep going|then what|ready|got it|understood|yes|yeah|yep|yup|yea|sure|ok(?:ay)?|please|of course|absolutely|definitely|go ahead|book it|sounds (?:good|great)|do it|that works|perfect|confirm(?:ed)?|great|correct|alright|proceed|fine)\b/i;
const DECLINES = /\b(?:no|nope|nah|don'?t|not|never ?mind|cancel)\b/i;
const WANTS_OTHER = /\b(?:instead|different|another|other|change|actually|rather)\b/i;
const REFUSES = new RegExp(`${DECLINES.source}|${WANTS_OTHER.source}`, 'i');

const CANCEL = /\bcancel\b/gi;
const OFFERS_CANCEL = /\bcancel\b[^.!?]*\?/i;

/**
 * Returns the answer to a yes/no question; null if unclear. The wording of the question matters: someone who wants a
 * change agrees to "Would you like to change it?", and "Please cancel it" agrees to "Do you want to cancel?"
 */
export function answerOf(text: string, question = ''): 'yes' | 'no' | null {
  const said = text.trim().replaceAll('’', "'");
  if (NO.test(said)) return 'no';
  const withoutCancel = said.replaceAll(CANCEL, ' ');
  if (OFFERS_CANCEL.test(question) && withoutCancel !== said && !DECLINES.test(withoutCancel)) return 'yes';
  if (WANTS_OTHER.test(question) && WANTS_OTHER.test(said) && !DECLINES.test(said)) return 'yes';
  if (YES.test(said) && !REFUSES.test(said.replace(/^.*?\b(?:yes|yeah|yep|sure)\b/i, ''))) return 'yes';
  return REFUSES.test(said) ? 'no' : null;
}
