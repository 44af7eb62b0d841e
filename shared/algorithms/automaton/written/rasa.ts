import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { eachTransition } from '../reading/each-transition.ts';

/** So many stories are enough to train on, and few enough to read. */
const MOST_STORIES = 100;

interface Way {
  readonly from: number;
  readonly isUser: boolean;
  readonly tag: string;
}

/**
 * An automaton as Rasa's stories (version 3.1): for each state where dialogues end, the shortest way there, most often
 * ended first, at most a hundred. What a user says is an intent, what the system says an action `utter_…`, both in the
 * letters that Rasa takes. Holds counts only.
 * @param title stands above the stories, as a comment
 * @param names what people call states, by number
 */
export function automatonToRasa(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const outgoing = new Map<number, { readonly to: number; readonly way: Way; readonly support: number }[]>();
  for (const { from, to, role, tag, support } of eachTransition(automaton)) {
    const list = outgoing.get(from) ?? [];
    list.push({ to, way: { from, isUser: role === 'user', tag }, support });
    outgoing.set(from, list);
  }
  const into = new Map<number, Way>();
  const queue = [0];
  for (const state of queue) {
    const ways = (outgoing.get(state) ?? []).sort((a, b) => b.support - a.support);
    for (const { to, way } of ways) {
      if (to === 0 || into.has(to)) continue;
      into.set(to, way);
      queue.push(to);
    }
  }
  const ending = queue
    .filter((state) => state !== 0 && automaton.ends[state] > 0)
    .sort((a, b) => automaton.ends[b] - automaton.ends[a] || a - b)
    .slice(0, MOST_STORIES);
  const lines = [
    `# ${title.replace(/\s+/g, ' ')}`,
    'version: "3.1"',
    ending.length > 0 ? 'stories:' : 'stories: []',
  ];
  for (const end of ending) {
    const steps: Way[] = [];
    for (let way = into.get(end); way; way = into.get(way.from)) steps.unshift(way);
    const name = names[end] ? ` ${names[end]}` : '';
    lines.push(
      `- story: ${JSON.stringify(`state ${end}${name}, ${automaton.ends[end]} dialogues end here`)}`,
    );
    lines.push('  steps:');
    for (const { isUser, tag } of steps)
      lines.push(
        isUser
          ? `  - intent: ${JSON.stringify(word(tag))}`
          : `  - action: ${JSON.stringify(`utter_${word(tag)}`)}`,
      );
  }
  return `${lines.join('\n')}\n`;
}

/** Letters, digits and underscores; `/` and braces mean something to Rasa. */
const word = (tag: string): string => tag.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'blank';
