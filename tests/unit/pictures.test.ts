import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { FINGERPRINTS, fingerprintOf } from '../../scripts/picture-sources.mjs';

const taken = JSON.parse(readFileSync(FINGERPRINTS, 'utf8')) as Record<string, string>;
const pictures = readdirSync(dirname(FINGERPRINTS))
  .filter((file) => file.endsWith('.png'))
  .map((file) => file.replace(/-(light|dark)\.png$/, ''));

it.each([...new Set(pictures)])(
  'docs/pictures/%s shows the app as it is now (npm run pictures)',
  (picture) => {
    expect(taken[picture]).toBe(fingerprintOf(picture));
  },
);

it('lists only pictures that exist', () => {
  expect(Object.keys(taken).filter((picture) => !pictures.includes(picture))).toEqual([]);
});
