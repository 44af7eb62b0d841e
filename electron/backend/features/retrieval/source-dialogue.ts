import { type Role, roundsOf } from '#shared/domain/dialogue.ts';

/** One turn before tagging: its text and its acts from the file. */
interface SourceRound {
  readonly role: Role;
  readonly utterances: readonly string[];
  /** The distinct acts of its messages; null if the file annotates none of them. */
  readonly acts: readonly string[] | null;
  /** Index of its first message in the dialogue's own list, as the file has it. */
  readonly firstTurn: number;
}

/** One dialogue as retrieval takes it from a file or a project; `id` is distinct within its side. */
export interface SourceDialogue {
  readonly id: string;
  readonly rounds: readonly SourceRound[];
}

interface SourceUtterance {
  readonly role: Role;
  readonly text: string;
  readonly acts: readonly string[] | null;
  readonly turn: number;
}

/** Joins consecutive messages of one role. Code that scores turns must join them in the same way. */
export function joinRounds(utterances: readonly SourceUtterance[]): SourceRound[] {
  const roles = utterances.map((utterance) => utterance.role);
  return roundsOf(roles, true).map(({ role, first, last }) => {
    const members = utterances.slice(first, last + 1);
    const annotated = members.some(({ acts }) => acts !== null);
    return {
      role,
      utterances: members.map(({ text }) => text),
      acts: annotated ? [...new Set(members.flatMap(({ acts }) => acts ?? []))] : null,
      firstTurn: members[0]!.turn,
    };
  });
}

/** Returns the text of a turn: its messages with a space between them. */
export function roundText(round: SourceRound): string {
  return round.utterances.join(' ');
}

/** Returns the turns that can be asked for: system turns that follow a user turn; indexes from 0. */
export function answerableRounds(rounds: readonly { readonly role: Role }[]): number[] {
  const answerable: number[] = [];
  for (let at = 1; at < rounds.length; at++) {
    if (rounds[at]?.role === 'system' && rounds[at - 1]?.role === 'user') answerable.push(at);
  }
  return answerable;
}
