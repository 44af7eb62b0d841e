import { describe, expect, it } from 'vitest';
import { bringIntoView, centreOn, fitAll, openingView, overview } from './viewport.ts';

const STAGE = { width: 1000, height: 600 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

describe('fitAll', () => {
  it('centres the picture and keeps it in the stage', () => {
    const view = fitAll(box(-50, -1000, 950, 1000), STAGE);
    expect(view.k).toBeCloseTo(552 / 2000);
    expect(view.y + 0 * view.k).toBeCloseTo(300);
    expect(view.x + 450 * view.k).toBeCloseTo(500);
  });

  it('makes a small picture only a little larger', () => {
    expect(fitAll(box(0, 0, 100, 50), STAGE).k).toBe(1.25);
  });
});

describe('openingView', () => {
  it('shows everything where that can be read', () => {
    const bounds = box(-20, -250, 900, 250);
    expect(openingView(bounds, STAGE, { x: 0, y: 0 })).toEqual(fitAll(bounds, STAGE));
  });

  it('else keeps the labels readable, with the start at the left edge and half way up', () => {
    const view = openingView(box(-20, -2000, 4000, 2000), STAGE, { x: 0, y: 0 });
    expect(view.k).toBe(0.85);
    expect(-20 * view.k + view.x).toBeCloseTo(24);
    expect(view.y).toBeCloseTo(300);
  });

  it('leaves no empty band where the start is near an end of the picture', () => {
    const view = openingView(box(-20, -30, 4000, 2000), STAGE, { x: 0, y: 0 });
    expect(-30 * view.k + view.y).toBeCloseTo(24);
  });
});

describe('bringIntoView and centreOn', () => {
  it('moves no more than needed', () => {
    const view = { x: 0, y: 0, k: 1 };
    expect(bringIntoView(view, STAGE, { x: 500, y: 300 })).toBe(view);
    expect(bringIntoView(view, STAGE, { x: 1200, y: 300 })).toEqual({ x: -380, y: 0, k: 1 });
    expect(bringIntoView(view, STAGE, { x: 500, y: -100 })).toEqual({ x: 0, y: 164, k: 1 });
  });

  it('centres at a scale that can be read', () => {
    expect(centreOn({ x: 0, y: 0, k: 0.2 }, STAGE, { x: 100, y: 100 })).toEqual({ x: 415, y: 215, k: 0.85 });
    expect(centreOn({ x: 0, y: 0, k: 2 }, STAGE, { x: 100, y: 100 })).toEqual({ x: 300, y: 100, k: 2 });
  });
});

describe('overview', () => {
  const start = { x: 0, y: 0 };

  it('is all of a picture in which things can then be told apart', () => {
    const bounds = { left: 0, top: -500, right: 1500, bottom: 500 };
    const stage = { width: 800, height: 600 };
    expect(overview(bounds, stage, start)).toEqual(fitAll(bounds, stage));
  });

  it('makes no strip of a picture that is much taller than the stage, and keeps the start in view', () => {
    const bounds = { left: 0, top: -9000, right: 1500, bottom: 9000 };
    const stage = { width: 800, height: 600 };
    const view = overview(bounds, stage, start);
    expect(view.k).toBe(0.3);
    expect(start.y * view.k + view.y).toBe(300);
    expect((1500 * view.k) / stage.width).toBeGreaterThan(0.5);
  });

  it('goes below that scale where the width asks for it', () => {
    const bounds = { left: 0, top: -9000, right: 15_000, bottom: 9000 };
    const view = overview(bounds, { width: 800, height: 600 }, start);
    expect(view.k).toBeLessThan(0.06);
    expect(15_000 * view.k).toBeLessThanOrEqual(800);
  });
});
