import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { shortestWays } from '../reading/shortest-ways.ts';

/** The number of stories: enough to train on, and few enough to read. */
const MOST_STORIES = 100;

/**
 * An automaton as Rasa's stories (version 3.1): for each state where dialogues end, the shortest way there,
 * most often ended first, at most a hundred. A user's turn is an intent, a system turn an action `utter_…`,
 * both with the characters that Rasa allows. Holds counts only.
 * @param title stands above the stories, as a comment
 * @param names what people call states, by number
 */
export function automatonToRasa(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const { order, wayTo } = shortestWays(automaton);
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
    for (const { role, tag } of wayTo(end))
      lines.push(
        role === 'user'
          ? `  - intent: ${JSON.stringify(word(tag))}`
          : `  - action: ${JSON.stringify(`utter_${word(tag)}`)}`,
      );
  }
  return `${lines.join('\n')}\n`;
}

/** Letters, digits and underscores. `/` and braces have a meaning in Rasa. */
const word = (tag: string): string => tag.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'blank';
