import { select } from 'd3';
import type { SceneNode } from '#shared/algorithms/layout/scene/scene.ts';
import type { View } from './viewport.ts';

export interface GraphDot {
  readonly id: number;
  readonly states: readonly number[];
  readonly reached: number;
}

interface PlacedDot {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** True if its state is hidden, so that it waits at the last visible one. */
  readonly isBeyond: boolean;
}

const RADIUS_PX = 4;
const GAP_PX = 7;
/** The golden angle, as between the seeds of a sunflower. It keeps dots from lining up in rows. */
const TURN = Math.PI * (3 - Math.sqrt(5));
/** Below this scale dots keep their size on screen. */
const LEAST_SCALE = 0.7;

/** Places each dot near its state or, if that is hidden, near the last visible state. `gap` is between dots. */
export function placeDots(
  dots: readonly GraphDot[],
  nodes: ReadonlyMap<number, Pick<SceneNode, 'x' | 'y'>>,
  gap: number,
): PlacedDot[] {
  const standing = new Map<number, number>();
  return dots.flatMap(({ id, states, reached }) => {
    let at = reached;
    while (at > 0 && !nodes.has(states[at - 1]!)) at--;
    const state = at === 0 ? 0 : states[at - 1]!;
    const node = nodes.get(state);
    if (!node) return [];
    const place = standing.get(state) ?? 0;
    standing.set(state, place + 1);
    const away = gap * Math.sqrt(place);
    return [
      {
        id,
        x: node.x + away * Math.cos(place * TURN),
        y: node.y + away * Math.sin(place * TURN),
        isBeyond: at < reached,
      },
    ];
  });
}

export function createDots(host: HTMLElement) {
  const svg = select(host).append('svg').attr('class', 'graph-dots').attr('aria-hidden', 'true');
  const layer = svg.append('g');
  let dots: readonly GraphDot[] = [];
  let nodes: ReadonlyMap<number, SceneNode> = new Map();
  let unit = 1;
  const place = (): void => {
    layer
      .selectAll<SVGCircleElement, PlacedDot>('circle')
      .data(placeDots(dots, nodes, GAP_PX * unit), ({ id }) => id)
      .join('circle')
      .attr('r', RADIUS_PX * unit)
      .attr('stroke-width', unit)
      .classed('beyond', ({ isBeyond }) => isBeyond)
      .style('transform', ({ x, y }) => `translate(${x}px, ${y}px)`);
  };
  return {
    show(next: readonly GraphDot[]): void {
      dots = next;
      place();
    },
    scene(next: readonly SceneNode[]): void {
      nodes = new Map(next.map((node) => [node.state, node]));
      place();
    },
    view({ x, y, k }: View): void {
      layer.attr('transform', `translate(${x} ${y}) scale(${k})`);
      const next = Math.max(1, LEAST_SCALE / k);
      if (next === unit) return;
      unit = next;
      place();
    },
    destroy(): void {
      svg.remove();
    },
  };
}
