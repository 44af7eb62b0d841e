import { type Curve, pointOn } from '../scene/edge-curve.ts';

/** The distance from the middle of a state within which its own lines meet, in px. */
const NEAR_PX = 14;

/** A line from state to state. */
export interface CrossingLine {
  readonly from: number;
  readonly to: number;
  /** x and y of each point, one after the other. */
  readonly points: readonly number[];
}

export function pointsAlong(curve: Curve, steps: number): number[] {
  const points = [curve[0]!, curve[1]!];
  for (let piece = 0; piece * 6 + 7 < curve.length; piece++)
    for (let step = 1; step <= steps; step++) {
      const { x, y } = pointOn(curve, piece, step / steps);
      points.push(x, y);
    }
  return points;
}

export function countCrossings(
  lines: readonly CrossingLine[],
  centres: ReadonlyMap<number, readonly [number, number]>,
): number {
  let count = 0;
  const pieces = lines.flatMap(({ points }, line) =>
    Array.from({ length: points.length / 2 - 1 }, (_, at) => ({
      line,
      at: points.slice(2 * at, 2 * at + 4),
    })),
  );
  const cell = 60;
  const grid = new Map<string, number[]>();
  const cellsOf = ([ax, ay, bx, by]: readonly number[]): string[] => {
    const cells: string[] = [];
    for (let x = Math.floor(Math.min(ax!, bx!) / cell); x <= Math.floor(Math.max(ax!, bx!) / cell); x++)
      for (let y = Math.floor(Math.min(ay!, by!) / cell); y <= Math.floor(Math.max(ay!, by!) / cell); y++)
        cells.push(`${x} ${y}`);
    return cells;
  };
  const compared = new Set<number>();
  pieces.forEach(({ line, at }, index) => {
    compared.clear();
    for (const key of cellsOf(at)) {
      const there = grid.get(key) ?? [];
      for (const other of there) {
        if (compared.has(other)) continue;
        compared.add(other);
        const [one, two] = [lines[line]!, lines[pieces[other]!.line]!];
        if (one === two) continue;
        const point = meeting(at, pieces[other]!.at);
        if (!point) continue;
        const shared = [one.from, one.to].filter((state) => state === two.from || state === two.to);
        const isAtState = shared.some((state) => {
          const [x, y] = centres.get(state)!;
          return Math.hypot(point[0] - x, point[1] - y) < NEAR_PX;
        });
        if (!isAtState) count++;
      }
      there.push(index);
      grid.set(key, there);
    }
  });
  return count;
}

/** Returns the point where two lines cross, not counting their first points; null if they do not. */
function meeting(a: readonly number[], b: readonly number[]): [number, number] | null {
  const [ax, ay, bx, by] = a as [number, number, number, number];
  const [cx, cy, dx, dy] = b as [number, number, number, number];
  const area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (Math.abs(area) < 1e-9) return null;
  const s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area;
  const t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area;
  return s > 0 && s <= 1 && t > 0 && t <= 1 ? [ax + s * (bx - ax), ay + s * (by - ay)] : null;
}
