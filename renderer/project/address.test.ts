import { describe, expect, it } from 'vitest';
import { hashOf, readHash } from './address.ts';
import { titleOf } from './describe.ts';
import { EVERYWHERE } from './place.ts';

describe('the address', () => {
  it('stores the view and restores it', () => {
    const symbol = { role: 'user', tag: 'ask & tell' } as const;
    const looked = {
      mode: 'explore',
      tab: 'variants',
      where: 'brand = "A&B" and turns > 8',
      place: { kind: 'transition', from: 1, symbol, to: 2 },
    } as const;
    expect(readHash(hashOf(looked))).toEqual(looked);
  });

  it('stores the reference and place of deviations', () => {
    const place = {
      kind: 'misfit',
      run: null,
      reference: { kind: 'variants', cover: 0.5, among: 'brand = A' },
      seconds: 20,
      at: { kind: 'skipped', state: null, after: null, move: { role: 'system', tag: 'greet' } },
    } as const;
    const looked = { mode: 'explore', tab: 'fitness', where: '', place } as const;
    expect(readHash(hashOf(looked))).toEqual(looked);
    expect(titleOf(place, undefined)).toBe('greet skipped');
  });

  it('uses defaults for what it cannot parse', () => {
    expect(readHash('')).toBeNull();
    expect(readHash('#view=explore&tab=nowhere&at=%7B')).toEqual({
      mode: 'explore',
      tab: 'graph',
      where: '',
      place: EVERYWHERE,
    });
    expect(readHash('#view=explore&at=%7B%22kind%22%3A%22state%22%7D')?.place).toEqual(EVERYWHERE);
  });
});
