import { describe, expect, it } from 'vitest';
import { bringAllIntoView, bringIntoView, centreOn, fitAll, isInSight, openingView } from './viewport.ts';

const STAGE = { width: 1000, height: 600 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

describe('fitAll', () => {
  it('centers the picture and keeps it inside the stage', () => {
    const view = fitAll(box(-50, -1000, 950, 1000), STAGE);
    expect(view.k).toBeCloseTo(568 / 2000);
    expect(view.y + 0 * view.k).toBeCloseTo(300);
    expect(view.x + 450 * view.k).toBeCloseTo(500);
  });

  it('shows all of a picture that is much taller than the stage', () => {
    const view = fitAll(box(0, -9000, 1500, 9000), STAGE);
    expect(-9000 * view.k + view.y).toBeGreaterThanOrEqual(0);
    expect(9000 * view.k + view.y).toBeLessThanOrEqual(STAGE.height);
  });

  it('enlarges a small picture only a little', () => {
    expect(fitAll(box(0, 0, 100, 50), STAGE).k).toBe(1.25);
  });
});

it('checks whether a view shows all of a box', () => {
  const bounds = box(-20, -30, 4000, 2000);
  const view = fitAll(bounds, STAGE);
  expect(isInSight(bounds, view, STAGE)).toBe(true);
  expect(isInSight(bounds, { ...view, x: view.x + 100 }, STAGE)).toBe(false);
  expect(isInSight(bounds, { ...view, k: 2 * view.k }, STAGE)).toBe(false);
});

describe('openingView', () => {
  it('shows everything if that is readable', () => {
    const bounds = box(-20, -250, 900, 250);
    expect(openingView(bounds, STAGE, { x: 0, y: 0 })).toEqual(fitAll(bounds, STAGE));
  });

  it('else keeps the labels readable, with the start at the left edge, vertically centered', () => {
    const view = openingView(box(-20, -2000, 4000, 2000), STAGE, { x: 0, y: 0 });
    expect(view.k).toBe(0.85);
    expect(-20 * view.k + view.x).toBeCloseTo(16);
    expect(view.y).toBeCloseTo(300);
  });

  it('leaves no empty band if the start is near an end of the picture', () => {
    const view = openingView(box(-20, -30, 4000, 2000), STAGE, { x: 0, y: 0 });
    expect(-30 * view.k + view.y).toBeCloseTo(16);
  });
});

describe('bringIntoView and centreOn', () => {
  it('move no more than needed', () => {
    const view = { x: 0, y: 0, k: 1 };
    expect(bringIntoView(view, STAGE, { x: 500, y: 300 })).toBe(view);
    expect(bringIntoView(view, STAGE, { x: 1200, y: 300 })).toEqual({ x: -380, y: 0, k: 1 });
    expect(bringIntoView(view, STAGE, { x: 500, y: -100 })).toEqual({ x: 0, y: 164, k: 1 });
  });

  it('center at a readable scale', () => {
    expect(centreOn({ x: 0, y: 0, k: 0.2 }, STAGE, { x: 100, y: 100 })).toEqual({ x: 415, y: 215, k: 0.85 });
    expect(centreOn({ x: 0, y: 0, k: 2 }, STAGE, { x: 100, y: 100 })).toEqual({ x: 300, y: 100, k: 2 });
  });
});

describe('bringAllIntoView', () => {
  const view = { x: 0, y: 0, k: 1 };
  const at = (x: number, y: number) => ({ x, y });
  const seen = ({ x, y, k }: typeof view, point: { x: number; y: number }) => [
    point.x * k + x,
    point.y * k + y,
  ];

  it('keeps a view that shows them all', () => {
    expect(bringAllIntoView(view, STAGE, [at(200, 100), at(800, 500)])).toBe(view);
    expect(bringAllIntoView(view, STAGE, [])).toBe(view);
  });

  it('moves no further than needed, at the same scale, if all fit', () => {
    const moved = bringAllIntoView(view, STAGE, [at(1200, 300), at(1500, 300)]);
    expect(moved).toEqual({ k: 1, x: 880 - 1500, y: 0 });
  });

  it('shows the first ones if all would be unreadable', () => {
    const points = [at(200, 100), at(9000, 100), at(300, 700), at(-9000, 100)];
    const moved = bringAllIntoView(view, STAGE, points, 0.6);
    expect(moved).toEqual(bringAllIntoView(view, STAGE, [at(200, 100), at(300, 700)]));
    expect(moved.k).toBeGreaterThan(0.6);
    // A view that is zoomed out further keeps its scale.
    expect(bringAllIntoView({ x: 0, y: 0, k: 0.1 }, STAGE, points, 0.6).k).toBe(0.1);
  });

  it('zooms out if they are further apart than the stage is wide', () => {
    const points = [at(-3000, -50), at(3000, 2000)];
    const moved = bringAllIntoView(view, STAGE, points);
    expect(moved.k).toBeCloseTo((1000 - 240) / 6000);
    for (const point of points) {
      const [x, y] = seen(moved, point) as [number, number];
      expect(x).toBeGreaterThanOrEqual(119.999);
      expect(x).toBeLessThanOrEqual(880.001);
      expect(y).toBeGreaterThanOrEqual(47.999);
      expect(y).toBeLessThanOrEqual(552.001);
    }
  });
});
