import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { eachTransition, shortestPaths } from '../reading/transitions.ts';

/** The number of stories: enough to train on, and few enough to read. */
const MOST_STORIES = 100;

/**
 * Returns Rasa stories (3.1): the shortest path to each state where dialogues end, most frequent first, at most 100. A
 * user's turn is an intent, a system turn an action `utter_…`. Has counts only.
 * @param names people's names for the states
 */
export function automatonToRasa(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const { order, pathTo } = shortestPaths(automaton);
  const ending = order
    .filter((state) => state !== 0 && automaton.ends[state] > 0)
    .sort((a, b) => automaton.ends[b] - automaton.ends[a] || a - b)
    .slice(0, MOST_STORIES);
  const lines = [
    `# ${title.replace(/\s+/g, ' ')}`,
    'version: "3.1"',
    ending.length > 0 ? 'stories:' : 'stories: []',
  ];
  for (const end of ending) {
    const name = names[end] ? ` ${names[end]}` : '';
    lines.push(
      `- story: ${JSON.stringify(`state ${end}${name}, ${automaton.ends[end]} dialogues end here`)}`,
    );
    lines.push('  steps:');
    for (const { role, tag } of pathTo(end))
      lines.push(
        role === 'user'
          ? `  - intent: ${JSON.stringify(word(tag))}`
          : `  - action: ${JSON.stringify(`utter_${word(tag)}`)}`,
      );
  }
  return `${lines.join('\n')}\n`;
}

const word = (tag: string): string => tag.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'blank';

interface StateNode {
  readonly description?: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  readonly on: Record<string, { readonly target: string; readonly meta: { readonly support: number } }>;
}

/**
 * Returns the configuration of an XState machine (`createMachine(JSON.parse(text))`). Has counts only. States where
 * dialogues end are "accepting" but not final, since dialogues may continue.
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
