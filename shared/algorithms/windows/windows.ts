import { type Role, roundsOf } from '../../domain/dialogue.ts';

/** One round of a dialogue: consecutive utterances of one role, joined by a space. */
export interface WindowRound {
  /** Index of the round in its dialogue, from 0. */
  readonly round: number;
  readonly role: Role;
  readonly text: string;
}

/** A system round to be answered, with what came before it. */
export interface AnswerWindow {
  /** Oldest first; empty where the system begins. */
  readonly context: readonly WindowRound[];
  readonly answer: WindowRound;
}

/** Rounds of a window, the answer included: five of context at most. */
export const WINDOW_ROUNDS = 6;

/** Utterances joined into rounds. */
export function roundsOfUtterances(
  utterances: readonly { readonly role: Role; readonly text: string }[],
): WindowRound[] {
  const roles = utterances.map(({ role }) => role);
  return roundsOf(roles, true).map(({ role, first, last }, round) => ({
    round,
    role,
    text: utterances
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join(' '),
  }));
}

/**
 * The *next turn* unit of the second paper (section 4.2): a window of six rounds slides over the dialogue with a stride
 * of two, so that it always ends in a round of the system. Since rounds alternate, every system round that follows a
 * user round ends one window; windows near the beginning are shorter. O(rounds · size).
 *
 * @param rounds of alternating roles
 * @param size the answer included; at least 2 (a RangeError otherwise)
 */
export function nextTurnWindows(
  rounds: readonly WindowRound[],
  size: number = WINDOW_ROUNDS,
): AnswerWindow[] {
  if (!Number.isInteger(size) || size < 2) {
    throw new RangeError(`A window needs a whole number of rounds from 2, not ${size}.`);
  }
  const windows: AnswerWindow[] = [];
  for (let at = 1; at < rounds.length; at++) {
    if (rounds[at].role !== 'system' || rounds[at - 1].role !== 'user') continue;
    windows.push({ context: rounds.slice(Math.max(0, at - size + 1), at), answer: rounds[at] });
  }
  return windows;
}

/** A dialogue whose system rounds are all to be written at once. */
export interface WholeDialogue {
  /** All rounds; the text of a round of the system is null. */
  readonly asked: readonly { readonly round: number; readonly role: Role; readonly text: string | null }[];
  /** The system's rounds as they were, in order; `round` says where each belongs. */
  readonly answers: readonly WindowRound[];
}

/** The *whole dialogue* unit of the first paper: the model completes every round of the system, ids kept. */
export function wholeDialogue(rounds: readonly WindowRound[]): WholeDialogue {
  return {
    asked: rounds.map(({ round, role, text }) => ({ round, role, text: role === 'system' ? null : text })),
    answers: rounds.filter(({ role }) => role === 'system'),
  };
}
