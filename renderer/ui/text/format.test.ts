import { describe, expect, it } from 'vitest';
import {
  fileName,
  formatAmount,
  formatBytes,
  formatCount,
  formatSeconds,
  formatShare,
  formatTime,
} from './format.ts';

describe('format', () => {
  it('separates thousands', () => {
    expect(formatCount(15166)).toBe('15,166');
    expect(formatCount(0)).toBe('0');
  });

  it('names the unit in singular and plural', () => {
    expect(formatAmount(1, 'dialogue')).toBe('1 dialogue');
    expect(formatAmount(0, 'dialogue')).toBe('0 dialogues');
    expect(formatAmount(2, 'vocabulary', 'vocabularies')).toBe('2 vocabularies');
  });

  it('never rounds a small share to nothing nor an incomplete one to all', () => {
    expect(formatShare(0)).toBe('0 %');
    expect(formatShare(0.0004)).toBe('< 0.1 %');
    expect(formatShare(0.1234)).toBe('12.3 %');
    expect(formatShare(0.999)).toBe('99.9 %');
    expect(formatShare(1)).toBe('100 %');
  });

  it('carries seconds into minutes and hours', () => {
    expect(formatSeconds(0.012)).toBe('< 0.1 s');
    expect(formatSeconds(0.42)).toBe('0.4 s');
    expect(formatSeconds(42.4)).toBe('42 s');
    expect(formatSeconds(59.97)).toBe('1 min 0 s');
    expect(formatSeconds(61)).toBe('1 min 1 s');
    expect(formatSeconds(7325)).toBe('2 h 2 min');
  });

  it('scales bytes', () => {
    expect(formatBytes(900)).toBe('900 B');
    expect(formatBytes(1536)).toBe('1.5 KB');
    expect(formatBytes(300 * 1024 ** 2)).toBe('300 MB');
  });

  it('shows a time in a zone and leaves other text alone', () => {
    expect(formatTime('2026-03-12T14:03:00Z', 'UTC')).toBe('12 Mar 2026, 14:03');
    expect(formatTime('yesterday')).toBe('yesterday');
  });

  it('takes the name off a path of either kind', () => {
    expect(fileName('/a/b/c.csv')).toBe('c.csv');
    expect(fileName('C:\\a\\c.csv')).toBe('c.csv');
    expect(fileName('c.csv')).toBe('c.csv');
  });
});
