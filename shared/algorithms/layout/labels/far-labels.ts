import { MAX_LABEL_PX, STATE_PX } from '../grid/spacing.ts';
import type { Scene, SceneNode } from '../scene/scene.ts';
import { LABEL_FONT_PX } from './edge-labels.ts';
import { fitText, textWidth } from './label-text.ts';
import { TakenBoxes } from './taken-boxes.ts';

/** Px that a label of a small picture has on the screen, whatever the scale. */
const FAR_FONT_PX = 10;
/** A label with fewer characters is useless. */
const LEAST_CHARACTERS = 5;
/** Between two of these zoom levels the labels stay the same. */
const STEP = 1.15;

/** A label of a tree edge in a picture that is too small for its own labels. */
export interface FarLabel {
  /** Id of the scene's edge. */
  readonly id: number;
  readonly text: string;
  /** The end of its baseline that is at the state. */
  readonly x: number;
  readonly y: number;
  readonly fontPx: number;
  readonly anchor: 'start' | 'end';
}

/** Returns the step of a scale; labels are created again when it changes. */
export const farStep = (scale: number): number => Math.floor(Math.log(scale) / Math.log(STEP));

/**
 * Returns the labels that fit if a picture is zoomed out: in normal size, of the strongest edges, without overlaps.
 * Linear in edges and states.
 *
 * @param step see `farStep`
 */
export function farLabels({ edges, nodes, direction, notation }: Scene, step: number): FarLabel[] {
  // Cards carry their names.
  if (notation === 'boxes') return [];
  const fontPx = FAR_FONT_PX / STEP ** step;
  const taken = new TakenBoxes();
  const placeOf = new Map(nodes.map((node) => [node.state, node]));
  for (const { x, y, radius } of nodes)
    taken.take({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
  const beside = besides(nodes);
  const labels: FarLabel[] = [];
  const inTurn = edges
    .filter(({ kind }) => kind === 'tree')
    .sort((a, b) => b.support - a.support || b.id - a.id);
  for (const { id, from, to, widthPx, label } of inTurn) {
    const source = placeOf.get(from);
    const target = placeOf.get(to);
    if (!source || !target) continue;
    const isDown = direction === 'down';
    const x = isDown ? target.x + STATE_PX : target.x - target.radius - 5;
    const y = isDown ? target.y + fontPx * 0.35 : target.y - widthPx / 2 - fontPx * 0.25;
    const roomPx = isDown ? (beside.get(to) ?? MAX_LABEL_PX) : x - source.x - source.radius - fontPx / 2;
    const whole = `${label.tags} ${label.count}`;
    const text = textWidth(whole, fontPx) <= roomPx ? whole : fitText(label.tags, fontPx, roomPx);
    if (text.length < Math.min(LEAST_CHARACTERS, label.tags.length) || textWidth(text, fontPx) > roomPx)
      continue;
    const wide = textWidth(text, fontPx);
    const left = isDown ? x : x - wide;
    const box = { left, right: left + wide, top: y - fontPx, bottom: y + fontPx * 0.2 };
    if (!taken.isFree(box)) continue;
    taken.take(box);
    labels.push({ id, text, x, y, fontPx, anchor: isDown ? 'start' : 'end' });
  }
  return labels;
}

/** From the top down, a label may extend to the next state of its level. */
function besides(nodes: readonly SceneNode[]): Map<number, number> {
  const inTurn = [...nodes].sort((first, second) => first.y - second.y || first.x - second.x);
  const room = new Map<number, number>();
  for (const [at, { state, x, y }] of inTurn.entries()) {
    const next = inTurn[at + 1];
    if (next?.y === y) room.set(state, Math.min(MAX_LABEL_PX, next.x - x - 2 * STATE_PX));
  }
  return room;
}

/** Below this scale a label of the picture itself is too small to read. */
export const FAR_SCALE = 8.5 / LABEL_FONT_PX;
