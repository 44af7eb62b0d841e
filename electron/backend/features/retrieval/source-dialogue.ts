import { type Role, roundsOf } from '#shared/domain/dialogue.ts';

/** One round before tagging: what was said, and what the file says was done. */
interface SourceRound {
  readonly role: Role;
  readonly utterances: readonly string[];
  /** The acts of its utterances, each once; null where the file annotates none of them. */
  readonly acts: readonly string[] | null;
  /** Index of its first utterance in the dialogue's own list, as the file has it. */
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

/** Joins consecutive utterances of one role; whoever scores turns must join them in the same way. */
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

/** The text of a round: its utterances with a space between them. */
export function roundText(round: SourceRound): string {
  return round.utterances.join(' ');
}

/** Rounds that can be asked for: system rounds that follow a user round; indexes from 0. */
export function answerableRounds(rounds: readonly { readonly role: Role }[]): number[] {
  const answerable: number[] = [];
  for (let at = 1; at < rounds.length; at++) {
    if (rounds[at]?.role === 'system' && rounds[at - 1]?.role === 'user') answerable.push(at);
  }
  return answerable;
}
