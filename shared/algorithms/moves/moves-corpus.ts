import type { Role } from '#shared/domain/dialogue.ts';
import { dialogueLanguage } from '../text/dialogue-language.ts';
import { detectLanguage } from '../text/language.ts';
import { MAX_CHARACTERS } from '../text/tokenise.ts';
import { maskedWords, readableText, spokenPart } from './mask.ts';

export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** The maximum number of sentences of a turn to read. */
const MAX_SENTENCES = 40;

/** Matches punctuation and white space, line ends, dashes, emoji, or the start of a new clause. */
const BOUNDARY =
  /[.!?…]{1,10}["')\]]{0,2}(?=\s|$)|[。！？；]{1,10}|؟|[.!?…]{1,10}(?=\p{Lu})|\n+|;(?=\s)|\s[-–—]+\s|\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\u{200d}){0,20}|,(?=\s+(?:but|so|please|can you|could you)\b)/gu;

/** Returns the sentences of a turn's messages. Positions count in the texts joined by line ends. */
export function sentencesOf(texts: readonly string[], language = 'en'): Sentence[] {
  const sentences: Sentence[] = [];
  let offset = 0;
  for (const text of texts) {
    const read = readableText(text.slice(0, MAX_CHARACTERS));
    const { start, end } = spokenPart(read);
    const spoken = read.slice(start, end);
    let from = 0;
    const add = (to: number): void => {
      const piece = spoken.slice(from, to);
      const words = sentences.length < MAX_SENTENCES ? maskedWords(piece, language) : [];
      const last = sentences.at(-1);
      if (last && words.length > 0 && words.every((word) => word === '<link>' || word === '?')) {
        // A link belongs to the text that announces it.
        sentences[sentences.length - 1] = {
          start: last.start,
          end: offset + start + from + piece.trimEnd().length,
          words: [...last.words, ...words],
        };
      } else if (words.some((word) => word !== '?')) {
        const lead = piece.length - piece.trimStart().length;
        sentences.push({
          start: offset + start + from + lead,
          end: offset + start + from + piece.trimEnd().length,
          words,
        });
      }
      from = to;
    };
    for (const match of spoken.matchAll(BOUNDARY)) add(match.index + match[0].length);
    add(spoken.length);
    offset += text.length + 1;
  }
  return sentences;
}

export interface SpokenTurn {
  readonly role: Role;
  readonly texts: readonly string[];
}

export interface MovesCorpus {
  readonly roles: readonly Role[];
  readonly dialogues: Int32Array;
  /** Empty if the turn has no text or its language is too rare. */
  readonly sentences: readonly (readonly Sentence[])[];
  readonly languages: readonly string[];
  /** 1 if the turn's language is too rare to have moves. */
  readonly foreign: Uint8Array;
}

/** The least number, and the least share, of dialogues for a language to have moves. */
const LEAST_DIALOGUES = 3;
const LEAST_SHARE = 0.05;
/** The language of a turn in an English dialogue whose language is unknown. */
const UNKNOWN = 'und';

interface CorpusOptions {
  readonly language?: string;
}

/**
 * Collects turns and detects the language of each dialogue. Dialogues in rare languages are set apart. Undetected ones
 * count as the most common language.
 */
export function createMovesCorpus({ language }: CorpusOptions = {}) {
  const roles: Role[] = [];
  const dialogues: number[] = [];
  const sentences: Sentence[][] = [];
  /** Null if the language is unknown. */
  const codes: (string | null)[] = [];
  const waiting = new Map<number, readonly string[]>();
  const counts = new Map<string, number>();
  let dialogueCount = 0;
  const known = new Map<string, string>();
  const only = (word: string): string => {
    const before = known.get(word);
    if (before === undefined) known.set(word, word);
    return before ?? word;
  };
  const read = (texts: readonly string[], code?: string): Sentence[] =>
    sentencesOf(texts, code).map(({ start, end, words }) => ({ start, end, words: words.map(only) }));
  return {
    add(turns: readonly SpokenTurn[]): void {
      const all = turns.flatMap(({ texts }) => texts);
      const code = language ?? dialogueLanguage(all);
      if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
      const isMixed = language === undefined && (code === 'en' || code === null);
      for (const { role, texts } of turns) {
        const own = (isMixed ? languageApart(texts) : null) ?? code;
        if (own !== 'en') waiting.set(roles.length, texts);
        roles.push(role);
        dialogues.push(dialogueCount);
        codes.push(own);
        sentences.push(own === 'en' ? read(texts) : []);
      }
      dialogueCount++;
    },
    finish(): MovesCorpus {
      const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const [main = 'en'] = ranked[0] ?? [];
      const least = Math.max(LEAST_DIALOGUES, LEAST_SHARE * dialogueCount);
      const spoken = new Set([main, ...ranked.flatMap(([code, count]) => (count >= least ? [code] : []))]);
      const languages = codes.map((code) => code ?? main);
      const foreign = Uint8Array.from(languages, (code) => (spoken.has(code) ? 0 : 1));
      for (const [turn, texts] of waiting)
        sentences[turn] = foreign[turn] === 1 ? [] : read(texts, languages[turn]);
      for (const [turn, code] of languages.entries())
        if (code === 'en' && foreign[turn] === 1) sentences[turn] = [];
      return { roles, dialogues: Int32Array.from(dialogues), sentences, languages, foreign };
    },
  };
}

export const withOnlyEnglish = (corpus: MovesCorpus): MovesCorpus => ({
  ...corpus,
  foreign: corpus.foreign.map((one, turn) => (corpus.languages[turn] === 'en' ? one : 1)),
});

/** A turn with this many words and no English function word is also checked by n-grams. */
const TELLING_WORDS = 8;

/** Returns the language of a turn in an English dialogue; null if it is English. */
function languageApart(texts: readonly string[]): string | null {
  const { language, evidence } = detectLanguage(texts);
  if (language === 'other') return dialogueLanguage(texts) ?? UNKNOWN;
  if (evidence.words < TELLING_WORDS || evidence.englishShare > 0) return null;
  const guessed = dialogueLanguage(texts);
  return guessed === 'en' ? null : guessed;
}
