import { describe, expect, it } from 'vitest';
import { estimate, testMethod } from '../../../tests/fixtures/evaluation.ts';
import { estimateText, FIGURES, figureOf, nextSorting, openingFigure, sortMethods } from './figures.ts';

describe('printed figures', () => {
  it('have one decimal and their interval', () => {
    expect(estimateText({ estimate: 34.44, lower: 33.06, upper: 35.6 })).toBe('34.4 [33.1, 35.6]');
    expect(estimateText({ estimate: 34.44, lower: null, upper: null })).toBe('34.4');
    expect(estimateText({ estimate: null, lower: null, upper: null })).toBe('–');
  });

  it('have a sign if they are differences, with a true minus', () => {
    expect(estimateText({ estimate: 2, lower: -0.5, upper: 4 }, true)).toBe('+2.0 [−0.5, +4.0]');
  });
});

describe('sortMethods', () => {
  const methods = [
    testMethod('b', { actF1: estimate(10), timeMs: { median: 5, p95: 9 } }),
    testMethod('none'),
    testMethod('a', { actF1: estimate(30), timeMs: { median: 7, p95: 9 } }),
  ];
  const names = (key: string, descending: boolean) =>
    sortMethods(methods, { key, descending }).map((method) => method.name);

  it('puts the highest first, and missing values last either way', () => {
    expect(names('actF1', true)).toEqual(['a', 'b', 'none']);
    expect(names('actF1', false)).toEqual(['b', 'a', 'none']);
    expect(names('time', false)).toEqual(['b', 'a', 'none']);
  });

  it('sorts by text, and keeps the order of ties', () => {
    expect(names('method', false)).toEqual(['a', 'b', 'none']);
    expect(names('kind', true)).toEqual(['b', 'none', 'a']);
  });
});

describe('nextSorting', () => {
  it('reverses on the same column and starts figures with the highest, times with the lowest', () => {
    expect(nextSorting({ key: 'actF1', descending: true }, 'actF1').descending).toBe(false);
    expect(nextSorting({ key: 'actF1', descending: true }, 'answerBleu').descending).toBe(true);
    expect(nextSorting({ key: 'actF1', descending: true }, 'time').descending).toBe(false);
    expect(nextSorting({ key: 'actF1', descending: true }, 'method').descending).toBe(false);
  });
});

describe('the list of figures', () => {
  it('has unique ids', () => {
    expect(new Set(FIGURES.map((figure) => figure.id)).size).toBe(FIGURES.length);
  });

  it('has act F1 of whole dialogues beside that of next turns', () => {
    const method = testMethod('a', { actF1: estimate(15), dialogueActF1: estimate(31) });
    const shown = FIGURES.slice(0, 3).map((figure) => [figure.label, estimateText(figure.of(method))]);
    expect(shown).toContainEqual(['Act F1', '15.0 [14.0, 16.0]']);
    expect(shown).toContainEqual(['Act F1, whole dialogue', '31.0 [30.0, 32.0]']);
  });

  it('starts with acts, or with texts if there are none', () => {
    expect(openingFigure([testMethod('a', { actF1: estimate(3) })])).toBe('actF1');
    expect(openingFigure([testMethod('a')])).toBe('answerRouge');
    expect(figureOf('no such figure')).toBe(FIGURES[0]);
  });
});
