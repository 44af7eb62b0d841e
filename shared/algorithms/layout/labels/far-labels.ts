import type { Scene } from '../scene/scene.ts';
import { LABEL_FONT_PX } from './edge-labels.ts';
import { fitText, textWidth } from './label-text.ts';
import { TakenBoxes } from './taken-boxes.ts';

/** Px that a label of a small picture has on the screen, whatever the scale. */
const FAR_FONT_PX = 10;
/** With fewer characters a label says nothing. */
const LEAST_CHARACTERS = 5;
/** Between two of these steps of the scale the labels stay as they are. */
const STEP = 1.15;

/** A label of a tree edge in a picture that is too small for its own labels. */
export interface FarLabel {
  /** Of the scene's edge. */
  readonly id: number;
  readonly text: string;
  /** The right end of its baseline. */
  readonly x: number;
  readonly y: number;
  readonly fontPx: number;
}

/** The step of a scale; labels are made anew where it changes. */
export const farStep = (scale: number): number => Math.floor(Math.log(scale) / Math.log(STEP));

/**
 * The labels that still have room where a picture is looked at from afar: as large on the screen as ever, of the
 * strongest edges, beside no state and no other label. Linear in edges and states.
 *
 * @param step see `farStep`
 */
export function farLabels({ edges, nodes }: Scene, step: number): FarLabel[] {
  const fontPx = FAR_FONT_PX / STEP ** step;
  const taken = new TakenBoxes();
  const placeOf = new Map(nodes.map((node) => [node.state, node]));
  for (const { x, y, radius } of nodes)
    taken.take({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
  const labels: FarLabel[] = [];
  const inTurn = edges
    .filter(({ kind }) => kind === 'tree')
    .sort((a, b) => b.support - a.support || b.id - a.id);
  for (const { id, from, to, widthPx, label } of inTurn) {
    const source = placeOf.get(from);
    const target = placeOf.get(to);
    if (!source || !target) continue;
    const x = target.x - target.radius - 5;
    const y = target.y - widthPx / 2 - fontPx * 0.25;
    const roomPx = x - source.x - source.radius - fontPx / 2;
    const whole = `${label.tags} ${label.count}`;
    const text = textWidth(whole, fontPx) <= roomPx ? whole : fitText(label.tags, fontPx, roomPx);
    if (text.length < Math.min(LEAST_CHARACTERS, label.tags.length) || textWidth(text, fontPx) > roomPx)
      continue;
    const box = { left: x - textWidth(text, fontPx), right: x, top: y - fontPx, bottom: y + fontPx * 0.2 };
    if (!taken.isFree(box)) continue;
    taken.take(box);
    labels.push({ id, text, x, y, fontPx });
  }
  return labels;
}

/** Below this scale a label of the picture itself is too small to read. */
export const FAR_SCALE = 8.5 / LABEL_FONT_PX;
