import winkModel from 'wink-eng-lite-web-model';
import winkNlp, { type ItsFunction } from 'wink-nlp';
import { functionWordsOf, tokeniseIn } from './language.ts';
import { type AnalysedUtterance, CUES, type Cue, type Writing } from './offline-tagger-model.ts';
import { MAX_CHARACTERS, type Token, tokenise } from './tokenise.ts';

const THANKS = new Set('thank thanks thankyou thx tnx ty tysm cheers'.split(' '));
const YES = new Set('yes yeah yep yup yea yah'.split(' '));
/** Words that mean yes only at the start of a message. */
const YES_AT_FIRST = new Set('sure correct absolutely definitely certainly exactly right'.split(' '));
const NO = new Set('nope nah'.split(' '));
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

/** Returns true for exclamations such as "What a mess" and "What the hell", which ask nothing. */
const exclaims = (word: string, next: string | undefined): boolean =>
  word === 'what' && (next === 'a' || next === 'an' || next === 'the');

const judges = (lower: readonly string[], at: number): boolean =>
  lower[at] === 'the' && /^(?:worst|best|most|least|\p{L}{3,}est)$/u.test(lower[at + 1] ?? '');

function closesAnOffer(tokens: readonly Token[], index: number): boolean {
  return tokens[index].text.toLowerCase() === 'today' && tokens[index + 1]?.kind === 'question-mark';
}

/** Returns true for a turn that is only a number of at least four digits, which answers a question for a number. */
function isBareNumber(tokens: readonly Token[]): boolean {
  const said = tokens.filter((token) => token.kind !== 'mark');
  return said.length === 1 && said[0].kind === 'number' && /^\d{4,}$/.test(said[0].text);
}

/** Shorter words are mostly grammar. Chinese words have two characters. */
const LEAST_LETTERS = 4;
const LEAST_SIGNS = 2;
const MOST_LETTERS = 30;

/** Analyzes a message in a language without a part-of-speech tagger: longer words are tags, cues are digits and "?". */
function analyseIn(language: string, text: string): AnalysedUtterance {
  const tokens = tokeniseIn(language, text);
  const grammar = functionWordsOf(language);
  const words = new Set(
    tokens.flatMap(({ kind, text: word }) => (kind === 'word' ? word.toLowerCase() : [])),
  );
  const lemmas = [...words].filter((word) => isContent(word) && grammar?.has(word) !== true);
  return {
    lemmas,
    writings: lemmas.map(() => 'plain'),
    words: [...words],
    cues: findCues(tokens.filter(({ kind }) => kind !== 'word')),
    cut: text.length > MAX_CHARACTERS,
  };
}

function isContent(word: string): boolean {
  const { length } = word;
  if (length > MOST_LETTERS || !/^[\p{L}\p{M}]+$/u.test(word)) return false;
  return length >= (/[\p{Script=Han}\p{Script=Hangul}]/u.test(word) ? LEAST_SIGNS : LEAST_LETTERS);
}

/**
 * Finds lemmas, words and cues with wink-nlp's English model. The same text gives the same result in any order.
 * The model remembers new tokens, which would change later results and use memory.
 * So it gets only known words in lower case; others are replaced by known words of the same form.
 */
export type Analyser = ReturnType<typeof createAnalyser>;

const CONTENT = new Set(['NOUN', 'VERB', 'ADJ', 'PROPN']);

/** They replace unknown words of the same ending. Other endings count as nouns, as in the model. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/ing$/, 'walking'],
  [/ed$/, 'walked'],
  [/ly$/, 'slowly'],
  [/(?:able|ible|ous|ful|less|ary|est|ier)$/, 'useful'],
  [/s$/, 'tables'],
];
const NOUN_STAND_IN = 'table';
const NUMBER_STAND_IN = '3';

/** Spellings that replace the model's, which would look wrong to most readers. */
const RESPELLED: ReadonlyMap<string, string> = new Map([
  ['cancelation', 'cancellation'],
  ['cancelations', 'cancellation'],
  ['datum', 'data'],
  ['application', 'app'],
  ['trivium', 'trivia'],
]);

/**
 * Cues have their own tags, greetings open any turn; the others are auxiliaries and contractions.
 * Words that say little ("want", "thing") stay: removing them cost 0.6 points of act F1.
 */
const NEVER_TAGS = new Set(
  (
    'thank thanks thx ty thankyou yes yeah yep yup yea yah ya no nope nah not ok okay okey hi hey hello hmm um uh oh ' +
    'please pls plz am pm be have do will would shall should might sir madam maam ' +
    'im ive id ill dont according cant didnt doesnt isnt wont gonna wanna others everything something anything'
  ).split(' '),
);

const STOPS_THAT_TELL = new Set(['name', 'amount', 'call', 'move', 'show', 'empty', 'bottom', 'front']);

/** Loads the model (about 0.1 s and 60 MB). Use one per thread. */
export function createAnalyser() {
  const nlp = winkNlp(winkModel, ['pos']);
  const { its } = nlp;
  const probe = nlp.readDoc('');

  const fed = (token: Token): string => {
    if (token.kind === 'mark') return token.text === '\n' ? '.' : token.text;
    if (token.kind === 'question-mark') return '?';
    if (token.kind !== 'word') return NUMBER_STAND_IN;
    const word = token.text.toLowerCase();
    if (!probe.isOOV(word)) return word;
    for (const [ending, standIn] of STAND_INS) if (ending.test(word)) return standIn;
    return NOUN_STAND_IN;
  };

  return {
    /**
     * Depends only on text and language. Linear in the text up to a fixed length.
     * Only English, the default, has parts of speech and lemmas; other codes are as in "pt".
     */
    analyse(text: string, language: string = 'en') {
      if (language !== 'en') return analyseIn(language, text);
      const { tokens, cut } = tokenise(text);
      const shown = tokens.map(fed);
      const document = nlp.readDoc(shown.join(' ')).tokens();
      const values = document.out(its.value) as string[];
      const speech = document.out(its.pos) as string[];
      const lemmas = document.out(its.lemma as ItsFunction<string>) as unknown[];
      const stops = document.out(its.stopWordFlag) as unknown as boolean[];

      const writings = new Map<string, Writing>();
      const words = new Set<string>();
      let sentenceStart = true;
      let position = 0;
      for (let index = 0; index < tokens.length; index++) {
        // The model splits a contraction into several tokens. Their total length tells where it ends.
        const first = position;
        let length = 0;
        while (position < values.length && length < shown[index].length) length += values[position++].length;
        const token = tokens[index];
        if (token.kind !== 'word') {
          if (token.kind === 'question-mark' || (token.kind === 'mark' && /[.!:\n]/.test(token.text)))
            sentenceStart = true;
          continue;
        }
        const word = token.text.toLowerCase();
        words.add(word);
        const known = shown[index] === word;
        if (
          position === first + 1 &&
          (!stops[first] || STOPS_THAT_TELL.has(word)) &&
          CONTENT.has(speech[first])
        ) {
          const lemma = tagLemma(known ? lemmas[first] : singular(token.text));
          if (lemma !== null && !NEVER_TAGS.has(word)) {
            const writing = writingOf(token.text, sentenceStart);
            const before = writings.get(lemma);
            if (before === undefined || rank(writing) > rank(before)) writings.set(lemma, writing);
          }
        }
        sentenceStart = false;
      }
      return {
        lemmas: [...writings.keys()],
        writings: [...writings.values()],
        words: [...words],
        cues: findCues(tokens),
        cut,
      };
    },
  };
}

function singular(written: string): string {
  return /^\p{Ll}.*[^aious\W]s$/u.test(written) ? written.slice(0, -1) : written.toLowerCase();
}

function tagLemma(lemma: unknown): string | null {
  if (typeof lemma !== 'string') return null;
  const plain = (RESPELLED.get(lemma) ?? lemma).toLowerCase().normalize('NFC');
  if (NEVER_TAGS.has(plain)) return null;
  return /^[\p{Script=Latin}\p{M}]{2,30}$/u.test(plain) ? plain : null;
}

function writingOf(text: string, sentenceStart: boolean): Writing {
  if (/^\p{Ll}/u.test(text)) return 'plain';
  return sentenceStart || !/\p{Ll}/u.test(text) ? 'unknown' : 'name';
}

function rank(writing: Writing): number {
  return writing === 'plain' ? 2 : writing === 'name' ? 1 : 0;
}
