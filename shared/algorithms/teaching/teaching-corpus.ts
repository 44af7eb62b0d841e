import { CUE_RULES } from '../moves/cues/cue-rules.ts';
import { createMovesCorpus, type MovesCorpus, type SpokenRound } from '../moves/moves-corpus.ts';
import { MAX_CHARACTERS } from '../text/tokenise.ts';
import { SURFACE_RULES, TONE_RULES } from './tone-rules.ts';

/** A corpus of moves, with the signs in each turn. */
export interface TeachingCorpus {
  readonly moves: MovesCorpus;
  /** By turn: cues of its sentences, its tone, its form. */
  readonly signs: readonly RoundSigns[];
}

interface RoundSigns {
  /** Signs of the whole turn; adjacent turns see them too. */
  readonly all: readonly string[];
  /** Signs of its first and last sentence. */
  readonly ends: readonly string[];
  readonly form: readonly string[];
}

export function createTeachingCorpus() {
  const moves = createMovesCorpus();
  const surfaces: string[][] = [];
  const places: number[] = [];
  return {
    add(rounds: readonly SpokenRound[]): void {
      moves.add(rounds);
      for (const [place, { texts }] of rounds.entries()) {
        surfaces.push(surfaceOf(texts));
        places.push(place);
      }
    },
    finish(): TeachingCorpus {
      const corpus = moves.finish();
      return {
        moves: corpus,
        signs: surfaces.map((surface, round) => signsOf(corpus, round, surface, places[round])),
      };
    },
  };
}

function surfaceOf(texts: readonly string[]): string[] {
  const read = texts.map((text) => text.slice(0, MAX_CHARACTERS)).join(' ');
  const seen = SURFACE_RULES.filter(({ sign }) => sign.test(read)).map(({ name }) => name);
  const accounts = Math.min(3, read.match(/@\w/gu)?.length ?? 0);
  return [...seen, `accounts ${accounts}`, `messages ${Math.min(3, texts.length)}`];
}

function signsOf(corpus: MovesCorpus, round: number, surface: readonly string[], place: number): RoundSigns {
  // Cues and tones are for English; in other languages only the words count.
  const isEnglish = corpus.languages[round] === 'en';
  const rules = isEnglish ? [...CUE_RULES[corpus.roles[round]], ...TONE_RULES] : [];
  const sentences = corpus.sentences[round].map(({ words }) => {
    const text = words.join(' ');
    return rules.filter(({ cue }) => cue.test(text)).map(({ name }) => name);
  });
  const words = corpus.sentences[round].flatMap((sentence) => sentence.words);
  const masked = new Set(words.filter((word) => word === '?' || word.startsWith('<')));
  const often = TONE_RULES.filter(
    ({ name }) => sentences.filter((said) => said.includes(name)).length > 1,
  ).map(({ name }) => `often ${name}`);
  return {
    all: [...new Set([...sentences.flat(), ...often, ...surface, ...masked])],
    ends: [
      ...(sentences[0] ?? []).map((name) => `first ${name}`),
      ...(sentences.at(-1) ?? []).map((name) => `last ${name}`),
      ...(corpus.sentences[round].at(-1)?.words.includes('?') ? ['last ?'] : []),
    ],
    form: [
      `words ${Math.min(6, Math.floor(Math.log2(words.length + 1)))}`,
      `sentences ${Math.min(4, corpus.sentences[round].length)}`,
      `place ${Math.min(4, place)}`,
      ...(corpus.foreign[round] === 1 ? ['other language'] : []),
    ],
  };
}
