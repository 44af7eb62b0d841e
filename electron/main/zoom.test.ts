import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/fixtures/cleanup.ts';
import { createZoom } from './window.ts';

function windowInHand() {
  const seen: number[] = [];
  return { seen, webContents: { setZoomFactor: (factor: number) => void seen.push(factor) } };
}

it('goes in steps from 80 % to 200 % and no further, and is there at the next start', () => {
  const folder = temporaryFolder('zoom');
  const zoom = createZoom(folder);
  const window = windowInHand();
  for (let step = 0; step < 9; step++) zoom.step(window, 1);
  expect(window.seen).toEqual([1.1, 1.25, 1.5, 1.75, 2]);
  expect(createZoom(folder).factor()).toBe(2);
  for (let step = 0; step < 9; step++) zoom.step(window, -1);
  expect(window.seen.slice(5)).toEqual([1.75, 1.5, 1.25, 1.1, 1, 0.9, 0.8]);
  const next = windowInHand();
  createZoom(folder).apply(next);
  expect(next.seen).toEqual([0.8]);
});

it('takes the nearest step, and 100 % in place of a damaged file', () => {
  const folder = temporaryFolder('zoom');
  const zoom = createZoom(folder);
  const window = windowInHand();
  zoom.set(window, 5);
  zoom.set(window, 1.2);
  expect(window.seen).toEqual([2, 1.25]);
  writeFileSync(join(folder, 'zoom.json'), '{"factor":40}');
  expect(createZoom(folder).factor()).toBe(1);
});
