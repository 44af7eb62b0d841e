import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { formatCount } from '../../../domain/figure-text.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import { toDrawn } from '../../layout/drawn-automaton.ts';
import { spokenTag } from '../../layout/labels/label-text.ts';
import { stateName } from '../../layout/scene/describe.ts';
import { OTHER_TAG } from '../../overview/one-symbol.ts';
import { escapeXml } from '../../text/xml.ts';
import { eachTransition } from '../reading/transitions.ts';

/** Returns the names of states in pictures: people's `names` ('' for none), or the moves that lead there. */
export function shownNames(automaton: AutomatonStructure, names: readonly string[]): string[] {
  const drawn = toDrawn(automaton);
  const named = {
    ...drawn,
    states: { ...drawn.states, names: drawn.states.roles.map((_, at) => names[at] ?? '') },
  };
  return drawn.states.roles.map((_, state) => stateName(named, state));
}

export const moveName = ({ tag }: Pick<SymbolInfo, 'tag'>): string => spokenTag(tag);

/** Returns the number of dialogues of a transition, and its move unless the target has the same name. */
function shownMove(symbol: SymbolInfo, support: number, target: string): string {
  const move = moveName(symbol);
  return move === target || symbol.tag === OTHER_TAG
    ? formatCount(support)
    : `${move} ${formatCount(support)}`;
}

// Okabe and Ito's colors with enough contrast on white paper.
const SYSTEM_COLOUR = '#0072B2';
const USER_COLOUR = '#D55E00';
const NEUTRAL_COLOUR = '#000000';

/**
 * Returns Graphviz's DOT. Tags are escaped; has counts only. Edges are 1 to 8 points wide, by the square root of their
 * dialogues.
 * @param names people's names for states
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

/**
 * Returns a Mermaid flowchart. Has counts only. Tags are escaped.
 * @param title Mermaid does not decode entities in it
 * @param names people's names for states
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

/** Replaces characters of a title with lookalikes. Mermaid drops possible markup and shows entities undecoded. */
const titleText = (title: string): string =>
  title.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');

/** Everything but letters, digits and harmless signs as Mermaid's own entity, "#35;". */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N} _.,+/()-]/gu, (character) => `#${character.codePointAt(0)};`);
}

const NODE_KEYS = [
  ['label', 'string'],
  ['role', 'string'],
  ['support', 'int'],
  ['ends', 'int'],
  ['united', 'int'],
  ['depth', 'int'],
] as const;
const EDGE_KEYS = [
  ['tag', 'string'],
  ['speaker', 'string'],
  ['weight', 'int'],
] as const;

/**
 * Returns GraphML (graphml.graphdrawing.org) for yEd, Gephi and NetworkX. Has counts only. Edges have ids, since
 * several tags may connect the same states.
 * @param names people's names for states
 */
export function automatonToGraphml(
  automaton: AutomatonStructure,
  description = '',
  names: readonly string[] = [],
): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    '  <key id="description" for="graph" attr.name="description" attr.type="string"/>',
    ...NODE_KEYS.map(([name, type]) => keyLine('node', name, type)),
    ...EDGE_KEYS.map(([name, type]) => keyLine('edge', name, type)),
    '  <graph id="automaton" edgedefault="directed">',
    `    <data key="description">${escapeXml(description)}</data>`,
  ];
  for (let state = 0; state < automaton.stateCount; state++) {
    const data = {
      label: state === 0 ? 'start' : names[state] || String(state),
      role: ROLES[automaton.roles[state]] ?? 'start',
      support: automaton.support[state],
      ends: automaton.ends[state],
      united: automaton.merged[state],
      depth: automaton.depths[state],
    };
    lines.push(`    <node id="s${state}">${dataOf('node', data)}</node>`);
  }
  let edge = 0;
  for (const { from, to, role, tag, support } of eachTransition(automaton)) {
    const data = dataOf('edge', { tag, speaker: role, weight: support });
    lines.push(`    <edge id="t${edge++}" source="s${from}" target="s${to}">${data}</edge>`);
  }
  return [...lines, '  </graph>', '</graphml>', ''].join('\n');
}

function keyLine(owner: 'node' | 'edge', name: string, type: string): string {
  return `  <key id="${owner}-${name}" for="${owner}" attr.name="${name}" attr.type="${type}"/>`;
}

function dataOf(owner: 'node' | 'edge', values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `<data key="${owner}-${name}">${escapeXml(String(value))}</data>`)
    .join('');
}
