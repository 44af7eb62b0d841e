import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { formatCount } from '../../../domain/figure-text.ts';
import { eachTransition } from '../reading/each-transition.ts';
import { shownMove, shownNames } from './shown-names.ts';

/**
 * Returns an automaton as a Mermaid flowchart, which Markdown pages draw: user states with curved sides, system states
 * square, q₀ a circle, a thick rim where dialogues end. Holds counts only. Tags are escaped so that none ends its
 * label.
 * @param title stands above the picture; Mermaid does not decode entities in it
 * @param names people's names for states, by number
 */
export function automatonToMermaid(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const lines = ['---', `title: ${JSON.stringify(titleText(title))}`, '---', 'flowchart LR'];
  const ending: string[] = [];
  const shown = shownNames(automaton, names);
  for (let state = 0; state < automaton.stateCount; state++) {
    const label = `"${escaped(`${shown[state]} (${formatCount(automaton.support[state])})`)}"`;
    const role = ROLES[automaton.roles[state]];
    const shape = role === 'system' ? `[${label}]` : role === 'user' ? `([${label}])` : `((${label}))`;
    lines.push(`  s${state}${shape}${role ? `:::${role}` : ''}`);
    if (automaton.ends[state] > 0) ending.push(`s${state}`);
  }
  for (const { from, to, symbol, support } of eachTransition(automaton)) {
    lines.push(`  s${from} -->|"${escaped(shownMove(symbol, support, shown[to]))}"| s${to}`);
  }
  lines.push('  classDef user stroke:#D55E00', '  classDef system stroke:#0072B2');
  if (ending.length > 0) lines.push('  classDef ends stroke-width:4px', `  class ${ending.join(',')} ends`);
  return `${lines.join('\n')}\n`;
}

/**
 * Replaces characters of a title with lookalikes, because Mermaid drops possible markup and shows entities
 * undecoded.
 */
const titleText = (title: string): string =>
  title.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');

/** Everything but letters, digits and harmless signs as Mermaid's own entity, "#35;". */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N} _.,+/()-]/gu, (character) => `#${character.codePointAt(0)};`);
}
