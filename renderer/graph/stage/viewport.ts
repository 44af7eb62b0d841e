import type { Arrangement } from '#shared/algorithms/layout/grid/spacing.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import { PAD_PX, wholeScale } from '#shared/algorithms/layout/scene/fit.ts';

/** A view of the picture: screen = picture · k + (x, y), in px. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Below this scale the 12 px labels are hard to read. */
const READABLE_SCALE = 0.85;

export function fitAll(bounds: Box, stage: Size): View {
  const scale = wholeScale(bounds, stage);
  return {
    k: scale,
    x: stage.width / 2 - ((bounds.left + bounds.right) / 2) * scale,
    y: stage.height / 2 - ((bounds.top + bounds.bottom) / 2) * scale,
  };
}

export function isInSight({ left, right, top, bottom }: Box, { x, y, k }: View, stage: Size): boolean {
  return (
    left * k + x >= 0 && right * k + x <= stage.width && top * k + y >= 0 && bottom * k + y <= stage.height
  );
}

/** Returns a view of the whole picture if that is readable; otherwise a readable scale with the start at the edge. */
export function openingView(
  bounds: Box,
  stage: Size,
  start: { readonly x: number; readonly y: number },
  direction: Arrangement['direction'] = 'right',
): View {
  const all = fitAll(bounds, stage);
  return all.k >= READABLE_SCALE ? all : atScale(READABLE_SCALE, bounds, stage, start, direction);
}

/** Returns the view at a scale with the start at the edge where reading begins; see `openingView`. */
function atScale(
  k: number,
  bounds: Box,
  stage: Size,
  start: { readonly x: number; readonly y: number },
  direction: Arrangement['direction'],
): View {
  const isDown = direction === 'down';
  const along = (low: number, high: number, room: number, wished: number): number => {
    if ((high - low) * k <= room - 2 * PAD_PX) return room / 2 - ((low + high) / 2) * k;
    return Math.min(PAD_PX - low * k, Math.max(room - PAD_PX - high * k, wished));
  };
  return {
    k,
    x: along(
      bounds.left,
      bounds.right,
      stage.width,
      isDown ? stage.width / 2 - start.x * k : PAD_PX - bounds.left * k,
    ),
    y: along(
      bounds.top,
      bounds.bottom,
      stage.height,
      isDown ? PAD_PX - bounds.top * k : stage.height / 2 - start.y * k,
    ),
  };
}

/** Shifts the view as little as possible to show a point with a margin. */
export function bringIntoView(
  view: View,
  stage: Size,
  point: { readonly x: number; readonly y: number },
): View {
  const marginX = Math.min(180, stage.width / 4);
  const marginY = Math.min(64, stage.height / 4);
  const shift = (at: number, room: number, margin: number): number => {
    if (at < margin) return margin - at;
    if (at > room - margin) return room - margin - at;
    return 0;
  };
  const dx = shift(point.x * view.k + view.x, stage.width, marginX);
  const dy = shift(point.y * view.k + view.y, stage.height, marginY);
  return dx === 0 && dy === 0 ? view : { k: view.k, x: view.x + dx, y: view.y + dy };
}

/** Shifts and zooms out as little as possible. Below `leastScale`, only the first points are shown. */
export function bringAllIntoView(
  view: View,
  stage: Size,
  points: readonly { readonly x: number; readonly y: number }[],
  leastScale = 0,
): View {
  const [first, ...others] = points;
  if (!first) return view;
  const [marginX, marginY] = [Math.min(120, stage.width / 5), Math.min(48, stage.height / 5)];
  const scaleFor = ({ left, right, top, bottom }: Box): number =>
    Math.min(
      view.k,
      (stage.width - 2 * marginX) / Math.max(1, right - left),
      (stage.height - 2 * marginY) / Math.max(1, bottom - top),
    );
  const around = others.reduce(
    (box, { x, y }) => {
      const larger = {
        left: Math.min(box.left, x),
        right: Math.max(box.right, x),
        top: Math.min(box.top, y),
        bottom: Math.max(box.bottom, y),
      };
      return scaleFor(larger) < Math.min(view.k, leastScale) ? box : larger;
    },
    { left: first.x, right: first.x, top: first.y, bottom: first.y },
  );
  const { left, right, top, bottom } = around;
  const k = scaleFor(around);
  const along = (low: number, high: number, at: number, room: number, margin: number): number => {
    // Zooming out keeps the center of the stage in place.
    const start = room / 2 - ((room / 2 - at) * k) / view.k;
    if (low * k + start < margin) return margin - low * k;
    return high * k + start > room - margin ? room - margin - high * k : start;
  };
  const x = along(left, right, view.x, stage.width, marginX);
  const y = along(top, bottom, view.y, stage.height, marginY);
  return x === view.x && y === view.y && k === view.k ? view : { k, x, y };
}

export function centreOn(view: View, stage: Size, point: { readonly x: number; readonly y: number }): View {
  const k = Math.max(view.k, READABLE_SCALE);
  return { k, x: stage.width / 2 - point.x * k, y: stage.height / 2 - point.y * k };
}
