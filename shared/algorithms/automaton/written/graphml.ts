import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { escapeXml } from '../../layout/picture/brush.ts';
import { eachTransition } from '../reading/each-transition.ts';

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
 * An automaton in GraphML (graphml.graphdrawing.org), which yEd, Gephi and NetworkX read. Holds counts only. Edges
 * have ids of their own, since two tags may lead from one state to the same.
 * @param description of the graph as a whole
 * @param names what people call states, by number
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
