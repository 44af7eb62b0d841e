import { describe, expect, it } from 'vitest';
import { learnerSchema } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { LEARNERS } from '../../project/learners.ts';
import {
  figuresFilter,
  inputOf,
  type LearnForm,
  presetOf,
  reportRows,
  startForm,
  withPreset,
} from './learn-form.ts';

const form = startForm(7 as RunId, '', { learner: 'paper' });

describe('the learn form', () => {
  it("starts with the paper's values", () => {
    expect(inputOf(form)).toEqual({
      run: 7,
      learner: 'paper',
      where: '',
      tau: 5,
      lambda: 0.1,
      depth: null,
      continueAt: 'ends',
      states: null,
      policy: 'alergia',
      alpha: 1e-4,
      k: 2,
      support: 0.01,
      mostForced: null,
    });
    expect(presetOf(form)).toBe('default');
  });

  it('starts with the learner of the shown automaton, or with an overview', () => {
    expect(startForm(7 as RunId, '', { learner: 'context' }).learner).toBe('context');
    expect(startForm(7 as RunId).learner).toBe('overview');
    expect(startForm(7 as RunId, '', { learner: 'unheard of' }).learner).toBe('overview');
  });

  it('lets the data decide the number of states if the field is empty', () => {
    const overview: LearnForm = { ...form, learner: 'overview' };
    expect(inputOf(overview)).toMatchObject({ learner: 'overview', states: null });
    expect(inputOf({ ...overview, states: '18' })).toMatchObject({ states: 18 });
  });

  it('offers every learner, and checks only the fields it uses', () => {
    expect(LEARNERS.map(({ value }) => value).toSorted()).toEqual(learnerSchema.options.toSorted());
    const overview: LearnForm = { ...form, learner: 'overview', states: '12', tau: 'x', lambda: 'x' };
    expect(inputOf(overview)).toMatchObject({ learner: 'overview', states: 12, tau: 5, lambda: 0.1 });
    expect(inputOf({ ...overview, states: '3' })).toBeNull();
    expect(inputOf({ ...overview, learner: 'context' })).toBeNull();
    expect(inputOf(withPreset({ ...form, learner: 'context' }, 'figures'))).toMatchObject({
      learner: 'context',
    });
  });

  it('checks only the fields that the merging rule uses', () => {
    const merging: LearnForm = { ...form, learner: 'merging', alpha: '0.01', k: '3', support: '2.5' };
    expect(inputOf(merging)).toMatchObject({ learner: 'merging', policy: 'alergia', alpha: 0.01, k: 2 });
    expect(inputOf(merging)?.support).toBeCloseTo(0.025);
    expect(inputOf({ ...merging, policy: 'k-tails' })).toMatchObject({ alpha: 1e-4, k: 3 });
    expect(inputOf({ ...merging, policy: 'phi', lambda: '0.3' })).toMatchObject({ lambda: 0.3 });
    expect(inputOf({ ...merging, alpha: '0' })).toBeNull();
    expect(inputOf({ ...merging, alpha: '0', policy: 'phi' })).not.toBeNull();
    expect(inputOf({ ...merging, support: '101' })).toBeNull();
    expect(inputOf({ ...merging, policy: 'k-tails', k: '21' })).toBeNull();
  });

  it('applies a preset and keeps the run', () => {
    const figures = withPreset(form, 'figures');
    expect(inputOf(figures)).toMatchObject({ run: 7, depth: 4, tau: 5 });
    expect(presetOf(figures)).toBe('figures');
    expect(presetOf({ ...figures, tau: '11' })).toBe('own');
  });

  it("opens an automaton of the figures' preset on states with more than ten dialogues, and no other", () => {
    const { run: _, ...params } = inputOf(withPreset(form, 'figures')) ?? form;
    expect(figuresFilter({ ...params, learner: 'paper' })).toEqual({ minSupport: 11, maxDepth: 4 });
    expect(figuresFilter({ ...params, learner: 'paper', tau: 6 })).toBeUndefined();
    expect(figuresFilter({ ...params, learner: 'context' })).toBeUndefined();
  });

  it('merges nothing without λ, and sets no limit without a depth', () => {
    expect(inputOf({ ...form, lambda: '', depth: ' ' })).toMatchObject({ lambda: null, depth: null });
    expect(presetOf({ ...form, lambda: '' })).toBe('own');
  });

  it.each([
    ['tau', '-1'],
    ['tau', ''],
    ['tau', '2.5'],
    ['lambda', '1.5'],
    ['depth', '0'],
  ] as const)('rejects %s of "%s"', (field, text) => {
    expect(inputOf({ ...form, [field]: text })).toBeNull();
  });
});

describe('reportRows', () => {
  const report = {
    states: 36,
    statesBeforeMerging: 8961,
    statesBeforeClosure: 7000,
    transitions: 120,
    candidates: 402000,
    accepted: 1961,
    forced: 6964,
    largestStateShare: 0.41,
    warnings: [],
    advice: [],
    seconds: 2.5,
    learningSeconds: 0.8,
    peakMb: 211.6,
    reach: null,
    size: null,
    untagged: null,
    notDrawn: null,
  };

  it('warns if one state contains most of the rest', () => {
    const largest = (share: number) =>
      reportRows({ ...report, largestStateShare: share }).find((row) => row.alarm);
    expect(largest(0.41)?.value).toBe('41.0 %');
    expect(largest(0.3)).toBeUndefined();
  });

  it('gives every number its unit', () => {
    const rows = new Map(reportRows(report).map((row) => [row.label, row.value]));
    expect(rows.get('Time')).toBe('2.5 s');
    expect(rows.get('Peak memory')).toBe('212 MB');
    expect(rows.get('States of the tag tree')).toBe('8,961');
  });
});
