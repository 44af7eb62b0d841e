import { pathRound } from 'd3';

/** A chain of cubic Bézier pieces: x0,y0, then x1,y1,x2,y2,x3,y3 for each piece. */
export type Curve = readonly number[];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The outline of a state for edges: its center, and its extent along and across the reading direction. */
export interface Port extends Point {
  readonly reach: number;
  readonly across: number;
}

/** An S-bend, then a straight part for the label, which ends at the state. */
export function forwardCurve(from: Port, to: Port, runPx: number): Curve {
  const x0 = from.x + from.reach;
  const x3 = to.x - to.reach;
  const bend = Math.max(x0 + (x3 - x0) * 0.3, x3 - runPx);
  if (from.y === to.y) return line(x0, from.y, x3, to.y);
  const middle = (x0 + bend) / 2;
  return [x0, from.y, middle, from.y, middle, to.y, bend, to.y, ...line(bend, to.y, x3, to.y).slice(2)];
}

export function backCurve(from: Port, to: Port): Curve {
  const dip = 26 + Math.min(90, Math.abs(from.x - to.x) * 0.16);
  const low = Math.max(from.y, to.y) + dip;
  const start = from.y + from.across;
  const end = to.y + to.across;
  return [
    from.x - 3,
    start,
    from.x - 3,
    Math.max(start + 14, low),
    to.x + 3,
    Math.max(end + 14, low),
    to.x + 3,
    end,
  ];
}

/** An arc on the right side of a column. An arc upward is wider than one downward, so that the two stay apart. */
export function sideCurve(from: Port, to: Port): Curve {
  const turn = to.y > from.y ? 1 : -1;
  const bulge = (turn > 0 ? 20 : 34) + Math.min(40, Math.abs(from.y - to.y) * 0.16);
  const x0 = from.x + from.reach * 0.8;
  const x3 = to.x + to.reach * 0.8;
  const y0 = from.y + turn * from.across * 0.6;
  const y3 = to.y - turn * to.across * 0.6;
  return [x0, y0, x0 + bulge, y0, x3 + bulge, y3, x3, y3];
}

/** Returns the curve of an edge from a state to itself: an arc above the state, wider for a wider line. */
export function loopCurve(at: Port, widthPx: number): Curve {
  const top = at.y - at.across + 1;
  const foot = 4 + widthPx * 0.4;
  const spread = 14 + widthPx * 1.6;
  const height = 24 + widthPx;
  return [at.x - foot, top, at.x - spread, top - height, at.x + spread, top - height, at.x + foot, top];
}

export function mapCurve(curve: Curve, place: (x: number, y: number) => readonly [number, number]): Curve {
  const mapped: number[] = [];
  for (let at = 0; at < curve.length; at += 2) mapped.push(...place(curve[at], curve[at + 1]));
  return mapped;
}

function line(x0: number, y0: number, x3: number, y3: number): Curve {
  const third = (x3 - x0) / 3;
  const rise = (y3 - y0) / 3;
  return [x0, y0, x0 + third, y0 + rise, x0 + 2 * third, y0 + 2 * rise, x3, y3];
}

export function pathOf(curve: Curve): string {
  const path = pathRound(1);
  path.moveTo(curve[0], curve[1]);
  for (let at = 2; at + 5 < curve.length; at += 6) {
    path.bezierCurveTo(curve[at], curve[at + 1], curve[at + 2], curve[at + 3], curve[at + 4], curve[at + 5]);
  }
  return path.toString();
}

export function pointOn(curve: Curve, piece: number, t: number): Point {
  const start = piece * 6;
  const s = 1 - t;
  const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  let x = 0;
  let y = 0;
  for (let control = 0; control < 4; control++) {
    x += weights[control] * curve[start + 2 * control];
    y += weights[control] * curve[start + 2 * control + 1];
  }
  return { x, y };
}

export function arrowOf(curve: Curve, widthPx: number): readonly number[] {
  const count = curve.length;
  const [tipX, tipY] = [curve[count - 2], curve[count - 1]];
  const away = Math.hypot(tipX - curve[count - 4], tipY - curve[count - 3]) || 1;
  const dx = (tipX - curve[count - 4]) / away;
  const dy = (tipY - curve[count - 3]) / away;
  const length = 6 + widthPx * 0.5;
  const half = 2.5 + widthPx * 0.5;
  const round = (value: number): number => Math.round(value * 10) / 10;
  return [
    tipX,
    tipY,
    tipX - dx * length - dy * half,
    tipY - dy * length + dx * half,
    tipX - dx * length + dy * half,
    tipY - dy * length - dx * half,
  ].map(round);
}
