import type { Role } from '../../domain/dialogue.ts';

/** The outcome of a conversation, in terms that outlive the automaton: symbols and words, no state numbers. */
export interface Outcome {
  /** The transitions taken, in order. */
  readonly route: readonly { readonly role: Role; readonly tag: string }[];
  /** Tags that were not followed, in order. */
  readonly missed: readonly { readonly role: Role; readonly tag: string }[];
  /** The tags that name its final state; none at the start. */
  readonly state: readonly string[];
  /** The examples, best first, by source and id in their file. */
  readonly examples: readonly {
    readonly source: string;
    readonly externalId: string;
    readonly round: number;
  }[];
  /** Null if there was none. */
  readonly answer: string | null;
}

const OUTCOME_PARTS = ['route', 'state', 'examples', 'answer'] as const;
type OutcomePart = (typeof OUTCOME_PARTS)[number];

interface OutcomeChange {
  /** The changed parts, in the order of `OUTCOME_PARTS`. */
  readonly changed: readonly OutcomePart[];
  /** The number of transitions that both routes share from the start. */
  readonly sharedSteps: number;
  /** The number of earlier examples that are still examples. */
  readonly keptExamples: number;
}

/**
 * Compares the outcomes of a conversation. Routes are equal if they took the same transitions and missed the same tags;
 * states by the set of tags that name them; examples as a set, by dialogue id and turn; answers character by character.
 */
export function compareOutcomes(before: Outcome, after: Outcome): OutcomeChange {
  const symbols = (list: Outcome['route']): string[] => list.map(({ role, tag }) => `${role} ${tag}`);
  const [from, to] = [symbols(before.route), symbols(after.route)];
  let sharedSteps = 0;
  while (sharedSteps < from.length && from[sharedSteps] === to[sharedSteps]) sharedSteps++;
  // The same file has another source name in another folder, so a source does not identify the dialogue.
  const keys = (outcome: Outcome): string[] =>
    outcome.examples.map(({ externalId, round }) => `${externalId}\u0000${round}`);
  const now = new Set(keys(after));
  const keptExamples = new Set(keys(before).filter((key) => now.has(key))).size;
  const same: Readonly<Record<OutcomePart, boolean>> = {
    route: alike(from, to) && alike(symbols(before.missed), symbols(after.missed)),
    state: alike([...before.state].sort(), [...after.state].sort()),
    examples: alike(keys(before).sort(), keys(after).sort()),
    answer: before.answer === after.answer,
  };
  return { changed: OUTCOME_PARTS.filter((part) => !same[part]), sharedSteps, keptExamples };
}

function alike(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((entry, at) => entry === second[at]);
}
