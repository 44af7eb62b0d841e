import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { formatCount } from '../../../domain/figure-text.ts';
import { shownMove, shownNames } from './shown-names.ts';

// Okabe and Ito's colors with enough contrast on white paper.
const SYSTEM_COLOUR = '#0072B2';
const USER_COLOUR = '#D55E00';
const NEUTRAL_COLOUR = '#000000';

/**
 * Returns an automaton in Graphviz's DOT language: user states as ellipses, system states square, q₀ a diamond, a
 * double ring where dialogues end, edges as wide (1 to 8 points) as the square root of their dialogues. Holds counts
 * only.
 *
 * Tags are escaped so that none can end its string, add an attribute or name an entity.
 *
 * @param title shown above the picture
 * @param names people's names for states, by number
 */
export function automatonToDot(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const lines = [
    'digraph automaton {',
    '  rankdir=LR;',
    `  label=${quoted(title)};`,
    '  labelloc=t;',
    '  node [fontname="sans-serif", fontsize=10];',
    '  edge [fontname="sans-serif", fontsize=9];',
  ];
  const shown = shownNames(automaton, names);
  for (let state = 0; state < automaton.stateCount; state++) {
    const { shape, colour } = styleOf(automaton.roles[state]);
    const peripheries = automaton.ends[state] > 0 ? 2 : 1;
    const label = `${shown[state]}\n${formatCount(automaton.support[state])}`;
    lines.push(
      `  s${state} [shape=${shape}, color="${colour}", peripheries=${peripheries}, label=${quoted(label)}];`,
    );
  }
  const mostTaken = automaton.transitionSupport.reduce((most, support) => Math.max(most, support), 1);
  for (let state = 0; state < automaton.stateCount; state++) {
    for (let t = automaton.transitionOffsets[state]; t < automaton.transitionOffsets[state + 1]; t++) {
      const symbol = automaton.symbols[automaton.transitionSymbols[t]];
      const { colour } = styleOf(ROLES.indexOf(symbol.role));
      const support = automaton.transitionSupport[t];
      const width = (1 + 7 * Math.sqrt(support / mostTaken)).toFixed(2);
      const target = automaton.transitionTargets[t];
      const move = shownMove(symbol, support, shown[target]);
      lines.push(`  s${state} -> s${target} [color="${colour}", penwidth=${width}, label=${quoted(move)}];`);
    }
  }
  lines.push('}', '');
  return lines.join('\n');
}

function styleOf(role: number): { shape: string; colour: string } {
  if (ROLES[role] === 'system') return { shape: 'box', colour: SYSTEM_COLOUR };
  if (ROLES[role] === 'user') return { shape: 'ellipse', colour: USER_COLOUR };
  return { shape: 'diamond', colour: NEUTRAL_COLOUR };
}

/** Returns a DOT string that shows `text` unchanged: in Graphviz, \ and & begin escapes even in quoted strings. */
function quoted(text: string): string {
  const escaped = text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\r\n?/g, '\n')
    .replace(/&/g, '&amp;')
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
  return `"${escaped}"`;
}
