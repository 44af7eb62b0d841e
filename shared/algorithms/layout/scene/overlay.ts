import { formatCount } from '../../../domain/figure-text.ts';
import { DEAD_END_PX, placeCounts } from '../labels/edge-labels.ts';
import { boundsOf } from '../layered/cards.ts';
import { boxesBeside } from '../layered/circles.ts';
import { edgeWidth, type Scene, type SceneEdge, type SceneNode, withPlacedLabels } from './scene.ts';

/** An overlay on a picture: figures of states and transitions, as text, color or width. */
export interface Overlay {
  readonly automaton: number;
  readonly title: string;
  readonly states: ReadonlyMap<number, OverlayMark>;
  readonly transitions: ReadonlyMap<string, OverlayMark>;
  readonly ends?: ReadonlyMap<number, number>;
  readonly legend: OverlayLegend;
}

export interface OverlayMark {
  /** Shown next to a state, or replaces an edge's count; null leaves it unchanged. */
  readonly text: string | null;
  /** 0 … 1 towards the color of more, 0 … −1 towards that of less; null leaves the color of the role. */
  readonly tint: number | null;
  /** 0 … 1 of the full width by its square root; null leaves the width. */
  readonly share: number | null;
  readonly isDeadEnd?: boolean;
  readonly isOfFew?: boolean;
}

export interface OverlayLegend {
  readonly name: string;
  readonly least: string;
  readonly most: string;
  /** The meaning of a state's figure, and of a transition's if it differs. */
  readonly meaning: { readonly ofState: string; readonly ofTransition: string | null };
  readonly isDifference: boolean;
  /** True if text, color or width is used. Parts without a mark are then blank. */
  readonly hasLabel: boolean;
  readonly hasColour: boolean;
  readonly hasWidth: boolean;
  readonly hasDeadEnds: boolean;
}

export const transitionKey = (from: number, to: number): string => `${from}-${to}`;

/** Returns a scene with an overlay's figures. Nothing moves. */
export function overlayScene(scene: Scene, { states, transitions, ends, legend }: Overlay): Scene {
  return withPlacedCounts({
    ...scene,
    nodes: scene.nodes.map((node): SceneNode => {
      const mark = states.get(node.state);
      if (!mark) return legend.hasColour ? { ...node, tint: 0 } : node;
      const { text, tint, isDeadEnd = false } = mark;
      return {
        ...node,
        tint,
        value: text ?? node.value,
        // A dash stands where there is no figure.
        ...(text === null || node.shape !== 'card' ? {} : { share: text === '' ? '–' : '' }),
        isDeadEnd,
        title: text === null || text === '' ? node.title : `${node.title}, ${legend.name}: ${text}`,
      };
    }),
    edges: scene.edges.map((edge): SceneEdge => {
      const mark = transitions.get(transitionKey(edge.from, edge.to));
      const { text, tint, share } = mark ?? {
        text: legend.hasLabel ? '' : null,
        tint: legend.hasColour ? 0 : null,
        share: legend.hasWidth ? 0 : null,
      };
      return {
        ...edge,
        tint,
        widthPx: share === null ? edge.widthPx : edgeWidth(share, 1),
        label: text === null ? edge.label : { ...edge.label, count: text },
      };
    }),
    ...(scene.end && legend.hasLabel
      ? {
          end: {
            ...scene.end,
            edges: scene.end.edges.map((edge) => {
              const count = ends?.get(edge.from) ?? 0;
              return { ...edge, label: { ...edge.label, count: count === 0 ? '' : formatCount(count) } };
            }),
          },
        }
      : {}),
  });
}

/** Returns the box of a state, wider on both sides if it has a mark for many abandoned dialogues. */
const withMark = ({ x, y, halfWidth, radius, isDeadEnd = false }: SceneNode) => ({
  x,
  y,
  halfWidth: halfWidth + (isDeadEnd ? DEAD_END_PX : 0),
  radius,
});

/** Places figures again, because they are longer than counts. */
function withPlacedCounts(scene: Scene): Scene {
  const { isSmall, nodes, edges, end } = scene;
  if (!isSmall) return withPlacedLabels(scene);
  const lines = [...edges, ...(end?.edges ?? [])];
  const labels = placeCounts(
    lines.map(({ curve, widthPx, label }) => ({ curve, widthPx, count: label.count })),
    [...nodes.map(withMark), ...nodes.flatMap(boxesBeside), ...(end ? [end] : [])],
  );
  const boxes = labels.flatMap(({ box }) => box ?? []);
  const drawn = boundsOf(nodes.flatMap(boxesBeside), [], boxes);
  const { bounds } = scene;
  return {
    ...scene,
    bounds: {
      left: Math.min(bounds.left, drawn.left),
      right: Math.max(bounds.right, drawn.right),
      top: Math.min(bounds.top, drawn.top),
      bottom: Math.max(bounds.bottom, drawn.bottom),
    },
    edges: edges.map((edge, at) => ({ ...edge, label: labels[at] })),
    ...(end
      ? {
          end: {
            ...end,
            edges: end.edges.map((edge, at) => ({ ...edge, label: labels[edges.length + at] })),
          },
        }
      : {}),
  };
}
