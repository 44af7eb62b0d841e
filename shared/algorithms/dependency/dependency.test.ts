import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { checkAutomaton } from '../automaton/reading/check-automaton.ts';
import {
  DEPENDENCY_DEFAULTS,
  dependencies,
  firstSteps,
  learnDependency,
  STEP_DEFAULTS,
} from './learn-dependency.ts';

const corpusOf = (dialogues: readonly string[]) =>
  buildSymbolCorpus(
    dialogues.map((steps, at) => ({
      key: String(at).padStart(4, '0'),
      turns: steps.split(' ').map((tag) => ({ role: 'system' as const, tags: tag === '' ? [] : [tag] })),
    })),
  );

const times = (count: number, steps: string): string[] => Array.from({ length: count }, () => steps);

function arrowsOf(dialogues: readonly string[]): string[] {
  const sequences = firstSteps(corpusOf(dialogues), STEP_DEFAULTS);
  const nameOf = (step: number) => sequences.symbols[step].tag;
  return dependencies(sequences, DEPENDENCY_DEFAULTS).map(({ from, to }) => `${nameOf(from)}>${nameOf(to)}`);
}

describe('first steps', () => {
  it('leave out rare labels, repeats and marks of an end', () => {
    const corpus = corpusOf([...times(30, 'hello name name date bye'), 'hello odd name bye']);
    const { symbols, steps, offsets, turns } = firstSteps(corpus, STEP_DEFAULTS);
    expect(symbols.map(({ tag }) => tag)).toEqual(['date', 'hello', 'name']);
    expect(Array.from(steps.slice(0, 3), (step) => symbols[step].tag)).toEqual(['hello', 'name', 'date']);
    expect([...turns.slice(0, 3)]).toEqual([0, 1, 3]);
    expect([...offsets].at(-1)).toBe(30 * 3 + 2);
  });
});

describe('the main path', () => {
  it('goes step by step, not past a step that mostly lies between', () => {
    expect(arrowsOf([...times(20, 'hello name date book bye'), ...times(6, 'hello date book bye')])).toEqual([
      'date>book',
      'hello>name',
      'name>date',
    ]);
  });

  it('has no transition between steps that come in either order', () => {
    expect(
      arrowsOf([...times(20, 'hello from to book bye'), ...times(20, 'hello to from book bye')]),
    ).toEqual(['from>book', 'hello>from', 'hello>to', 'to>book']);
  });

  it('is an automaton whose drawn transitions lead to every step', () => {
    const { automaton } = learnDependency(
      corpusOf([
        ...times(20, 'hello from to book bye'),
        ...times(20, 'hello to from book bye'),
        ...times(9, 'alone'),
      ]),
      DEFAULT_PAPER_OPTIONS,
    );
    checkAutomaton(automaton);
    const drawn = Array.from(automaton.transitionTargets.keys()).filter(
      (transition) => automaton.main?.[transition] === 1,
    );
    expect(new Set(drawn.map((transition) => automaton.transitionTargets[transition])).size).toBe(
      automaton.stateCount - 1,
    );
  });

  it('of nothing is the start alone', () => {
    expect(learnDependency(corpusOf([]), DEFAULT_PAPER_OPTIONS).report.states).toBe(1);
    expect(learnDependency(corpusOf(['', '']), DEFAULT_PAPER_OPTIONS).report.states).toBe(1);
  });
});
