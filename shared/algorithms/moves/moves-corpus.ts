import type { Role } from '#shared/domain/dialogue.ts';
import { detectLanguage, dialogueLanguage } from '../text/language.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** A turn: what one side says before the other side speaks. */
export interface SpokenRound {
  readonly role: Role;
  /** Its messages, in order. */
  readonly texts: readonly string[];
}

/** All turns of a corpus, split into sentences; all data of a turn is at its index. */
export interface MovesCorpus {
  readonly roles: readonly Role[];
  /** The number of the turn's dialogue. */
  readonly dialogues: Int32Array;
  /** Empty if the turn is in a language that is too rare here, or has no text. */
  readonly sentences: readonly (readonly Sentence[])[];
  /** The code of the language of each turn, such as "en". */
  readonly languages: readonly string[];
  /** 1 if the turn is in a language that is too rare here to have moves. */
  readonly foreign: Uint8Array;
}

/** The least number and share of dialogues for a language to have moves. */
const LEAST_DIALOGUES = 3;
const LEAST_SHARE = 0.05;
/** The language of a turn in an English dialogue whose language is unknown. */
const UNKNOWN = 'und';

interface CorpusOptions {
  /** The language used for reading everything; detected if not given. */
  readonly language?: string;
}

/**
 * Collects the turns of a corpus. The language is detected for each dialogue. Dialogues in a language that hardly any
 * other has are set apart, and undetected ones count as the most common language.
 */
export function createMovesCorpus({ language }: CorpusOptions = {}) {
  const roles: Role[] = [];
  const dialogues: number[] = [];
  const sentences: Sentence[][] = [];
  /** Null if nothing tells. */
  const codes: (string | null)[] = [];
  /** Texts that are read once the languages are known. */
  const waiting = new Map<number, readonly string[]>();
  const counts = new Map<string, number>();
  let dialogueCount = 0;
  return {
    add(rounds: readonly SpokenRound[]): void {
      const all = rounds.flatMap(({ texts }) => texts);
      const code = language ?? dialogueLanguage(all);
      if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
      const otherRounds =
        language === undefined && (code === 'en' || code === null) ? roundsApart(all) : null;
      for (const { role, texts } of rounds) {
        const own = otherRounds?.(texts) ?? code;
        if (own !== 'en') waiting.set(roles.length, texts);
        roles.push(role);
        dialogues.push(dialogueCount);
        codes.push(own);
        sentences.push(own === 'en' ? sentencesOf(texts) : []);
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
      for (const [round, texts] of waiting)
        sentences[round] = foreign[round] === 1 ? [] : sentencesOf(texts, languages[round]);
      for (const [round, code] of languages.entries())
        if (code === 'en' && foreign[round] === 1) sentences[round] = [];
      return { roles, dialogues: Int32Array.from(dialogues), sentences, languages, foreign };
    },
  };
}

/** Returns the turns of an English dialogue that are in another language; null for English ones. */
function roundsApart(all: readonly string[]): (texts: readonly string[]) => string | null {
  const whole = detectLanguage(all);
  // Without a word of another language in the dialogue, its turns need no second check.
  if (whole.evidence.otherShare <= 0.1 && whole.evidence.latinShare >= 0.9) return () => null;
  return (texts) =>
    detectLanguage(texts).language === 'other' ? (dialogueLanguage(texts) ?? UNKNOWN) : null;
}
