import { type BaseType, type Selection, select } from 'd3';
import { COUNT_GAP_PX } from '#shared/algorithms/layout/labels/edge-labels.ts';
import {
  type FarLabel,
  farLabels,
  farStep,
  isFar,
  isLitFar,
} from '#shared/algorithms/layout/labels/far-labels.ts';
import type {
  Scene,
  SceneEdge,
  SceneEnd,
  SceneEndEdge,
  SceneNode,
} from '#shared/algorithms/layout/scene/scene.ts';
import { CHANGE_SIGNS, DETAIL_SCALE, type Look, type Motion, type Painter, PLAIN_LOOK } from './painter.ts';
import { createNodeMarks, type NodeSelection } from './svg-nodes.ts';
import './painting.css';

const MOVE_MS = 200;

/** Returns an SVG painter: crisp, and fast enough for some hundred states. D3 owns all nodes below it. */
export function createSvgPainter(host: HTMLElement): Painter {
  const svg = select(host).append('svg').attr('class', 'graph-svg').attr('aria-hidden', 'true');
  const view = svg.append('g');
  const endLayer = view.append('g').attr('class', 'graph-end');
  const edgeLayer = view.append('g').attr('class', 'graph-edges');
  const nodeLayer = view.append('g').attr('class', 'graph-nodes');
  // Above the states, because a label that appears with its edge may overlap them.
  const labelLayer = view.append('g').attr('class', 'graph-labels');
  const farLayer = view.append('g').attr('class', 'graph-far');
  let drawn: Scene | null = null;
  let scale = 1;
  let farAt: number | null = null;
  let look: Look = PLAIN_LOOK;

  const applyLook = (): void => {
    const { light } = look;
    svg.classed('is-lit', light !== null);
    const edgeIsLit = (edge: SceneEdge): boolean => light?.edges.has(edge.id) ?? false;
    edges(edgeLayer)
      .classed('lit', edgeIsLit)
      .classed('selected', (edge) => edge.id === look.selectedEdge);
    labels(labelLayer)
      .classed('lit', edgeIsLit)
      .classed('selected', (edge) => edge.id === look.selectedEdge);
    farLayer
      .selectAll<SVGTextElement, FarLabel>('text')
      .classed('lit', (label) => light !== null && isLitFar(label, light));
    const endIsLit = ({ from }: SceneEndEdge): boolean => light?.ends?.has(from) ?? false;
    endLayer
      .selectAll<SVGElement, SceneEndEdge>('.graph-end-edge, .graph-end-edge .graph-label')
      .classed('lit', endIsLit);
    endLayer
      .selectAll<SVGGElement, SceneEnd>('.graph-end-node')
      .classed('lit', ({ edges: into }) => into.some(endIsLit));
    nodes(nodeLayer)
      .classed('lit', (node) => light?.states.has(node.state) ?? false)
      .classed('selected', (node) => node.state === look.selectedState)
      .classed('cursor', (node) => node.state === look.cursor)
      .classed('match', (node) => look.matches.has(node.state))
      .classed('current-match', (node) => node.state === look.currentMatch)
      .classed('change-new', (node) => look.changes.get(node.state) === 'new')
      .classed('change-changed', (node) => look.changes.get(node.state) === 'changed')
      .classed('change-gone', (node) => look.changes.get(node.state) === 'gone')
      .select('.graph-sign')
      .text((node) => {
        const change = look.changes.get(node.state);
        return change ? CHANGE_SIGNS[change] : '';
      });
  };

  const paintFar = (): void => {
    svg.classed('is-far', drawn !== null && isFar(drawn, scale)).classed('is-farther', scale < DETAIL_SCALE);
    const step = drawn && isFar(drawn, scale) ? farStep(scale) : null;
    if (step === farAt) return;
    farAt = step;
    farLayer
      .selectAll<SVGTextElement, FarLabel>('text')
      .data(step !== null && drawn ? farLabels(drawn, step) : [], ({ key }) => key)
      .join('text')
      .attr('class', ({ edge }) => (edge === null ? 'graph-label tree total' : 'graph-label tree'))
      .attr('text-anchor', ({ anchor }) => anchor)
      .attr('x', ({ x }) => x)
      .attr('y', ({ y }) => y)
      .style('font-size', ({ fontPx }) => `${fontPx}px`)
      .style('stroke-width', ({ fontPx }) => `${fontPx / 4}px`)
      .text(({ text }) => text);
    applyLook();
  };

  return {
    scene(scene, motion) {
      drawn = scene;
      farAt = null;
      paintEnd(endLayer, scene);
      paintEdges(edgeLayer, scene, motion);
      paintLabels(labelLayer, scene, motion);
      paintNodes(nodeLayer, scene, motion);
      applyLook();
      paintFar();
    },
    look(next) {
      look = next;
      applyLook();
    },
    view({ x, y, k }) {
      view.attr('transform', `translate(${x} ${y}) scale(${k})`);
      scale = k;
      paintFar();
    },
    refresh() {},
    destroy() {
      svg.remove();
    },
  };
}

type Layer = Selection<SVGGElement, unknown, null, undefined>;

const edges = (layer: Layer) => layer.selectAll<SVGGElement, SceneEdge>('g.graph-edge');
const labels = (layer: Layer) => layer.selectAll<SVGTextElement, SceneEdge>('text.graph-label');
const nodes = (layer: Layer): NodeSelection => layer.selectAll<SVGGElement, SceneNode>('g.graph-node');

const keys = new WeakMap<SceneNode, string>();

/**
 * Gives each state the key of its element. A box replaces a state's element.
 * In a small picture, a state keeps its element while name and size stay.
 */
function giveKeys(nodes: readonly SceneNode[]): void {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const { shape, state, label, lines, halfWidth, colour, uncertain, merged, accepting, beside } = node;
    const key = lines
      ? [shape, colour, uncertain, merged, accepting, halfWidth, beside, label, ...lines].join(' ')
      : `${shape} ${state} ${label}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const isKnown = !lines && (shape === 'circle' || shape === 'square');
    keys.set(node, isKnown ? String(state) : `${key} ${count}`);
  }
}

const keyOfNode = (node: SceneNode): string => keys.get(node) ?? '';
const keyOfEdge = (edge: SceneEdge): string => `${edge.from}-${edge.to}`;

function paintEdges(layer: Layer, scene: Scene, motion: Motion): void {
  const joined = edges(layer)
    .data([...scene.edges], keyOfEdge)
    .join((enter) => {
      const edge = enter.append('g');
      edge.append('path').attr('class', 'graph-line');
      edge.append('path').attr('class', 'graph-arrow');
      return edge;
    })
    .attr('class', (edge) => `graph-edge ${edge.kind} ${edge.colour}${edge.uncertain ? ' uncertain' : ''}`)
    .call(tint)
    .order();
  // The curve of a line cannot be moved, so it appears where it is now.
  if (motion === 'move')
    joined
      .filter(function ({ path }) {
        return this.querySelector('.graph-line')?.getAttribute('d') !== path;
      })
      .each(appear);
  joined
    .select<SVGPathElement>('.graph-line')
    .attr('d', (edge) => edge.path)
    .attr('stroke-width', (edge) => edge.widthPx);
  joined
    .select<SVGPathElement>('.graph-arrow')
    .attr('d', ({ arrow }) =>
      arrow ? `M${arrow[0]} ${arrow[1]}L${arrow[2]} ${arrow[3]}L${arrow[4]} ${arrow[5]}Z` : null,
    );
  fadeIn(joined, motion);
}

function paintEnd(layer: Layer, { end }: Scene): void {
  const lines = layer
    .selectAll<SVGGElement, SceneEndEdge>('g.graph-end-edge')
    .data([...(end?.edges ?? [])], ({ from }) => from)
    .join((enter) => {
      const edge = enter.append('g').attr('class', 'graph-end-edge');
      edge.append('path').attr('class', 'graph-line').attr('opacity', 0.35);
      edge.append('path').attr('class', 'graph-arrow').attr('opacity', 0.35);
      edge.append('text').attr('class', 'graph-label graph-count').attr('text-anchor', 'middle');
      return edge;
    });
  lines
    .select('.graph-line')
    .attr('d', ({ path }) => path)
    .attr('stroke-width', ({ widthPx }) => widthPx);
  lines
    .select('.graph-arrow')
    .attr('d', ({ arrow }) => `M${arrow[0]} ${arrow[1]}L${arrow[2]} ${arrow[3]}L${arrow[4]} ${arrow[5]}Z`);
  lines
    .select('.graph-label')
    .attr('x', ({ label }) => label.x)
    .attr('y', ({ label }) => label.y)
    .text(({ label }) => (label.box ? label.count : ''));
  const node = layer
    .selectAll<SVGGElement, NonNullable<Scene['end']>>('g.graph-end-node')
    .data(end ? [end] : [])
    .join((enter) => {
      const group = enter.append('g').attr('class', 'graph-end-node');
      group.append('rect').attr('class', 'graph-end-rim');
      group.append('rect').attr('class', 'graph-end-inner');
      group.append('text').attr('class', 'graph-share').attr('y', -2).text('End');
      group.append('text').attr('class', 'graph-total').attr('y', 13);
      return group;
    })
    .attr('transform', ({ x, y }) => `translate(${x},${y})`)
    .raise();
  for (const [name, inset] of [
    ['.graph-end-rim', 0],
    ['.graph-end-inner', 3],
  ] as const)
    node
      .select(name)
      .attr('x', ({ halfWidth }) => inset - halfWidth)
      .attr('y', ({ radius }) => inset - radius)
      .attr('width', ({ halfWidth }) => 2 * (halfWidth - inset))
      .attr('height', ({ radius }) => 2 * (radius - inset))
      .attr('rx', ({ radius }) => radius - inset);
  node.select('.graph-total').text(({ value }) => value);
}

function paintLabels(layer: Layer, scene: Scene, motion: Motion): void {
  const joined = labels(layer)
    .data([...scene.edges], keyOfEdge)
    .join((enter) => {
      const text = enter.append('text');
      text.append('tspan').attr('class', 'graph-tags');
      text.append('tspan').attr('class', 'graph-count');
      return text;
    })
    .attr('class', (edge) => `graph-label ${edge.kind}${edge.label.box ? '' : ' crowded'}`)
    .attr('x', ({ label }) => label.x)
    .attr('y', ({ label }) => label.y)
    .attr('text-anchor', ({ label }) => label.anchor);
  joined.select('.graph-tags').text(({ label }) => label.tags);
  joined
    .select('.graph-count')
    .attr('dx', ({ label }) => (label.tags === '' ? 0 : COUNT_GAP_PX))
    .text(({ label }) => label.count);
  fadeIn(joined, motion);
}

function paintNodes(layer: Layer, scene: Scene, motion: Motion): void {
  giveKeys(scene.nodes);
  const place = (node: SceneNode): string => `translate(${node.x},${node.y})`;
  const joined = nodes(layer)
    .data([...scene.nodes], keyOfNode)
    .join(
      (enter) => createNodeMarks(enter.append('g').attr('transform', place)),
      (update) => {
        if (motion === 'move') update.transition().duration(MOVE_MS).attr('transform', place);
        else update.interrupt().attr('transform', place);
        return update;
      },
    );
  joined.call(tint).attr('data-swatch', ({ swatch }) => swatch ?? null);
  joined.select('.graph-value').text(({ value }) => value);
  joined.select('.graph-share').text(({ share }) => share ?? '');
  joined.select('.graph-dead-end').attr('display', ({ isDeadEnd }) => (isDeadEnd ? null : 'none'));
  fadeIn(joined, motion);
}

function tint<Element extends BaseType, Datum extends { readonly tint?: number | null }>(
  joined: Selection<Element, Datum, SVGGElement, unknown>,
): void {
  joined
    .classed('tinted', ({ tint: figure }) => figure !== null && figure !== undefined)
    .classed('less', ({ tint: figure }) => (figure ?? 0) < 0)
    .style('--tint', ({ tint: figure }) =>
      figure === null || figure === undefined ? null : String(Math.abs(figure)),
    );
}

function fadeIn<Element extends BaseType, Datum>(
  joined: Selection<Element, Datum, SVGGElement, unknown>,
  motion: Motion,
): void {
  joined.each(function () {
    const element = this as unknown as SVGElement & { graphKnown?: boolean };
    if (motion !== 'none' && !element.graphKnown) appear.call(element);
    element.graphKnown = true;
  });
}

function appear(this: SVGElement): void {
  this.animate([{ opacity: 0 }, {}], { duration: MOVE_MS, easing: 'ease-out' });
}
