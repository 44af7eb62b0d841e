import { describe, expect, it, vi } from 'vitest';
import {
  bracketText,
  figureText,
  fileName,
  formatAmount,
  formatBytes,
  formatCount,
  formatElapsed,
  formatMilliseconds,
  formatRemainder,
  formatSeconds,
  formatSetShare,
  formatShare,
  formatTime,
  intervalText,
  intervalWords,
  percentText,
} from './figure-text.ts';

describe('format', () => {
  it('separates thousands', () => {
    expect(formatCount(15166)).toBe('15,166');
    expect([0, 999, 1000, 2_800_000].map(formatCount)).toEqual(['0', '999', '1,000', '2,800,000']);
  });

  it('names the unit in singular and plural', () => {
    expect(formatAmount(1, 'dialogue')).toBe('1 dialogue');
    expect(formatAmount(0, 'dialogue')).toBe('0 dialogues');
    expect(formatAmount(2, 'vocabulary', 'vocabularies')).toBe('2 vocabularies');
  });

  it('never turns a small share to nothing nor an incomplete one to all', () => {
    expect(formatShare(0)).toBe('0 %');
    expect(formatShare(0.0004)).toBe('< 0.1 %');
    expect(formatShare(0.1234)).toBe('12.3 %');
    expect(formatShare(0.999)).toBe('99.9 %');
    expect(formatShare(1)).toBe('100 %');
  });

  it('never says nothing for something, nor all for less, in few letters', () => {
    expect(
      [0, 0.0004, 0.032, 0.324, 0.996, 0.9999, 1].map((share) => formatShare(share, { rough: true })),
    ).toEqual(['0 %', '< 0.1 %', '3.2 %', '32 %', '99 %', '> 99.9 %', '100 %']);
  });

  it('leaves a share that a person set as it was set', () => {
    expect([0.1, 0.125].map(formatSetShare)).toEqual(['10 %', '12.5 %']);
  });

  it('writes figures with their digits, a true minus, and none for what turns to nothing', () => {
    expect([figureText(null), figureText(0), figureText(-0.25, { digits: 2 }), figureText(-0.04)]).toEqual([
      '–',
      '0.0',
      '−0.25',
      '0.0',
    ]);
    expect([1.26, -1.26, 0.01, -0.01].map((value) => figureText(value, { signed: true }))).toEqual([
      '+1.3',
      '−1.3',
      '0.0',
      '0.0',
    ]);
    expect([0, 0.00012].map((usd) => figureText(usd, { digits: 5 }))).toEqual(['0', '0.00012']);
    expect([0.6154, 1, 0, null].map(percentText)).toEqual(['61.5 %', '100.0 %', '0.0 %', '–']);
  });

  it('writes intervals beside or below a figure, and none where there is none', () => {
    const none = { lower: null, upper: null };
    expect([intervalText(none), bracketText(none)]).toEqual(['', '']);
    expect(intervalText({ lower: 0.5512, upper: 0.674 }, { share: true })).toBe('55.1 … 67.4');
    expect(bracketText({ lower: -0.5, upper: 4 }, { signed: true })).toBe('[−0.5, +4.0]');
    expect([intervalWords(none), intervalWords({ lower: 0.551, upper: 0.67 }, { share: true })]).toEqual([
      '',
      '95 % interval 55.1 to 67.0',
    ]);
  });

  it('carries milliseconds into seconds', () => {
    expect([0.2, 340, 2400].map(formatMilliseconds)).toEqual(['< 1 ms', '340 ms', '2.4 s']);
  });

  it('carries seconds into minutes and hours', () => {
    expect(formatSeconds(0.012)).toBe('< 0.1 s');
    expect(formatSeconds(0.42)).toBe('0.4 s');
    expect(formatSeconds(42.4)).toBe('42 s');
    expect(formatSeconds(59.97)).toBe('1 min 0 s');
    expect(formatSeconds(61)).toBe('1 min 1 s');
    expect(formatSeconds(7325)).toBe('2 h 2 min');
    expect([-3, 5400, 59_999, 64_000].map(formatElapsed)).toEqual(['0 s', '5 s', '59 s', '1 min 4 s']);
  });

  it('gives the time left roughly', () => {
    expect([0.3, 12.2, 61, 1858, 3580, 7325].map(formatRemainder)).toEqual([
      '1 s',
      '12 s',
      '1 min',
      '31 min',
      '1 h 0 min',
      '2 h 2 min',
    ]);
  });

  it('scales bytes', () => {
    expect(formatBytes(900)).toBe('900 B');
    expect(formatBytes(1536)).toBe('1.5 KB');
    expect(formatBytes(300 * 1024 ** 2)).toBe('300 MB');
  });

  it('shows a time in the zone of the reader and leaves other text alone', () => {
    expect(formatTime(new Date(2026, 2, 12, 14, 3).toISOString())).toBe('12 Mar 2026, 14:03');
    expect(formatTime('yesterday')).toBe('yesterday');
  });

  it('makes the format of times once, not for each time', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    formatTime('2026-03-12T14:03:00Z');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it('takes the name off a path of either kind', () => {
    expect(fileName('/a/b/c.csv')).toBe('c.csv');
    expect(fileName('C:\\a\\c.csv')).toBe('c.csv');
    expect(fileName('c.csv')).toBe('c.csv');
  });
});
