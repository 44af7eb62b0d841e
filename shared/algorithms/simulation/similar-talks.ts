import type { Role } from '../../domain/dialogue.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';

export interface ComparedTalk {
  readonly user: string;
  readonly userTags: readonly string[];
  readonly system: string;
  readonly systemTags: readonly string[];
  readonly earlier: string;
  /** All text that shows what the conversation is about. */
  readonly matter: string;
}

export interface SaidTurn {
  readonly role: Role;
  readonly text: string;
  readonly tags: readonly string[];
}

/**
 * Returns a conversation up to the customer's last turn. `whole` is the text of the whole dialogue.
 * Without `whole`, only the customer's text counts: a wrong answer of the agent must not attract more of the same.
 */
export function talkOf(turns: readonly SaidTurn[], whole: string | null = null): ComparedTalk {
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const before = turns.slice(0, Math.max(0, last));
  const system = before.findLast(({ role }) => role === 'system');
  return {
    user: turns[last]?.text ?? '',
    userTags: turns[last]?.tags ?? [],
    system: system?.text ?? '',
    systemTags: system?.tags ?? [],
    earlier: before.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join(' '),
    matter: whole ?? turns.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join(' '),
  };
}

/** 0 … 1 in several respects. The matter is relative to the most similar conversations. */
export type TalkLikeness = { readonly [Part in keyof ComparedTalk]: number };

const ABOUT_THE_SAME = { share: 0.1, most: 10 } as const;

export function compareTalks(talks: readonly ComparedTalk[], talk: ComparedTalk): TalkLikeness[] {
  const inWords = (part: 'user' | 'system' | 'earlier' | 'matter') =>
    cosines(
      talks.map((one) => one[part]),
      talk[part],
    );
  const [user, system, earlier] = [inWords('user'), inWords('system'), inWords('earlier')];
  const matter = relativeToBest(inWords('matter'));
  return talks.map((one, at) => ({
    user: user[at],
    system: system[at],
    earlier: earlier[at],
    userTags: overlap(one.userTags, talk.userTags),
    systemTags: overlap(one.systemTags, talk.systemTags),
    matter: matter[at],
  }));
}

export function relativeToBest(values: ArrayLike<number>): Float64Array {
  const all = Float64Array.from(values);
  const { share, most } = ABOUT_THE_SAME;
  const best = all.toSorted().slice(-Math.min(most, Math.ceil(share * all.length)));
  const mean = best.reduce((sum, value) => sum + value, 0) / best.length;
  return all.map((value) => (mean > 0 ? Math.min(1, value / mean) : 1));
}

export const fitOfAnswer = ({ user, userTags, system, systemTags, earlier, matter }: TalkLikeness): number =>
  (user + 0.8 * userTags + 0.3 * system + 0.4 * systemTags + earlier) * (0.25 + 0.75 * matter ** 2);

export const fitOfTags = ({ user, system, systemTags, earlier }: TalkLikeness): number =>
  (user + 0.1) * (0.2 + 0.3 * system + systemTags + earlier);

function overlap(one: readonly string[], other: readonly string[]): number {
  const both = one.filter((tag) => other.includes(tag)).length;
  return both === 0 ? 0 : both / (one.length + other.length - both);
}

const ARRIVED =
  /\bthanks? (?:you )?for (?:sending|your (?:dms?|messages?|e-?mails?))\b|\b(?:reviewing|reviewed|checked|seen|see) your (?:dms?|direct messages?|private messages?|e-?mails?|messages?|forms?|details|information)\b|\b(?:received|got|responded to|replied to|answered) (?:your|the) (?:\w+ )?(?:dms?|direct messages?|private messages?|e-?mails?|forms?|photos?|pictures?|documents?|details|information|number)\b|\b(?:responded|replied|fol+\w+ up) (?:via|by|in|through)\b|\b(?:have|has) been (?:shared|sent|received)\b|\bsent (?:you )?a (?:dm|reply|response)\b|\b(?:number|details|information) (?:you )?(?:provided|sent|gave)\b/i;
const SENT =
  /\b(?:sent|sending|wrote|written|dm(?:['’]?e?d)|messaged|e-?mailed|replied|filled|submitted|contacted|dm|message|form)\b/i;
export const saysItArrived = (text: string): boolean => ARRIVED.test(text);
const NOT_SENT =
  /\?\s*$|\b(?:why|not|never|no|rather|\w+n['’]t|will|i['’]?ll|wait(?:ing)?|your|please (?:answer|reply|write|send))\b/i;
/** A question about a message, an intention or a refusal to write one sends nothing. */
export const saysItWasSent = (text: string): boolean =>
  text.split(/(?<=[.!?,;])\s+|\s+but\s+/i).some((part) => SENT.test(part) && !NOT_SENT.test(part));
const MAILED = /\b(?:e-?mail(?:s|ed|ing)?|forms?|fill(?:ed)? (?:in|out)|submitted)\b/gi;
/** Neither an email nor a form is an answer to a direct message. */
export const wasSentAs = (said: string, answer: string): boolean =>
  saysItWasSent(/\b(?:dms?|direct|private)\b/i.test(answer) ? said.replace(MAILED, '') : said);

export const CLOSING =
  /\b(?:thanks?|thank you|thx|cheers|appreciate\w*|(?:good)?bye|(?:good|nice|great) (?:day|night|evening|weekend|one)|see you|take care)\b/i;
const GOODBYE =
  /\b(?:(?:good)?bye|(?:good|nice|great) (?:day|night|evening|weekend|one)|see you|take care|all the best)\b/i;
export const REFUSAL = /^\W*(?:oh,? )?(?:no|nope|nah|not|never)\b/i;
export const refuses = (text: string): boolean => REFUSAL.test(text);
export const isClosing = (text: string): boolean => CLOSING.test(text);
const GREETING = /^(?:@\w+[\s,]+)*(?:hi|hello|hey|hiya|welcome|good (?:morning|afternoon|evening))\b/i;
export const isGreeting = (text: string): boolean => GREETING.test(text);
const JUST_SENT = /\b(?:sent|dm['’]?e?d|messaged|submitted|filled (?:in|out))\b/i;
const PRAISE =
  /\b(?:fantastic|wonderful|amazing|awesome|excellent|brilliant|lovely|friendly|kind|nicest|best|favou?rite|loved?|kudos|shout ?out)\b/i;
export const isPraise = (text: string): boolean => PRAISE.test(text);
const GLAD =
  /\b(?:(?:glad|happy|pleased|great|good|nice) to (?:hear|know|see)|(?:glad|happy|pleased) (?:that|the|your|you|we|it))\b/i;
const SOLVED =
  /\b(?:works?|worked|working|solved|fixed|resolved|found|arrived|here now|is back|back (?:now|up|on))\b/i;
const NOT_SOLVED = /\b(?:not|never|no|nothing|still|cannot|\w+n['’]t)\b/i;
/** An agent is glad only about good news. */
export const isGladForNoReason = (answer: string, said: string): boolean =>
  GLAD.test(answer) && !PRAISE.test(said) && (!SOLVED.test(said) || NOT_SOLVED.test(said));
const SORRY = /\b(?:sorry|apolog\w+|frustrat\w+)\b/i;
const GOOD_NEWS =
  /\b(?:all (?:is )?(?:good|fine|well)|everything(?:['’]s| is) (?:fine|good|ok(?:ay)?)|praise|compliment)\b/i;
/** An agent is not sorry about good news. */
export const isSorryForNoReason = (answer: string, said: string): boolean =>
  SORRY.test(answer) && (GOOD_NEWS.test(said) || (PRAISE.test(said) && !NOT_SOLVED.test(said)));
const OFFER = /\b(?:any|some)thing else\b|\banything more\b|\b(?:more|further|other) (?:help|questions)\b/i;
const FILLER =
  /^(?:I(?:['’]m| am) (?:glad|happy)|ok(?:ay)?|good|great|glad|happy|thanks?|no problem|you(?:['’]re| are)(?: very)? welcome|sure|perfect|al(?:l )?right|my pleasure|of course|I see|understood)\b/i;
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/);
const onlyOffersHelp = (text: string): boolean =>
  OFFER.test(text) && sentencesOf(text).every((sentence) => OFFER.test(sentence) || FILLER.test(sentence));
const LEAVES =
  /\b(?:that(?:['’]?s| is| was| will be) (?:all|it|everything)|nothing else|never ?mind|forget it|all good)\b|^\W*(?:ok(?:ay)?|great|perfect|al(?:l )?right|good|fine|yes|yeah)\b/i;
/** Goodbyes are only for customers who leave or agree. */
export const leavesTooEarly = (answer: string, said: string): boolean =>
  GOODBYE.test(answer) &&
  sentencesOf(answer).every((sentence) => GOODBYE.test(sentence) || FILLER.test(sentence)) &&
  (said.includes('?') || !(CLOSING.test(said) || refuses(said) || LEAVES.test(said)));
const GOES_ON = /\b(?:still|not|never|nothing|cannot|same (?:thing|problem|error)|\w+n['’]t)\b/i;
/** More help is offered neither for a question nor for bad news. */
export const offersTooEarly = (answer: string, said: string): boolean =>
  onlyOffersHelp(answer) && !CLOSING.test(said) && (said.includes('?') || GOES_ON.test(said));

const BEGINS = /(?:^|[.!?,;:]\s+|\b(?:and|but|so|then|ok|okay|thanks|great)[,.]?\s+)/.source;
const KINDS = [
  {
    asked: new RegExp(
      `${BEGINS}(?:(?:(?:do|can|could) you (?:know|say|tell me) )(?:when|how long)|when(?=\\?)|when (?:will|would|is|are|am|can|could|do|does|did|shall|should|exactly)|what time|(?:roughly |about )?how (?:long|soon|many (?:days|hours|weeks)))\\b[^.!?]*(?:\\?|$)`,
      'i',
    ),
    answered:
      /\d|\[(?:date|time|number)\]|\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|soon|shortly|immediately|right away|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|as soon as)\b/i,
  },
  {
    asked: new RegExp(
      `${BEGINS}how (?:much|expensive)\\b[^.!?]*(?:\\?|$)|\\b(?:is|are) (?:it|that|there|they) (?:for free|free|an? (?:fee|charge|cost))\\b[^.!?]*\\?`,
      'i',
    ),
    answered: /\d|\[(?:amount|number)\]|\b(?:free|costs?|fees?|charges?|price)\b/i,
  },
] as const;
const QUESTION = new RegExp(
  `\\?|${BEGINS}(?:how|why|who|where|what(?:['’]?s|ever)?|when (?:will|is|are|can|do|does)|(?:will|can|could|do|does|did|is|are|should|would) (?:i|you|we|they|it|there|my|the|this|that|somebody|someone))\\b`,
  'i',
);
/** Customers often leave out the question mark. */
export const isQuestion = (text: string): boolean => QUESTION.test(text);
const TELL =
  /\b(?:tell|let) (?!me\b|us\b)(?:\w+ ){1,3}(?:know|manager|boss|team)\b|\b(?:tell|thank) (?:her|him|them)\b|\bpass (?:it|this|that|my|along|on)\b/i;
/** True if the customer wants somebody else to hear it. */
export const asksToTell = (text: string): boolean => TELL.test(text);
const DETAILS = /(?:e-?mails?|numbers?|account|address|info(?:rmation)?|details)/.source;
const REQUESTED = new RegExp(`\\b(?:dms?|messages?|${DETAILS})\\b`, 'i');
const WHAT = /\bwhat (?:\w+ )?(?:do|would|should) (?:you|i) (?:need|send|write|put)\b/i;
const WHAT_FOR = new RegExp(
  `\\b(?:why|rather not|(?:don['’]?t|do not) (?:want|like|wanna)|not going to|without)(?: \\w+){0,5}? (?:dms?|messages?|${DETAILS})\\b`,
  'i',
);
/** True if the customer asks what a request is about. */
export const asksWhat = (text: string): boolean => WHAT.test(text);
/** True if the customer asks what a request is for, or would rather not do it. */
export const asksWhatFor = (text: string): boolean => WHAT_FOR.test(text);
export const namesDetails = (text: string): boolean => new RegExp(`\\b${DETAILS}\\b`, 'i').test(text);
export const isRequest = (text: string): boolean => REQUESTED.test(text) && ASKS_BACK.test(text);
const ASKS_BACK = /\?|\b(?:please|pls|provide|(?:dm|send|tell) (?:us|me)|let (?:us|me) know)\b/i;
/** True if the customer asks for a time or a price, and the answer neither names one nor asks something first. */
export const missesTheQuestion = (answer: string, said: string): boolean =>
  !ASKS_BACK.test(answer) && KINDS.some(({ asked, answered }) => asked.test(said) && !answered.test(answer));
const ASKING = /\?\s*$/;
export const otherForms = (one: string, other: string): number =>
  [CLOSING, PRAISE, JUST_SENT, ASKING].filter((form) => form.test(one) !== form.test(other)).length;

function cosines(texts: readonly string[], asked: string): Float64Array {
  const sets = texts.map(plainWords);
  const own = plainWords(asked);
  const counts = new Map<string, number>();
  for (const words of sets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  // An unknown word has the highest weight.
  const weightOf = (word: string): number =>
    Math.log(1 + (sets.length + 0.5) / ((counts.get(word) ?? 0) + 0.5));
  const lengthOf = (words: ReadonlySet<string>): number => {
    let sum = 0;
    for (const word of words) sum += weightOf(word) ** 2;
    return Math.sqrt(sum);
  };
  const length = lengthOf(own);
  return Float64Array.from(sets, (words) => {
    let shared = 0;
    for (const word of own) if (words.has(word)) shared += weightOf(word) ** 2;
    return shared === 0 ? 0 : shared / (length * lengthOf(words));
  });
}

/** The minimum weight of a conversation about another topic. It counts as missing evidence. */
const LEAST_EVIDENCE = 0.5;

export function evidenceOf(matter: number): { readonly weight: number; readonly most: number } {
  const weight = matter ** 2;
  return { weight, most: Math.max(weight, LEAST_EVIDENCE) };
}

export const NAMES = /@\w+|https?:\/\/\S+/gu;
const CODES = /[\w.+-]+@[\w.-]+|[\p{L}\p{N}-]*\p{N}[\p{L}\p{N}-]*/gu;

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const SPELLED = new RegExp(`\\b(?:(?:${DIGITS.join('|')}|oh)\\b[\\s,-]*){3,}`, 'giu');
/** Writes numbers that are spelled digit by digit as digits. */
export const withDigits = (text: string): string =>
  text.replace(SPELLED, (words) => {
    const digits = words.match(/\p{L}+/gu) ?? [];
    return `${digits.map((word) => Math.max(0, DIGITS.indexOf(word.toLowerCase()))).join('')} `;
  });

export const withoutCodes = (text: string): string => text.replace(CODES, '0');

/** Cached, because the same turns are compared with every turn of a conversation. */
const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, ReadonlySet<string>>();

export function plainWords(text: string): ReadonlySet<string> {
  let words = remembered.get(text);
  if (!words) {
    words = new Set(wordsOf(withoutCodes(text).replace(NAMES, ' ')));
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(text, words);
  }
  return words;
}

const SAME = 0.6;

export function saysTheSame(one: string, other: string, least = SAME): boolean {
  const [left, right] = [plainWords(one), plainWords(other)];
  let common = 0;
  for (const word of left) if (right.has(word)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? one === other : common / all >= least;
}
