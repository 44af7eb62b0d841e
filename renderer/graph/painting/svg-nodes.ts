import type { Selection } from 'd3';
import {
  cardTextPx,
  NAME_LINE_PX,
  SHARE_GAP_PX,
  TEXT_FONT_PX,
  TOTAL_FONT_PX,
} from '#shared/algorithms/layout/layered/card-measures.ts';
import { textsBeside } from '#shared/algorithms/layout/layered/circles.ts';
import { cornerOf, RING_PX, type SceneNode, STACK_PX } from '#shared/algorithms/layout/scene/scene.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

export type NodeSelection = Selection<SVGGElement, SceneNode, SVGGElement, unknown>;

interface Outline {
  readonly name: 'halo' | 'stack' | 'ring' | 'shape';
  readonly grow: number;
  readonly shift: number;
  readonly wanted: (node: SceneNode) => boolean;
}

const OUTLINES: readonly Outline[] = [
  { name: 'halo', grow: 6.5, shift: 0, wanted: () => true },
  { name: 'stack', grow: 0, shift: STACK_PX, wanted: (node) => node.merged > 1 },
  { name: 'ring', grow: RING_PX, shift: 0, wanted: (node) => node.accepting },
  { name: 'shape', grow: 0, shift: 0, wanted: () => true },
];

/** Fills new state groups with shapes and texts that depend only on the state and never change. */
export function createNodeMarks(entered: NodeSelection): NodeSelection {
  entered.attr('class', (node) => `graph-node ${node.colour}${node.uncertain ? ' uncertain' : ''}`);
  for (const { name, grow, shift, wanted } of OUTLINES) {
    const round = entered.filter((node) => wanted(node) && cornerOf(node) === null);
    round
      .append('circle')
      .attr('class', `graph-${name}`)
      .attr('cx', shift)
      .attr('cy', -shift)
      .attr('r', (node) => node.radius + grow);
    const square = entered.filter((node) => wanted(node) && cornerOf(node) !== null);
    square
      .append('rect')
      .attr('class', `graph-${name}`)
      .attr('x', (node) => shift - node.halfWidth - grow)
      .attr('y', (node) => -shift - node.radius - grow)
      .attr('width', (node) => 2 * (node.halfWidth + grow))
      .attr('height', (node) => 2 * (node.radius + grow))
      .attr('rx', (node) => (cornerOf(node) ?? 0) + grow);
  }
  entered
    .filter((node) => node.shape === 'start')
    .append('path')
    .attr('class', 'graph-start')
    .attr(
      'd',
      ({ radius }) =>
        `M${-radius * 0.3} ${-radius * 0.5}L${radius * 0.55} 0L${-radius * 0.3} ${radius * 0.5}Z`,
    );
  createCardText(entered.filter((node) => node.shape === 'card'));
  const marks = entered.filter((node) => node.shape !== 'card');
  marks
    .filter((node) => node.label !== '')
    .append('text')
    .attr('class', (node) => (node.label.length >= 4 ? 'graph-number small' : 'graph-number'))
    .attr('y', '0.36em')
    .text((node) => node.label);
  marks
    .filter((node) => node.merged > 1)
    .append('text')
    .attr('class', 'graph-merged')
    .attr('x', (node) => node.radius + 4)
    .attr('y', (node) => node.radius + 7)
    .text((node) => `×${formatCount(node.merged)}`);
  createTextsBeside(marks.filter(({ beside }) => beside !== undefined));
  marks
    .filter(({ beside }) => beside === undefined)
    .append('text')
    .attr('class', 'graph-value')
    .attr('x', (node) => node.radius + 5)
    .attr('y', (node) => -node.radius);
  entered
    .append('path')
    .attr('class', 'graph-dead-end')
    .attr('d', ({ halfWidth }) => `M${halfWidth + 5} -7V7`);
  entered
    .append('text')
    .attr('class', 'graph-sign')
    .attr('x', (node) => -node.halfWidth - 3)
    .attr('y', (node) => node.radius + 7);
  return entered;
}

function createTextsBeside(circles: NodeSelection): void {
  circles
    .selectAll('text.graph-beside')
    .data((node) => textsBeside(node).map((one, at, all) => ({ ...one, isTotal: at === all.length - 1 })))
    .join('text')
    .attr('class', ({ isTotal }) => `graph-beside${isTotal ? ' graph-value' : ''}`)
    .attr('x', ({ x }) => x)
    .attr('y', ({ y }) => y)
    .attr('text-anchor', ({ anchor }) => anchor)
    .text(({ text }) => text);
}

function createCardText(cards: NodeSelection): void {
  const top = (node: SceneNode): number => -cardTextPx(node) / 2;
  cards
    .selectAll('text.graph-name')
    .data((node) =>
      (node.lines ?? []).map((line, at) => ({
        line,
        y: top(node) + at * NAME_LINE_PX + TEXT_FONT_PX * 0.95,
      })),
    )
    .join('text')
    .attr('class', 'graph-name')
    .attr('y', ({ y }) => y)
    .text(({ line }) => line);
  const totals = cards
    .append('text')
    .attr('class', 'graph-total')
    .attr('y', (node) => top(node) + (node.lines?.length ?? 0) * NAME_LINE_PX + TOTAL_FONT_PX * 0.95);
  totals.append('tspan').attr('class', 'graph-value');
  totals.append('tspan').attr('class', 'graph-share').attr('dx', SHARE_GAP_PX);
}
