import type { Role } from '../../domain/dialogue.ts';

/** Tags and words, but no state numbers, so that the outcome stays valid when the automaton changes. */
export interface Outcome {
  readonly route: readonly { readonly role: Role; readonly tag: string }[];
  readonly missed: readonly { readonly role: Role; readonly tag: string }[];
  readonly state: readonly string[];
  readonly examples: readonly {
    readonly source: string;
    readonly externalId: string;
    readonly turn: number;
  }[];
  readonly answer: string | null;
}

const OUTCOME_PARTS = ['route', 'state', 'examples', 'answer'] as const;
type OutcomePart = (typeof OUTCOME_PARTS)[number];

interface OutcomeChange {
  readonly changed: readonly OutcomePart[];
  readonly sharedSteps: number;
  readonly keptExamples: number;
}

/** Routes by transitions and missed tags, states by tags, examples as a set of turns, answers by character. */
export function compareOutcomes(before: Outcome, after: Outcome): OutcomeChange {
  const symbols = (list: Outcome['route']): string[] => list.map(({ role, tag }) => `${role} ${tag}`);
  const [from, to] = [symbols(before.route), symbols(after.route)];
  let sharedSteps = 0;
  while (sharedSteps < from.length && from[sharedSteps] === to[sharedSteps]) sharedSteps++;
  const keys = (outcome: Outcome): string[] =>
    outcome.examples.map(({ externalId, turn }) => `${externalId}\u0000${turn}`);
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
