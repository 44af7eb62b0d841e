import { describe, expect, it } from 'vitest';
import { costText, spentText } from './figure-text.ts';

describe('costText', () => {
  it.each([
    [0, '$0'],
    [1e-9, '< $0.0000001'],
    [0.0000123, '$0.000012'],
    [0.00004213, '$0.000042'],
    [0.00042, '$0.00042'],
    [0.0042, '$0.0042'],
    [0.0099999, '$0.01'],
    [0.01, '$0.01'],
    [0.0123, '$0.012'],
    [0.125, '$0.13'],
    [0.5, '$0.50'],
    [0.9999, '$1.00'],
    [1.234, '$1.23'],
    [12.3, '$12.30'],
    [1234.5, '$1,234.50'],
    [-0.003, '−$0.003'],
  ])('writes %d as %s', (usd, text) => {
    expect(costText(usd)).toBe(text);
  });
});

describe('spentText', () => {
  it('tells what was confirmed and upper bounds apart', () => {
    expect(spentText({ costUsd: 0.12, unconfirmedUsd: 0 })).toBe('$0.12');
    expect(spentText({ costUsd: 0.15, unconfirmedUsd: 0.03 })).toBe('$0.12 and up to $0.03 unconfirmed');
    expect(spentText({ costUsd: 0.03, unconfirmedUsd: 0.03 })).toBe('up to $0.03 unconfirmed');
  });

  it('is nothing where nothing was sent, and unknown only where something was', () => {
    expect(spentText({ costUsd: 0, unconfirmedUsd: 0 })).toBe('$0');
    expect(spentText({ costUsd: null, unconfirmedUsd: 0 })).toBe('unknown');
  });
});
