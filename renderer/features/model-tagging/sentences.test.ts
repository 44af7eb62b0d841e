import { describe, expect, it } from 'vitest';
import { describeCost, describePause, describePilot, describePrice } from './estimate-box.tsx';

describe('texts of the model tagger', () => {
  it('say that a price is unknown, or give the date of its list', () => {
    expect(describePrice(null)).toContain('unknown');
    expect(describeCost(null, 'most')).toBe('unknown');
    const list = { inputUsd: 0.15, outputUsd: 0.6, source: 'list', asOf: '2025-08-15' } as const;
    expect(describePrice(list)).toBe('$0.15 in, $0.60 out per million tokens (price list of 2025-08-15)');
    expect(describePrice({ ...list, source: 'local', asOf: null })).toContain('this machine');
  });

  it('say after a pilot how long the rest takes, and if most tags came once', () => {
    const dialogues = { total: 1334, done: 8, flagged: 0, failed: 0, pilot: 8 };
    const top = Array.from({ length: 35 }, (_, at) => ({ name: `t${at}`, count: at < 7 ? 2 : 1 }));
    const pilot = {
      dialogues,
      // Four of the dialogues needed a second request.
      askedMs: 12 * 10_000,
      vocabulary: { size: 35, once: 28, top },
      variant: 'open',
    } as const;
    expect(describePilot(pilot)).toEqual([
      'Tagging the other 1,326 dialogues one at a time would take about 5.5 h.',
      '28 of 35 tags were used only once. An automaton needs tags that recur. Try the closed vocabulary, which prefers existing tags.',
    ]);
    expect(describePilot({ ...pilot, variant: 'closed' })[1]).toMatch(/recur\.$/);
    const recurring = { size: 90, once: 0, top: top.map((tag) => ({ ...tag, count: 2 })) };
    expect(describePilot({ ...pilot, askedMs: 0, vocabulary: recurring })).toEqual([]);
    const done = { ...dialogues, done: 1334 };
    expect(describePilot({ ...pilot, dialogues: done })).toEqual([
      expect.stringMatching(/^28 of 35 tags were used only once\./),
    ]);
  });

  it('say what a paused run waits for', () => {
    expect(describePause({ code: 'budget', message: '' })).toBe('budget reached');
    expect(describePause({ code: 'elsewhere', message: '' })).toBe(
      'waiting for answers to the exported prompts',
    );
    expect(describePause({ code: 'person', message: '' })).toBeUndefined();
    expect(describePause(null)).toBeUndefined();
  });
});
