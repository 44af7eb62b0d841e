import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHeldOut, shareOfId } from './answer-query.ts';

describe('held-out dialogues', () => {
  it('are chosen by the first 32 bits of SHA-256 as a fraction', () => {
    // sha256("abc") begins with ba7816bf.
    expect(shareOfId('abc')).toBe(0xba7816bf / 2 ** 32);
    const hex = createHash('sha256').update('PMUL1635.json').digest('hex').slice(0, 8);
    expect(shareOfId('PMUL1635.json')).toBe(Number.parseInt(hex, 16) / 2 ** 32);
  });

  it('are about the requested share, and more for a larger share', () => {
    const ids = Array.from({ length: 5000 }, (_, at) => `dialogue-${at}`);
    const tenth = ids.filter((id) => isHeldOut(id, 0.1));
    const fifth = ids.filter((id) => isHeldOut(id, 0.2));
    expect(tenth.length).toBeGreaterThan(420);
    expect(tenth.length).toBeLessThan(580);
    expect(tenth.every((id) => fifth.includes(id))).toBe(true);
  });

  it('have a fraction below 1 for any id', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const share = shareOfId(id);
        return share >= 0 && share < 1;
      }),
    );
  });
});
