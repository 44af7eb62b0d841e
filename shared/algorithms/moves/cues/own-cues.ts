import type { Role } from '../../../domain/dialogue.ts';
import { maskedWords } from '../mask.ts';
import { CUE_RULES, type CueRule } from './cue-rules.ts';

export type CueRules = Readonly<Record<Role, readonly CueRule[]>>;

export interface OwnCue {
  readonly role: Role;
  readonly move: string;
  readonly phrases: string;
}

/** A phrase in parts with up to three other words between them. Each part is consecutive masked words. */
export type CuePhrase = readonly (readonly string[])[];

const MOST_WORDS_BETWEEN = 3;
const LONGEST_WORDS = 12;

/**
 * Parses the phrases of a cue.
 * @throws RangeError with the phrase if it has no word, begins or ends with `*`, or is too long
 */
export function readPhrases(phrases: string): CuePhrase[] {
  return phrases.split(',').map((phrase) => {
    const parts = phrase
      .toLowerCase()
      .split('*')
      .map((sentence) => maskedWords(sentence));
    const shown = phrase.trim();
    if (parts.some((words) => words.length === 0)) {
      throw new RangeError(
        shown.includes('*')
          ? `“${shown}” needs a word before and after each *.`
          : `“${shown}” contains no words. Separate phrases with commas.`,
      );
    }
    if (parts.flat().length > LONGEST_WORDS)
      throw new RangeError(`“${shown}” has more than ${LONGEST_WORDS} words.`);
    return parts;
  });
}

export function cueRulesWith(own: readonly OwnCue[]): CueRules {
  const rulesOf = (role: Role): readonly CueRule[] => [
    ...own.filter((cue) => cue.role === role).map(ruleOf),
    ...CUE_RULES[role],
  ];
  return { user: rulesOf('user'), system: rulesOf('system') };
}

function ruleOf({ role, move, phrases }: OwnCue): CueRule {
  const between = ` (?:\\S+ ){0,${MOST_WORDS_BETWEEN}}`;
  const cues = readPhrases(phrases).map((parts) =>
    parts
      .map((words) => words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join(' '))
      .join(between),
  );
  return {
    name: move,
    kind: CUE_RULES[role].find(({ name }) => name === move)?.kind ?? 'report',
    // A word ends where white space or the sentence does: words are joined by single spaces.
    cue: new RegExp(`(?:^| )(?:${cues.join('|')})(?= |$)`, 'u'),
    own: true,
  };
}
