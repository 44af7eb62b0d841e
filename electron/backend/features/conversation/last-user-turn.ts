import type { Project } from '../../project.ts';
import { automatonCache } from '../automata/index.ts';
import { heardTurns, inForce, originOf, tagsOf } from './conversation.ts';
import { liveAutomaton } from './live-automaton.ts';
import { projectSimulator } from './simulator.ts';

export interface LastUserTurn {
  readonly index: number;
  readonly text: string;
  readonly tags: readonly string[];
  /** "gives details (state 12)": the state of the route after the user's turn. */
  readonly state: string;
  /** The part that could not be followed, as a sentence. */
  readonly offTheMap: string | null;
}

/** The last current user turn of a project's conversation; null if there is none or no automaton. */
export function lastUserTurn(project: Project): LastUserTurn | null {
  const conversation = project.use(projectSimulator).conversation();
  const turns = inForce(conversation);
  const index = turns.findLastIndex(({ role, source }) => role === 'user' && source !== 'step');
  const origin = originOf(project.database, conversation.settings.automaton);
  const turn = turns[index];
  if (!turn || origin === null) return null;
  const live = liveAutomaton(project.use(automatonCache).load(origin.automaton));
  const policy = live.policyFor(conversation.settings.policy);
  const way = live.walk(heardTurns(turns.slice(0, index + 1)), policy);
  return {
    index,
    text: turn.text,
    tags: tagsOf(turn).map(({ name }) => name),
    state: live.placeOf(way.state).words,
    offTheMap: way.offTheMap[index] ?? null,
  };
}
