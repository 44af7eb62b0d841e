import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/fixtures/cleanup.ts';
import { keepWindowPlace, readWindowPlace } from './window.ts';

const SCREENS = [
  { x: 0, y: 0, width: 1920, height: 1040 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
];

function closedAt(bounds: object, maximized = false): string {
  const file = join(temporaryFolder(), 'window.json');
  let close = () => {};
  const window = {
    on: (_event: string, listener: () => void) => {
      close = listener;
    },
    getNormalBounds: () => bounds,
    isMaximized: () => maximized,
  };
  keepWindowPlace(window as unknown as BrowserWindow, file);
  close();
  return file;
}

describe('the place of the window', () => {
  it('is what it was when the window closed', () => {
    const bounds = { x: 2000, y: 20, width: 1000, height: 800 };
    expect(readWindowPlace(closedAt(bounds, true), SCREENS)).toEqual({ ...bounds, maximized: true });
  });

  it.each([
    ['on a screen that is gone', { x: 5000, y: 20, width: 1000, height: 800 }],
    ['with its title above the screen', { x: 10, y: -400, width: 1000, height: 800 }],
    ['but for a sliver outside', { x: -950, y: 20, width: 1000, height: 800 }],
  ])('is forgotten where it would lie %s', (_, bounds) => {
    expect(readWindowPlace(closedAt(bounds), SCREENS)).toBeNull();
  });

  it('is not known at first, nor from a damaged file', () => {
    const file = join(temporaryFolder(), 'window.json');
    expect(readWindowPlace(file, SCREENS)).toBeNull();
    writeFileSync(file, '{"x":1');
    expect(readWindowPlace(file, SCREENS)).toBeNull();
  });
});
