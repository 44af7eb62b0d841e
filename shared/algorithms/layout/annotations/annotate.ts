import { LABEL_FONT_PX } from '../labels/edge-labels.ts';
import { textWidth } from '../labels/label-text.ts';
import type { Box } from '../labels/taken-boxes.ts';
import { arrowOf, type Curve, pointOn } from '../scene/edge-curve.ts';
import { outerRadius, outerWidth, type Scene, type SceneEdge, type SceneNode } from '../scene/scene.ts';

export interface Annotation {
  readonly id: number;
  readonly kind: 'callout' | 'arrow' | 'highlight';
  readonly text: string;
  readonly told?: string | null;
  readonly quoted?: string | null;
  readonly large: boolean;
  readonly colour: string;
  readonly states: readonly number[];
  readonly transitions: readonly { readonly from: number; readonly to: number }[];
  readonly dx: number;
  readonly dy: number;
}

/** An annotation on a scene, in px of the picture. */
export interface DrawnAnnotation {
  readonly id: number;
  readonly colour: string;
  readonly discs: readonly Disc[];
  readonly bands: readonly { readonly curve: Curve; readonly widthPx: number }[];
  readonly arrow: {
    readonly curve: Curve;
    readonly widthPx: number;
    readonly head: readonly number[];
  } | null;
  readonly words: AnnotationWords | null;
  /** The area by which people drag the annotation: its text, or the middle of an arrow. */
  readonly grip: Box | null;
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly radius: number;
}

interface AnnotationWords {
  readonly box: Box;
  readonly lines: readonly { readonly text: string; readonly look: 'plain' | 'figure' | 'quote' }[];
  readonly fontPx: number;
  readonly linePx: number;
  readonly isFramed: boolean;
}

const PAD_PX = 6;
const WIDEST_PX = 220;
const LARGE = 1.7;
/** Width of bold letters relative to regular ones. */
const BOLD = 1.1;
const GRIP_PX = 7;
const SHINE_PX = 7;
const ARROW_PX = 2.5;
const LEADER_PX = 1.25;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws the annotations whose states are all shown. `size` is 1 at the picture's own size. */
export function drawAnnotations(
  { nodes, edges }: Scene,
  annotations: readonly Annotation[],
  size = 1,
): DrawnAnnotation[] {
  const nodeAt = new Map(nodes.map((node) => [node.state, node]));
  const edgeAt = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  return annotations.flatMap((one): DrawnAnnotation[] => {
    const at = one.states.flatMap((state) => nodeAt.get(state) ?? []);
    const drawn = one.transitions.flatMap(({ from, to }) => edgeAt.get(`${from} ${to}`) ?? []);
    if (one.kind === 'highlight') return at.length === 0 ? [] : [highlighted(one, at, drawn)];
    if (at.length < one.states.length || drawn.length < one.transitions.length) return [];
    const [first, second] = at;
    if (one.kind === 'arrow') return first && second ? [arrowBetween(one, first, second, size)] : [];
    return [calledOut(one, drawn[0] ?? first ?? null, nodeAt.get(0), size)];
  });
}

export function withRoomFor(scene: Scene, drawn: readonly DrawnAnnotation[]): Scene {
  const boxes = drawn.flatMap(({ words }) => words?.box ?? []);
  if (boxes.length === 0) return scene;
  const { left, top, right, bottom } = scene.bounds;
  return {
    ...scene,
    bounds: {
      left: Math.min(left, ...boxes.map((box) => box.left - PAD_PX)),
      top: Math.min(top, ...boxes.map((box) => box.top - PAD_PX)),
      right: Math.max(right, ...boxes.map((box) => box.right + PAD_PX)),
      bottom: Math.max(bottom, ...boxes.map((box) => box.bottom + PAD_PX)),
    },
  };
}

function highlighted(
  { id, colour }: Annotation,
  nodes: readonly SceneNode[],
  edges: readonly SceneEdge[],
): DrawnAnnotation {
  return {
    id,
    colour,
    discs: nodes.map((node) => ({
      x: node.x,
      y: node.y,
      halfWidth: outerWidth(node) + SHINE_PX,
      radius: outerRadius(node) + SHINE_PX,
    })),
    bands: edges.map(({ curve, widthPx }) => ({ curve, widthPx: widthPx + 2 * SHINE_PX - 4 })),
    arrow: null,
    words: null,
    grip: null,
  };
}

function calledOut(
  one: Annotation,
  about: SceneNode | SceneEdge | null,
  start: Point | undefined,
  size: number,
): DrawnAnnotation {
  const target = about && ('curve' in about ? pointOn(about.curve, 0, 0.5) : about);
  const from = target ?? start ?? { x: 0, y: 0 };
  const words = wordsAt(one, { x: from.x + one.dx, y: from.y + one.dy }, size);
  return {
    id: one.id,
    colour: one.colour,
    discs: [],
    bands: [],
    arrow: target && leader(words.box, target, about && 'radius' in about ? about : null, size),
    words,
    grip: words.box,
  };
}

/** Returns a straight line from a box to its target; null if the box covers it. */
function leader(box: Box, to: Point, node: SceneNode | null, size: number): DrawnAnnotation['arrow'] {
  const from = {
    x: Math.max(box.left, Math.min(box.right, to.x)),
    y: Math.max(box.top, Math.min(box.bottom, to.y)),
  };
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const reach = node ? reachTowards(node, from) + 2 : 2;
  if (far <= reach + 4) return null;
  const share = (far - reach) / far;
  const end = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  return arrowAlong(bent(from, between(from, end), end), LEADER_PX * size);
}

/** The arrow bends to pass its own text or grip. */
function arrowBetween(one: Annotation, from: SceneNode, to: SceneNode, size: number): DrawnAnnotation {
  const straight = between(from, to);
  const middle = { x: straight.x + one.dx, y: straight.y + one.dy };
  // A curve's middle is halfway to its control point.
  const control = { x: 2 * middle.x - straight.x, y: 2 * middle.y - straight.y };
  const edgeOf = (node: SceneNode): Point => {
    const far = Math.hypot(control.x - node.x, control.y - node.y) || 1;
    const reach = (reachTowards(node, control) + 3) / far;
    return { x: node.x + (control.x - node.x) * reach, y: node.y + (control.y - node.y) * reach };
  };
  const words = one.text === '' ? null : wordsAt(one, middle, size);
  const held = GRIP_PX * size;
  return {
    id: one.id,
    colour: one.colour,
    discs: [],
    bands: [],
    arrow: arrowAlong(bent(edgeOf(from), control, edgeOf(to)), ARROW_PX * size),
    words,
    grip: words?.box ?? {
      left: middle.x - held,
      right: middle.x + held,
      top: middle.y - held,
      bottom: middle.y + held,
    },
  };
}

function reachTowards(node: SceneNode, { x, y }: Point): number {
  if (node.shape !== 'card') return outerRadius(node);
  const [dx, dy] = [Math.abs(x - node.x), Math.abs(y - node.y)];
  const far = Math.hypot(dx, dy) || 1;
  return Math.min(
    (outerWidth(node) * far) / Math.max(dx, 1e-6),
    (outerRadius(node) * far) / Math.max(dy, 1e-6),
  );
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A quadratic curve as a cubic one. */
function bent(from: Point, control: Point, to: Point): Curve {
  const towards = (end: Point): readonly [number, number] => [
    end.x + ((control.x - end.x) * 2) / 3,
    end.y + ((control.y - end.y) * 2) / 3,
  ];
  return [from.x, from.y, ...towards(from), ...towards(to), to.x, to.y];
}

const arrowAlong = (curve: Curve, widthPx: number) => ({ curve, widthPx, head: arrowOf(curve, 2 * widthPx) });

function wordsAt(one: Annotation, { x, y }: Point, size: number): AnnotationWords {
  const fontPx = LABEL_FONT_PX * size * (one.large ? LARGE : 1);
  const room = WIDEST_PX * size * (one.large ? LARGE : 1);
  const inLines = (text: string | null | undefined, look: 'plain' | 'figure' | 'quote') =>
    text ? wrapped(text, fontPx, room).map((line) => ({ text: line, look })) : [];
  const lines = [
    ...inLines(one.text, 'plain'),
    ...inLines(one.told, 'figure'),
    ...inLines(one.quoted && `“${one.quoted}”`, 'quote'),
  ];
  const linePx = fontPx * 1.35;
  const pad = PAD_PX * size;
  const widths = lines.map(({ text, look }) => textWidth(text, fontPx) * (look === 'figure' ? BOLD : 1));
  const half = Math.max(...widths, fontPx) / 2 + pad;
  const high = (Math.max(1, lines.length) * linePx) / 2 + pad * 0.7;
  const box = { left: x - half, right: x + half, top: y - high, bottom: y + high };
  return { box, lines, fontPx, linePx, isFramed: !one.large };
}

/** Breaks a text at its own line breaks and between words. A word that is too long for a line is cut. */
function wrapped(text: string, fontPx: number, widthPx: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/u).filter((one) => one !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && textWidth(longer, fontPx) > widthPx) {
        lines.push(line);
        line = word;
      } else line = longer;
      while (textWidth(line, fontPx) > widthPx && [...line].length > 1) {
        let cut = [...line].length - 1;
        while (cut > 1 && textWidth([...line].slice(0, cut).join(''), fontPx) > widthPx) cut--;
        lines.push([...line].slice(0, cut).join(''));
        line = [...line].slice(cut).join('');
      }
    }
    return line === '' ? lines : [...lines, line];
  });
}

const DIRECTIONS = [
  [0, -1],
  [1, -1],
  [1, 1],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, 0],
] as const;

/** Returns the position at which a new annotation covers the least of the picture, in px from its target. */
export function freePlace(scene: Scene, one: Annotation, others: readonly DrawnAnnotation[]) {
  const taken: Box[] = [
    ...scene.nodes.map((node) => {
      const [wide, high] = [outerWidth(node), outerRadius(node)];
      return { left: node.x - wide, right: node.x + wide, top: node.y - high, bottom: node.y + high };
    }),
    ...scene.edges.flatMap(({ label }) => label.box ?? []),
    ...others.flatMap(({ words }) => words?.box ?? []),
  ];
  const placed = (dx: number, dy: number) => ({ ...one, dx, dy });
  const start = scene.nodes.find(({ state }) => state === 0) ?? { x: 0, y: 0 };
  const { left, top } = scene.bounds;
  // Free text starts above the picture, in its corner.
  const tried =
    one.kind === 'callout' && one.states.length === 0
      ? [0, 1, 2, 3].map((row) => placed(left + 140 - start.x, top - 24 - 44 * row - start.y))
      : (one.kind === 'arrow' ? [48] : [48, 80, 120]).flatMap((away) =>
          DIRECTIONS.map(([x, y]) => placed(1.4 * away * x, away * y)),
        );
  let best = { dx: 0, dy: -48, covered: Number.POSITIVE_INFINITY };
  for (const { dx, dy } of tried) {
    const drawn = drawAnnotations(scene, [placed(dx, dy)])[0];
    if (!drawn?.grip) continue;
    const boxes = [
      drawn.grip,
      ...(one.kind === 'callout' && drawn.arrow ? alongLine(drawn.arrow.curve) : []),
    ];
    const covered = boxes.reduce(
      (sum, box) => sum + taken.reduce((part, other) => part + overlap(box, other), 0),
      0,
    );
    if (covered < best.covered) best = { dx, dy, covered };
  }
  return { dx: Math.round(best.dx), dy: Math.round(best.dy) };
}

/** The straight line of a call-out, as small boxes along it. */
const alongLine = ([x, y, , , , , endX, endY]: Curve): Box[] =>
  Array.from({ length: 12 }, (_, at) => {
    const [midX, midY] = [x + ((endX - x) * at) / 12, y + ((endY - y) * at) / 12];
    return { left: midX - 4, right: midX + 4, top: midY - 4, bottom: midY + 4 };
  });

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
