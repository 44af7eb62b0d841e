import type { Role } from '#shared/domain/dialogue.ts';
import { detectLanguage } from '../text/language.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** What one side says before the other side speaks. */
export interface SpokenRound {
  readonly role: Role;
  /** Its utterances, in order. */
  readonly texts: readonly string[];
}

/** All rounds of a corpus, cut into sentences; everything of a round is at its index. */
export interface MovesCorpus {
  readonly roles: readonly Role[];
  /** The number of the round's dialogue. */
  readonly dialogues: Int32Array;
  /** Empty where the round is in another language or says nothing. */
  readonly sentences: readonly (readonly Sentence[])[];
  /** 1 where the round is in a language that is none of ours. */
  readonly foreign: Uint8Array;
}

export function createMovesCorpus() {
  const roles: Role[] = [];
  const dialogues: number[] = [];
  const sentences: Sentence[][] = [];
  const foreign: number[] = [];
  let dialogueCount = 0;
  return {
    add(rounds: readonly SpokenRound[]): void {
      const whole = detectLanguage(rounds.flatMap(({ texts }) => texts));
      // Where not one word of another language is in the dialogue, its rounds need no second look.
      const mixed = whole.evidence.otherShare > 0.1 || whole.evidence.latinShare < 0.9;
      for (const { role, texts } of rounds) {
        const other = whole.language === 'other' || (mixed && detectLanguage(texts).language === 'other');
        roles.push(role);
        dialogues.push(dialogueCount);
        foreign.push(other ? 1 : 0);
        sentences.push(other ? [] : sentencesOf(texts));
      }
      dialogueCount++;
    },
    finish: (): MovesCorpus => ({
      roles,
      dialogues: Int32Array.from(dialogues),
      sentences,
      foreign: Uint8Array.from(foreign),
    }),
  };
}
