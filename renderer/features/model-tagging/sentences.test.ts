import { describe, expect, it } from 'vitest';
import { describeCost, describePause, describePrice } from './estimate-box.tsx';

describe('texts of the model tagger', () => {
  it('say that a price is unknown, or give the date of its list', () => {
    expect(describePrice(null)).toContain('unknown');
    expect(describeCost(null, 'most')).toBe('unknown');
    const list = { inputUsd: 0.15, outputUsd: 0.6, source: 'list', asOf: '2025-08-15' } as const;
    expect(describePrice(list)).toBe('$0.15 in, $0.60 out per million tokens (list of 2025-08-15)');
    expect(describePrice({ ...list, source: 'local', asOf: null })).toContain('this machine');
  });

  it('say what a paused run waits for', () => {
    expect(describePause({ code: 'budget', message: '' })).toBe('budget reached');
    expect(describePause({ code: 'elsewhere', message: '' })).toBe('waiting for answers from elsewhere');
    expect(describePause({ code: 'person', message: '' })).toBeUndefined();
    expect(describePause(null)).toBeUndefined();
  });
});
