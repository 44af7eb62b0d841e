import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { eachTransition } from '../reading/each-transition.ts';

interface StateNode {
  /** People's name for the state. */
  readonly description?: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  readonly on: Record<string, { readonly target: string; readonly meta: { readonly support: number } }>;
}

/**
 * Returns an automaton as the configuration of an XState machine (`createMachine(JSON.parse(text))`). An event is a
 * role and a tag, "user:refund". States in which dialogues end carry the tag "accepting"; they are not final states,
 * since dialogues may continue from them. Holds counts only.
 *
 * @param names people's names for the states, '' for none
 */
export function automatonToXstate(
  automaton: AutomatonStructure,
  description = '',
  names: readonly string[] = [],
): string {
  const states: Record<string, StateNode> = {};
  for (let state = 0; state < automaton.stateCount; state++) {
    const ends = automaton.ends[state];
    states[`s${state}`] = {
      ...(names[state] ? { description: names[state] } : {}),
      meta: { role: ROLES[automaton.roles[state]] ?? null, support: automaton.support[state], ends },
      ...(ends > 0 ? { tags: ['accepting'] } : {}),
      on: {},
    };
  }
  for (const { from, to, role, tag, support } of eachTransition(automaton)) {
    states[`s${from}`].on[eventOf(role, tag)] = { target: `s${to}`, meta: { support } };
  }
  return `${JSON.stringify({ id: 'automaton', description, initial: 's0', states }, null, 1)}\n`;
}

/** An asterisk at the end of a name would match other events too. */
function eventOf(role: string, tag: string): string {
  return `${role}:${tag.replace(/[%*]/g, encodeAsterisk)}`;
}

const encodeAsterisk = (character: string): string => (character === '*' ? '%2A' : '%25');
