import type { FlowEdge } from '../../domain/flow.ts';
import { OUTCOME_PATTERNS, soundsBad } from './results.ts';

/** Without a model, only these kinds can be decided. `words` compares words with those that were said or answered. */
type ConditionKind =
  | { readonly about: 'answer'; readonly holds: boolean }
  | { readonly about: 'result'; readonly holds: boolean }
  | { readonly about: 'nothing-found' }
  | { readonly about: 'missing' }
  /** The user's answer equals the function's result, differs from it, or is missing. */
  | { readonly about: 'solution'; readonly holds: boolean | null }
  | { readonly about: 'last' }
  | { readonly about: 'asked'; readonly words: readonly string[] }
  | { readonly about: 'words'; readonly words: readonly string[] }
  /** One of several words is said. */
  | { readonly about: 'spoken'; readonly words: readonly string[] };

/** The condition of a drafted edge if customers' words do not tell when they take it. Never met. */
export const UNCLEAR = 'unclear when';

export const isUnclear = (condition: string | undefined): boolean =>
  condition?.trim().toLowerCase() === UNCLEAR;

const NO_ANSWER = /^(?:no|nope|user (?:says no|declines|rejects|refuses))\b/;
const YES_ANSWER = /^(?:yes|user (?:says yes|confirms|accepts|agrees))\b/;
const NOTHING = new RegExp(OUTCOME_PATTERNS.nothing);
const MISSING =
  /\b(?:missing|forgot|forgotten|can'?t remember|cannot remember|do(?:es)?n'?t (?:know|remember)|unknown)\b/;
const GOOD = /\b(?:succe\w*|available|confirmed|found|ok|booked|submitted|scheduled|accepted)\b/;
const ASKED = /^(?:the )?user (?:asks?|asked|wants?|requests?) (?:for |about |to know |to )?/;

const SPOKEN = /^(?:the )?user speaks of /;

const SMALL = new Set(
  'a an and are as at be by can for from has have i if in is it of on or that the their they this to user was were with'.split(
    ' ',
  ),
);

export function tellingWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SMALL.has(word));
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
  if (SPOKEN.test(lower)) return { about: 'spoken', words: tellingWords(lower.replace(SPOKEN, '')) };
  if (lower.split(/\s+/).length <= 4) {
    if (soundsBad(lower)) return { about: 'result', holds: false };
    if (GOOD.test(lower)) return { about: 'result', holds: true };
  }
  return { about: 'words', words: tellingWords(lower) };
}

type OutgoingConditions = readonly Pick<FlowEdge, 'condition'>[];

const kindsOf = (outgoing: OutgoingConditions): readonly ConditionKind[] =>
  outgoing.flatMap(({ condition }) => (condition === undefined ? [] : [conditionKind(condition)]));

export const tellsNothingFound = (outgoing: OutgoingConditions): boolean =>
  kindsOf(outgoing).some(({ about }) => about === 'nothing-found');

/** True if an edge is for "no". */
export const declines = (outgoing: OutgoingConditions): boolean =>
  kindsOf(outgoing).some((kind) => kind.about === 'answer' && !kind.holds);

/**
 * Returns true if the edge without a condition also applies after "no", because another edge is for "yes". Otherwise a
 * user who says "no" could not leave the question.
 */
export const isElseOfNo = (outgoing: OutgoingConditions): boolean =>
  kindsOf(outgoing).some((kind) => kind.about === 'solution' || (kind.about === 'answer' && kind.holds));
