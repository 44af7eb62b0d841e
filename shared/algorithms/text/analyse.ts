import winkModel from 'wink-eng-lite-web-model';
import winkNlp, { type ItsFunction } from 'wink-nlp';
import { analyseIn } from './analyse-in.ts';
import type { AnalysedUtterance, Writing } from './analysed.ts';
import { findCues } from './find-cues.ts';
import { type Token, tokenise } from './tokenise.ts';

/**
 * From a text to lemmas, words and cues, with wink-nlp's English model for parts of speech and lemmas.
 *
 * The model remembers every token it has never seen, and lemmatises later words by what it remembers: its answers
 * would depend on what it read before, and its memory would grow with the corpus. So it is shown known words only, in
 * lower case, and a stand-in of the same form for the others. It stays as it was loaded: the same text gives the same
 * result in any order and in any thread.
 */
export interface Analyser {
  /**
   * Pure: depends on text and language alone. Time is linear in the text up to a fixed length, then constant.
   * @param language a code such as "pt"; English by default. Only English has parts of speech and lemmas
   */
  analyse(text: string, language?: string): AnalysedUtterance;
}

/** Parts of speech whose lemmas may become tags. */
const CONTENT = new Set(['NOUN', 'VERB', 'ADJ', 'PROPN']);

/** Known words that replace unknown ones, by ending. The rest count as nouns, as in the model itself. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/ing$/, 'walking'],
  [/ed$/, 'walked'],
  [/ly$/, 'slowly'],
  [/(?:able|ible|ous|ful|less|ary|est|ier)$/, 'useful'],
  [/s$/, 'tables'],
];
const NOUN_STAND_IN = 'table';
const NUMBER_STAND_IN = '3';

/** The model writes these in a spelling that few readers would take for right. */
const RESPELLED: ReadonlyMap<string, string> = new Map([
  ['cancelation', 'cancellation'],
  ['cancelations', 'cancellation'],
  ['datum', 'data'],
  ['application', 'app'],
  ['trivium', 'trivia'],
]);

/**
 * Words that never become a tag though the model may take them for content: cues are tags of their own, greetings and
 * forms of address open any turn, and the rest are auxiliaries and contractions without their apostrophe. Words that
 * merely say little ("want", "thing") stay: leaving them out cost 0.6 points of act F1; their score ranks them.
 */
const NEVER_TAGS = new Set(
  (
    'thank thanks thx ty thankyou yes yeah yep yup yea yah ya no nope nah not ok okay okey hi hey hello hmm um uh oh ' +
    'please pls plz am pm be have do will would shall should might sir madam maam ' +
    'im ive id ill dont according cant didnt doesnt isnt wont gonna wanna others everything something anything'
  ).split(' '),
);

/** Stop words of the model that matter in support: "your name", "the amount", "a missed call". */
const STOPS_THAT_TELL = new Set(['name', 'amount', 'call', 'move', 'show', 'empty', 'bottom', 'front']);

/** Loads the model (about 0.1 s and 60 MB); make one per thread and keep it. */
export function createAnalyser(): Analyser {
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
    analyse(text, language = 'en') {
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
        // A contraction is several tokens of the model; they are followed by their length.
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

/** An unknown word without its plural s; names, which are capitalized, keep theirs. */
function singular(written: string): string {
  return /^\p{Ll}.*[^aious\W]s$/u.test(written) ? written.slice(0, -1) : written.toLowerCase();
}

/** A lemma as a tag, or null if it cannot be a tag. */
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

/** One plain occurrence outweighs a name, and a name an unknown. */
function rank(writing: Writing): number {
  return writing === 'plain' ? 2 : writing === 'name' ? 1 : 0;
}
