/** Finds names that a dialogue introduces, as in "my name is …". Any capitalized word in a name's place is masked. */
const NAME = String.raw`\p{Lu}[\p{L}'’-]{1,30}`;
const FULL_NAME = String.raw`${NAME}(?:[ \t]+(?:\p{Lu}\.|${NAME})){0,2}`;
const ANY_NAME = String.raw`\p{L}[\p{L}'’-]{1,30}(?:[ \t]+${NAME}){0,2}`;

const insensitive = (phrase: string): string =>
  phrase.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const STATED = [
  'my name is',
  "my name's",
  'my name’s',
  'name is',
  'under the name of',
  'under the name',
  'in the name of',
  'named',
];
const LIKELY = [
  'this is',
  "i'm",
  'i’m',
  'i am',
  'call me',
  'reservation for',
  'booking for',
  'booked for',
  'speaking with',
  'on behalf of',
  'name:',
];
const ADDRESSED = [
  'hi',
  'hello',
  'hey',
  'dear',
  'thanks',
  'thank you',
  'welcome',
  'sorry',
  'bye',
  'goodbye',
  'good morning',
  'good afternoon',
  'good evening',
  'regards',
];

const among = (phrases: readonly string[]): string => `(?:${phrases.map(insensitive).join('|')})`;

const PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}])${among(STATED)}\s+(${ANY_NAME})`, 'gu'),
  new RegExp(
    String.raw`(?<![\p{L}])${insensitive('this is')}\s+(${ANY_NAME})\s+${among(['speaking', 'calling'])}(?![\p{L}])`,
    'gu',
  ),
  new RegExp(String.raw`(?<![\p{L}])${among(LIKELY)}\s+(${FULL_NAME})`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}])(?:M[rRsS]s?|Miss|Mrs|Dr|Prof)\.?\s+(${FULL_NAME})`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}])${among(ADDRESSED)}[ ,]+(${FULL_NAME})(?=\s*(?:[,.!?:;]|$))`, 'gu'),
  new RegExp(String.raw`(?:^|\s)[-–—~^/*]\s?(${NAME})\s*$`, 'gu'),
];

const NO_NAMES = new Set(
  (
    "i'm i’m i'd i'll i've it's that's called " +
    'a all also am an and anyone anything are at but can could do everyone everybody folks for friend from god good great guys ' +
    'have hello help here hi how i if in is it just let looking madam maam my need no not now of ok okay on or our please sir so some ' +
    'someone sorry sure team thank thanks that the then there this to tomorrow trying very we welcome what when where which will with yes ' +
    'you your again support customer mr mrs ms miss dr prof needed required wrong correct missing listed spelled under monday tuesday wednesday thursday friday saturday sunday january february march april may june ' +
    'july august september october november december'
  ).split(' '),
);

function partsOf(name: string): string[] {
  return name
    .split(/\s+/)
    .filter((part) => part.length > 1 && !part.endsWith('.') && !NO_NAMES.has(part.toLowerCase()));
}

const ASKS_NAME = /(?<![\p{L}])(?:sur)?name(?:s)?(?![\p{L}])/iu;
const NAME_ALONE = new RegExp(
  String.raw`^\s*(?:[iI]t(?:['’]s| is)\s+|[iI](?:['’]m| am)\s+)?(${FULL_NAME}|\p{L}[\p{L}'’-]{1,30}(?:[ \t]+\p{L}[\p{L}'’-]{1,30}){1,2})\s*[.!]?\s*$`,
  'u',
);

export function introducedNames(texts: readonly string[]): string[] {
  const names = new Set<string>();
  const take = (name: string): void => {
    // "My name is not important": no name follows such a first word.
    const [first] = name.split(/\s+/);
    if (NO_NAMES.has(first.toLowerCase())) return;
    for (const part of partsOf(name)) names.add(part);
  };
  for (const [at, text] of texts.entries()) {
    for (const pattern of PATTERNS) for (const [, name] of text.matchAll(pattern)) take(name);
    const [, answered] = (ASKS_NAME.test(texts[at - 1] ?? '') && NAME_ALONE.exec(text)) || [];
    if (answered) take(answered);
  }
  return [...names].sort((left, right) => (left < right ? -1 : 1));
}
