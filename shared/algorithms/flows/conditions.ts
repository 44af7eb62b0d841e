/**
 * What the condition of an edge is about, by its words. A person writes words; without a model only these kinds can
 * be decided, and `words` by the words that it shares with what was said or answered.
 */
type ConditionKind =
  | { readonly about: 'answer'; readonly holds: boolean }
  | { readonly about: 'result'; readonly holds: boolean }
  | { readonly about: 'nothing-found' }
  | { readonly about: 'missing' }
  /** The user's answer is the one that the function gave, is another one, or there is none. */
  | { readonly about: 'solution'; readonly holds: boolean | null }
  /** Of a list that is told piece by piece, one piece is left. */
  | { readonly about: 'last' }
  | { readonly about: 'asked'; readonly words: readonly string[] }
  | { readonly about: 'words'; readonly words: readonly string[] };

const NO_ANSWER = /^(?:no|nope|user (?:says no|declines|rejects|refuses))\b/;
const YES_ANSWER = /^(?:yes|user (?:says yes|confirms|accepts|agrees))\b/;
const NOTHING = /\b(?:nothing|no (?:results?|match(?:es)?|items?)|not found|none found)\b/;
const MISSING =
  /\b(?:missing|forgot|forgotten|can'?t remember|cannot remember|do(?:es)?n'?t (?:know|remember)|unknown)\b/;
const BAD =
  /\b(?:fail\w*|unavailable|unsuccessful|error|rejected|denied|cannot|could ?not|conflict\w*|booked (?:at|out)|booked|too small|sorry|not)\b|\bun(?:able|authori)/;
const GOOD = /\b(?:succe\w*|available|confirmed|found|ok|booked|submitted|scheduled|accepted)\b/;
const ASKED = /^(?:the )?user (?:asks?|asked|wants?|requests?) (?:for |about |to know |to )?/;

const SMALL = new Set(
  'a an and are as at be by can for from has have i if in is it of on or that the their they this to user was were with'.split(
    ' ',
  ),
);

/** The words of a text that say something, in lower case. */
export function tellingWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SMALL.has(word));
}

/** "Failed", "Unavailable", "The doctor has a conflicting appointment": true where a result's words say that it went wrong. */
export function soundsBad(text: string): boolean {
  const lower = text.toLowerCase().replaceAll('’', "'");
  if (/\bsuccess/.test(lower) && !/\bunsuccess|\bnot\b/.test(lower)) return false;
  return BAD.test(lower);
}

export function conditionKind(condition: string): ConditionKind {
  const lower = condition.trim().toLowerCase().replaceAll('’', "'");
  if (YES_ANSWER.test(lower)) return { about: 'answer', holds: true };
  if (NOTHING.test(lower)) return { about: 'nothing-found' };
  if (NO_ANSWER.test(lower)) return { about: 'answer', holds: false };
  if (/^(?:the )?last\b/.test(lower)) return { about: 'last' };
  if (/^(?:don'?t know|no answer)$/.test(lower)) return { about: 'solution', holds: null };
  if (/^(?:in)?correct$|^(?:right|wrong)(?: answer)?$/.test(lower)) {
    return { about: 'solution', holds: /^(?:correct|right)/.test(lower) };
  }
  if (MISSING.test(lower)) return { about: 'missing' };
  if (ASKED.test(lower)) return { about: 'asked', words: tellingWords(lower.replace(ASKED, '')) };
  if (lower.split(/\s+/).length <= 4) {
    if (soundsBad(lower)) return { about: 'result', holds: false };
    if (GOOD.test(lower)) return { about: 'result', holds: true };
  }
  return { about: 'words', words: tellingWords(lower) };
}
