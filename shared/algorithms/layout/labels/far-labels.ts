import { MAX_LABEL_PX, STATE_PX } from '../grid/spacing.ts';
import { TEXT_FONT_PX } from '../layered/card-measures.ts';
import type { Scene, SceneNode } from '../scene/scene.ts';
import { LABEL_FONT_PX, type SceneLabel } from './edge-labels.ts';
import { fitWords, textWidth, wrapWords } from './label-text.ts';
import { TakenBoxes } from './taken-boxes.ts';

const FAR_FONT_PX = 10;
const LEAST_CHARACTERS = 5;
/** Labels change only when the scale changes by this factor. */
const STEP = 1.15;

/** A label of a picture that is zoomed out too far for its own labels. */
export interface FarLabel {
  readonly key: string;
  readonly edge: number | null;
  readonly state: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly fontPx: number;
  readonly anchor: 'start' | 'end';
}

/** Returns the step of a scale. Labels are created again when it changes. */
export const farStep = (scale: number): number => Math.floor(Math.log(scale) / Math.log(STEP));

/** Returns the labels that fit a zoomed-out picture: names of the strongest edges, then totals of states. Linear. */
export function farLabels({ edges, nodes, direction, isSmall }: Scene, step: number): FarLabel[] {
  // Their states carry their names.
  if (isSmall) return [];
  const fontPx = FAR_FONT_PX / STEP ** step;
  const taken = new TakenBoxes();
  const placeOf = new Map(nodes.map((node) => [node.state, node]));
  for (const { x, y, radius } of nodes)
    taken.take({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
  const beside = besides(nodes);
  const isDown = direction === 'down';
  const anchor = isDown ? 'start' : 'end';
  const labels: FarLabel[] = [];
  const inTurn = edges
    .filter(({ kind }) => kind === 'tree')
    .sort((a, b) => b.support - a.support || b.id - a.id);
  for (const { id, from, to, widthPx, label } of inTurn) {
    const source = placeOf.get(from);
    const target = placeOf.get(to);
    if (!source || !target) continue;
    const x = isDown ? target.x + STATE_PX : target.x - target.radius - 5;
    const low = isDown ? target.y + fontPx * 0.35 : target.y - widthPx / 2 - fontPx * 0.25;
    const roomPx = isDown ? (beside.get(to) ?? MAX_LABEL_PX) : x - source.x - source.radius - fontPx / 2;
    for (const lines of wordings(label, fontPx, roomPx)) {
      const wide = Math.max(...lines.map((line) => textWidth(line, fontPx)));
      const gapPx = fontPx * GAP;
      const left = isDown ? x : x - wide - gapPx;
      const top = low - (lines.length - 1) * fontPx * LINE_HEIGHT - fontPx;
      const box = { left, right: left + wide + gapPx, top, bottom: low + fontPx * 0.2 };
      if (wide > roomPx || !taken.isFree(box)) continue;
      taken.take(box);
      for (const [at, text] of lines.entries()) {
        const y = low - (lines.length - 1 - at) * fontPx * LINE_HEIGHT;
        labels.push({ key: `${id}-${at}`, edge: id, state: to, text, x, y, fontPx, anchor });
      }
      break;
    }
  }
  if (step < LEAST_TOTALS_STEP) return labels;
  for (const { state, x, y, radius, value } of nodes) {
    if (value === '') continue;
    const wide = BOLD * textWidth(value, fontPx);
    // Above on the right, as in a larger picture; or below, where no names are.
    const places = [
      { left: x + radius * 0.7 + fontPx * 0.3, low: y - radius * 0.7 - fontPx * 0.2 },
      { left: x - radius, low: y + radius + fontPx + 0.5 },
    ];
    for (const { left, low } of places) {
      const box = { left, right: left + wide + fontPx * GAP, top: low - fontPx, bottom: low + fontPx * 0.2 };
      if (!taken.isFree(box)) continue;
      taken.take(box);
      labels.push({
        key: `of-${state}`,
        edge: null,
        state,
        text: value,
        x: left,
        y: low,
        fontPx,
        anchor: 'start',
      });
      break;
    }
  }
  return labels;
}

const LEAST_TOTALS_STEP = farStep(0.3);
const GAP = 0.3;
const LINE_HEIGHT = 1.2;
const BOLD = 1.06;

/** Returns the possible wordings of a label, best first: with its count, in one line, in two lines, and cut. */
function wordings({ tags, count }: SceneLabel, fontPx: number, roomPx: number): string[][] {
  const cut = fitWords(tags, fontPx, roomPx);
  return [
    [`${tags} ${count}`],
    [tags],
    wrapWords(tags, fontPx, roomPx, 2),
    ...(cut.length < Math.min(LEAST_CHARACTERS, tags.length) ? [] : [[cut]]),
  ];
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

/** Below these scales, normal labels are unreadable. */
const FAR_SCALES = { small: 8.5 / TEXT_FONT_PX, large: FAR_FONT_PX / LABEL_FONT_PX } as const;

export const isFar = ({ isSmall }: Pick<Scene, 'isSmall'>, scale: number): boolean =>
  scale < FAR_SCALES[isSmall ? 'small' : 'large'];

export const isLitFar = (
  { edge, state }: FarLabel,
  light: { readonly states: ReadonlySet<number>; readonly edges: ReadonlySet<number> },
): boolean => (edge === null ? light.states.has(state) : light.edges.has(edge));
