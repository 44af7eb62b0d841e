import { CUES, type Cue } from './cues.ts';
import type { Token } from './tokenise.ts';

const THANKS = new Set('thank thanks thankyou thx tnx ty tysm cheers'.split(' '));
const YES = new Set('yes yeah yep yup yea yah'.split(' '));
/** Words that mean yes only at the start of a message. */
const YES_AT_FIRST = new Set('sure correct absolutely definitely certainly exactly right'.split(' '));
const NO = new Set('nope nah'.split(' '));
/**
 * "No" is an answer only if one of these follows, or nothing: "no refund was made" and "no problem" are not
 * answers.
 */
const AFTER_NO = new Set(
  "i i'm i'd i'll i've im it it's its that that's thats this we we're they you you're there there's he she my thank thanks thx not sorry please need".split(
    ' ',
  ),
);
const ASKING = new Set('what when where which who whose whom how why'.split(' '));
const INVERTING = new Set(
  "can could do does did is are am was were will would shall should may might have has had can't couldn't don't doesn't didn't isn't aren't won't wouldn't".split(
    ' ',
  ),
);
const SUBJECT = new Set(
  'i you he she it we they there this that these those the my your our any anyone anything'.split(' '),
);

/** Returns the cues of a message, each at most once, in the order of `CUES`. */
export function findCues(tokens: readonly Token[]): Cue[] {
  const found = new Set<Cue>();
  const lower = tokens.map((token) => token.text.toLowerCase());
  let opens = true;
  let first = true;
  for (let index = 0; index < tokens.length; index++) {
    const { kind } = tokens[index];
    if (kind === 'question-mark') found.add('question');
    if (kind === 'time' || kind === 'price' || kind === 'reference') found.add(kind);
    if (kind === 'day' && !closesAnOffer(tokens, index)) found.add('day');
    if (kind !== 'word') {
      if (kind === 'mark' || kind === 'question-mark') opens = true;
      continue;
    }
    const word = lower[index];
    const next = tokens[index + 1];
    if (THANKS.has(word)) found.add('thanks');
    if (YES.has(word) || (first && YES_AT_FIRST.has(word))) found.add('yes');
    if (NO.has(word)) found.add('no');
    if (word === 'no' && opens && (!next || next.kind === 'mark' || AFTER_NO.has(lower[index + 1])))
      found.add('no');
    if (opens && ASKING.has(word) && next?.kind === 'word' && !exclaims(word, lower[index + 1]))
      found.add('question');
    if (opens && INVERTING.has(word) && next && SUBJECT.has(lower[index + 1]) && !judges(lower, index + 1))
      found.add('question');
    opens = false;
    first = false;
  }
  if (isBareNumber(tokens)) found.add('reference');
  return CUES.filter((cue) => found.has(cue));
}

/** "What a mess" and "What the hell" ask nothing. */
const exclaims = (word: string, next: string | undefined): boolean =>
  word === 'what' && (next === 'a' || next === 'an' || next === 'the');

/** Returns true for a phrase like "is the worst customer service", whose subject was left out before it. */
const judges = (lower: readonly string[], at: number): boolean =>
  lower[at] === 'the' && /^(?:worst|best|most|least|\p{L}{3,}est)$/u.test(lower[at + 1] ?? '');

/** "How can I help you today?" names no day. */
function closesAnOffer(tokens: readonly Token[], index: number): boolean {
  return tokens[index].text.toLowerCase() === 'today' && tokens[index + 1]?.kind === 'question-mark';
}

/** A turn of only a number with four or more digits answers the question for one. */
function isBareNumber(tokens: readonly Token[]): boolean {
  const said = tokens.filter((token) => token.kind !== 'mark');
  return said.length === 1 && said[0].kind === 'number' && /^\d{4,}$/.test(said[0].text);
}
