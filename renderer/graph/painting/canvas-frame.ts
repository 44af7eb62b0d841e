import {
  COUNT_GAP_PX,
  countFontPx,
  LABEL_FONT_PX,
  VALUE_FONT_PX,
} from '#shared/algorithms/layout/labels/edge-labels.ts';
import { type FarLabel, isFar, isLitFar } from '#shared/algorithms/layout/labels/far-labels.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import {
  cardTextPx,
  NAME_LINE_PX,
  SHARE_GAP_PX,
  TEXT_FONT_PX,
  TOTAL_FONT_PX,
} from '#shared/algorithms/layout/layered/card-measures.ts';
import { textsBeside } from '#shared/algorithms/layout/layered/circles.ts';
import { FADED_PX, fadedPalette } from '#shared/algorithms/layout/picture/brand.ts';
import {
  cornerOf,
  DASH_PX,
  RING_PX,
  type Scene,
  type SceneEdge,
  type SceneEnd,
  type SceneNode,
  STACK_PX,
} from '#shared/algorithms/layout/scene/scene.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { View } from '../stage/viewport.ts';
import { CHANGE_SIGNS, DETAIL_SCALE, type Look, type StateChange } from './painter.ts';
import type { Palette } from './palette.ts';

export interface CanvasFrame {
  readonly scene: Scene;
  readonly boxes: readonly Box[];
  readonly far: readonly FarLabel[];
  readonly look: Look;
  readonly view: View;
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

const SPARE_PX = 40;
/** Minimum line width and state size on screen, so that a zoomed-out picture does not fade away. */
const LEAST_LINE_PX = 0.75;
const LEAST_STATE_PX = 1.5;
/** Below this scale states are drawn as plain dots. */
const DOT_SCALE = 0.16;

/** Paints lines, then states, then labels. Skips what is out of view or too small to read. */
export function paintFrame(context: CanvasRenderingContext2D, frame: CanvasFrame): void {
  const { scene, view, palette, ratio } = frame;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio * view.k, 0, 0, ratio * view.k, ratio * view.x, ratio * view.y);
  const seen: Box = {
    left: -view.x / view.k - SPARE_PX,
    top: -view.y / view.k - SPARE_PX,
    right: (frame.width - view.x) / view.k + SPARE_PX,
    bottom: (frame.height - view.y) / view.k + SPARE_PX,
  };
  if (scene.end) paintEnd(context, frame, scene.end);
  paintLines(context, frame, seen);
  paintStates(context, frame, seen);
  if (!isFar(scene, view.k)) paintLabels(context, frame, seen);
  else paintFarLabels(context, frame, seen);
  context.globalAlpha = 1;
}

function paintLines(
  context: CanvasRenderingContext2D,
  { scene, boxes, look, palette, view }: CanvasFrame,
  seen: Box,
): void {
  const least = LEAST_LINE_PX / view.k;
  for (const edge of scene.edges) {
    const box = boxes[edge.id]!;
    if (box.right < seen.left || box.left > seen.right || box.bottom < seen.top || box.top > seen.bottom)
      continue;
    const selected = edge.id === look.selectedEdge;
    const lit = selected || (look.light?.edges.has(edge.id) ?? false);
    const isFaint = look.light !== null && !lit;
    const own = tinted(edge.tint, palette, palette.none, 1) ?? palette.line[edge.colour];
    const colour = selected ? palette.accent : isFaint ? palette.faint : own;
    context.globalAlpha = lit ? 0.95 : isFaint ? 1 : edge.kind === 'tree' ? 0.6 : 0.4;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(least, isFaint ? Math.min(FADED_PX, edge.widthPx) : edge.widthPx);
    context.setLineDash(edge.uncertain ? [...DASH_PX] : []);
    context.beginPath();
    followCurve(context, edge.curve);
    context.stroke();
    context.setLineDash([]);
    if (!edge.arrow || view.k < DOT_SCALE) continue;
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(edge.arrow[0]!, edge.arrow[1]!);
    context.lineTo(edge.arrow[2]!, edge.arrow[3]!);
    context.lineTo(edge.arrow[4]!, edge.arrow[5]!);
    context.fill();
  }
}

function paintLabels(
  context: CanvasRenderingContext2D,
  { scene, look, palette }: CanvasFrame,
  seen: Box,
): void {
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  const tagFont = `${LABEL_FONT_PX}px ${palette.font}`;
  for (const edge of scene.edges) {
    const lit = edge.id === look.selectedEdge || (look.light?.edges.has(edge.id) ?? false);
    if (!isLabelSeen(edge, lit, seen)) continue;
    const { label } = edge;
    const countFont = `${countFontPx(label.tags)}px ${palette.font}`;
    context.font = countFont;
    const countPx = context.measureText(label.count).width;
    context.font = tagFont;
    const tagsPx = context.measureText(label.tags).width;
    const gapPx = label.tags === '' ? 0 : COUNT_GAP_PX;
    const widthPx = tagsPx + gapPx + countPx;
    const left = label.x - (label.anchor === 'end' ? widthPx : label.anchor === 'middle' ? widthPx / 2 : 0);
    const isFaint = look.light !== null && !lit;
    context.globalAlpha = 0.8;
    context.fillStyle = palette.surface;
    context.fillRect(left - 2, label.y - LABEL_FONT_PX + 2, widthPx + 4, LABEL_FONT_PX + 1);
    context.globalAlpha = 1;
    context.fillStyle = isFaint ? palette.faint : edge.kind === 'tree' || lit ? palette.text : palette.quiet;
    context.fillText(label.tags, left, label.y);
    context.fillStyle = isFaint ? palette.faint : palette.quiet;
    context.font = countFont;
    context.fillText(label.count, left + tagsPx + gapPx, label.y);
  }
}

function paintFarLabels(
  context: CanvasRenderingContext2D,
  { far, look, palette }: CanvasFrame,
  seen: Box,
): void {
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  for (const label of far) {
    const { text, x, y, fontPx, anchor, edge } = label;
    if ((anchor === 'end' ? x < seen.left : x > seen.right) || y < seen.top || y > seen.bottom) continue;
    context.textAlign = anchor;
    context.font = `${edge === null ? '600 ' : ''}${fontPx}px ${palette.font}`;
    context.strokeStyle = palette.surface;
    context.lineWidth = fontPx / 2.5;
    context.strokeText(text, x, y);
    context.fillStyle = look.light === null || isLitFar(label, look.light) ? palette.text : palette.faint;
    context.fillText(text, x, y);
  }
}

function isLabelSeen({ label }: SceneEdge, lit: boolean, seen: Box): boolean {
  if (!label.box) return lit;
  const { box } = label;
  return box.right >= seen.left && box.left <= seen.right && box.bottom >= seen.top && box.top <= seen.bottom;
}

function paintStates(
  context: CanvasRenderingContext2D,
  { scene, look, palette: own, view }: CanvasFrame,
  seen: Box,
): void {
  context.textAlign = 'center';
  const faded = fadedPalette(own);
  for (const node of scene.nodes) {
    if (node.x < seen.left || node.x > seen.right || node.y < seen.top || node.y > seen.bottom) continue;
    const lit = look.light?.states.has(node.state) ?? true;
    const marked =
      node.state === look.selectedState || node.state === look.cursor || look.matches.has(node.state);
    const change = look.changes.get(node.state);
    const isFaint = !(lit || marked || change);
    const palette = isFaint ? faded : own;
    if (marked) paintHalo(context, node, look, palette);
    if (change) paintChange(context, node, change, palette, view.k);
    if (view.k < DOT_SCALE) {
      paintDot(context, node, palette, view.k);
      continue;
    }
    context.lineWidth = 1.5;
    context.strokeStyle = palette.line[node.colour];
    context.fillStyle = palette.surface;
    context.setLineDash(node.uncertain ? [...DASH_PX] : []);
    if (node.merged > 1) outline(context, node, 0, STACK_PX);
    if (node.accepting) outline(context, node, RING_PX, 0);
    const figure =
      node.shape === 'start' || isFaint ? null : tinted(node.tint, palette, palette.surface, 0.62);
    context.fillStyle = figure ?? palette.fill[node.colour];
    const swatch = palette.swatches[node.swatch ?? ''];
    if (swatch) [context.strokeStyle, context.lineWidth] = [swatch, 4];
    outline(context, node, 0, 0);
    context.setLineDash([]);
    if (view.k < DETAIL_SCALE && node.shape !== 'start') continue;
    if (node.shape === 'card') {
      paintCard(context, node, palette);
      continue;
    }
    paintInside(context, node, palette);
    if (node.beside) paintBeside(context, node, palette);
    paintFigure(context, node, palette, !isFar(scene, view.k));
  }
}

function paintDot(context: CanvasRenderingContext2D, node: SceneNode, palette: Palette, k: number): void {
  const half = Math.max(node.radius * 0.8, LEAST_STATE_PX / k);
  context.fillStyle = tinted(node.tint, palette, palette.none, 1) ?? palette.line[node.colour];
  context.fillRect(node.x - half, node.y - half, 2 * half, 2 * half);
}

function paintHalo(context: CanvasRenderingContext2D, node: SceneNode, look: Look, palette: Palette): void {
  const found = look.matches.has(node.state);
  context.fillStyle = found ? palette.mark : palette.surface;
  context.strokeStyle = palette.accent;
  context.lineWidth = node.state === look.cursor || node.state === look.currentMatch ? 3 : 2;
  trace(context, node, 6.5, 0);
  context.fill();
  if (
    !found ||
    node.state === look.currentMatch ||
    node.state === look.selectedState ||
    node.state === look.cursor
  ) {
    context.stroke();
  }
}

/** Paints the outline of a changed state (dashed if new or gone, solid if changed), and its sign. */
function paintChange(
  context: CanvasRenderingContext2D,
  node: SceneNode,
  change: StateChange,
  palette: Palette,
  k: number,
): void {
  context.strokeStyle = palette.change;
  context.lineWidth = Math.max(1.5, LEAST_LINE_PX / k);
  context.setLineDash(change === 'changed' ? [] : [4, 3]);
  trace(context, node, 6.5, 0);
  context.stroke();
  context.setLineDash([]);
  if (k < DETAIL_SCALE) return;
  context.textAlign = 'right';
  context.fillStyle = palette.change;
  context.font = `bold 13px ${palette.font}`;
  context.fillText(CHANGE_SIGNS[change], node.x - node.halfWidth - 3, node.y + node.radius + 7);
  context.textAlign = 'center';
}

function tinted(
  tint: number | null | undefined,
  { more, less }: Palette,
  none: string,
  most: number,
): string | null {
  if (tint === null || tint === undefined) return null;
  const percent = Math.round(100 * most * Math.min(1, Math.abs(tint)));
  return `color-mix(in srgb, ${tint < 0 ? less : more} ${percent}%, ${none})`;
}

function paintFigure(
  context: CanvasRenderingContext2D,
  node: SceneNode,
  palette: Palette,
  isNear: boolean,
): void {
  const x = node.x + node.radius + 5;
  context.fillStyle = palette.text;
  if (node.isDeadEnd) context.fillRect(x - 1.5, node.y - 7, 3, 14);
  if (!node.value || node.beside || !isNear) return;
  context.textAlign = 'left';
  context.font = `600 ${VALUE_FONT_PX}px ${palette.font}`;
  context.strokeStyle = palette.surface;
  context.lineWidth = 3;
  context.strokeText(node.value, x, node.y - node.radius);
  context.fillText(node.value, x, node.y - node.radius);
  context.textAlign = 'center';
}

function paintBeside(context: CanvasRenderingContext2D, node: SceneNode, palette: Palette): void {
  context.fillStyle = palette.text;
  context.strokeStyle = palette.surface;
  context.lineWidth = 3;
  for (const [at, { text, x, y, anchor }] of textsBeside(node).entries()) {
    context.textAlign = anchor;
    context.font = `${at === node.lines?.length ? '600 ' : ''}${TEXT_FONT_PX}px ${palette.font}`;
    context.strokeText(text, node.x + x, node.y + y);
    context.fillText(text, node.x + x, node.y + y);
  }
  context.textAlign = 'center';
}

function paintCard(context: CanvasRenderingContext2D, node: SceneNode, palette: Palette): void {
  const { lines = [], value, share = '', x, y, isDeadEnd } = node;
  const top = y - cardTextPx(node) / 2;
  const ink = node.colour === 'start' ? palette.surface : palette.text;
  context.fillStyle = ink;
  context.font = `${TEXT_FONT_PX}px ${palette.font}`;
  lines.forEach((line, at) => {
    context.fillText(line, x, top + at * NAME_LINE_PX + TEXT_FONT_PX * 0.95);
  });
  const low = top + lines.length * NAME_LINE_PX + TOTAL_FONT_PX * 0.95;
  const shareFont = `${TEXT_FONT_PX}px ${palette.font}`;
  const totalFont = `600 ${TOTAL_FONT_PX}px ${palette.font}`;
  context.font = shareFont;
  const sharePx = share === '' ? 0 : SHARE_GAP_PX + context.measureText(share).width;
  context.font = totalFont;
  const totalPx = context.measureText(value).width;
  context.textAlign = 'left';
  const left = x - (totalPx + sharePx) / 2;
  context.fillText(value, left, low);
  if (share !== '') {
    context.fillStyle = palette.quiet;
    context.font = shareFont;
    context.fillText(share, left + totalPx + SHARE_GAP_PX, low);
  }
  context.fillStyle = palette.text;
  if (isDeadEnd) context.fillRect(x + node.halfWidth + 3.5, y - 7, 3, 14);
  context.textAlign = 'center';
}

function paintEnd(context: CanvasRenderingContext2D, frame: CanvasFrame, end: SceneEnd): void {
  const { light } = frame.look;
  const faded = fadedPalette(frame.palette);
  const isDim = ({ from }: { readonly from: number }): boolean => light !== null && !light.ends?.has(from);
  context.globalAlpha = light ? 1 : 0.35;
  for (const edge of end.edges) {
    const { curve, widthPx, arrow } = edge;
    const isFaint = isDim(edge);
    context.strokeStyle = isFaint ? faded.quiet : frame.palette.quiet;
    context.fillStyle = context.strokeStyle;
    context.lineWidth = isFaint ? Math.min(FADED_PX, widthPx) : widthPx;
    context.beginPath();
    followCurve(context, curve);
    context.stroke();
    context.beginPath();
    for (let at = 0; at < 6; at += 2) context.lineTo(arrow[at]!, arrow[at + 1]!);
    context.fill();
  }
  context.globalAlpha = 1;
  const palette = end.edges.length > 0 && end.edges.every(isDim) ? faded : frame.palette;
  const { x, y, halfWidth, radius } = end;
  context.fillStyle = palette.surface;
  context.strokeStyle = palette.text;
  context.lineWidth = 1.5;
  for (const inset of [0, 3]) {
    context.beginPath();
    context.roundRect(
      x - halfWidth + inset,
      y - radius + inset,
      2 * (halfWidth - inset),
      2 * (radius - inset),
      radius - inset,
    );
    context.fill();
    context.stroke();
  }
  context.fillStyle = palette.text;
  context.textAlign = 'center';
  context.font = `${TEXT_FONT_PX}px ${palette.font}`;
  context.fillText('End', x, y - 2);
  context.font = `600 ${TOTAL_FONT_PX - 1}px ${palette.font}`;
  context.fillText(end.value, x, y + 13);
  context.font = `${TEXT_FONT_PX}px ${palette.font}`;
  for (const edge of end.edges) {
    if (!edge.label.box) continue;
    context.fillStyle = isDim(edge) ? faded.text : frame.palette.text;
    context.fillText(edge.label.count, edge.label.x, edge.label.y);
  }
  context.globalAlpha = 1;
}

function followCurve(context: CanvasRenderingContext2D, c: readonly number[]): void {
  context.moveTo(c[0]!, c[1]!);
  for (let at = 2; at + 5 < c.length; at += 6)
    context.bezierCurveTo(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!, c[at + 5]!);
}

function paintInside(context: CanvasRenderingContext2D, node: SceneNode, palette: Palette): void {
  if (node.shape === 'start') {
    const r = node.radius;
    context.fillStyle = palette.surface;
    context.beginPath();
    context.moveTo(node.x - r * 0.3, node.y - r * 0.5);
    context.lineTo(node.x + r * 0.55, node.y);
    context.lineTo(node.x - r * 0.3, node.y + r * 0.5);
    context.fill();
    return;
  }
  const fontPx = node.label.length >= 4 ? 8.5 : 9.5;
  context.fillStyle = palette.text;
  context.font = `${fontPx}px ${palette.font}`;
  context.fillText(node.label, node.x, node.y + fontPx * 0.36);
  if (node.merged <= 1) return;
  context.textAlign = 'left';
  context.fillStyle = palette.quiet;
  context.font = `10px ${palette.font}`;
  context.fillText(`×${formatCount(node.merged)}`, node.x + node.radius + 4, node.y + node.radius + 7);
  context.textAlign = 'center';
}

function outline(context: CanvasRenderingContext2D, node: SceneNode, grow: number, shift: number): void {
  trace(context, node, grow, shift);
  context.fill();
  context.stroke();
}

function trace(context: CanvasRenderingContext2D, node: SceneNode, grow: number, shift: number): void {
  const r = node.radius + grow;
  const half = node.halfWidth + grow;
  context.beginPath();
  const corner = cornerOf(node);
  if (corner !== null)
    context.roundRect(node.x - half + shift, node.y - r - shift, 2 * half, 2 * r, corner + grow);
  else context.arc(node.x + shift, node.y - shift, r, 0, 2 * Math.PI);
}
