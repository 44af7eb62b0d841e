import { describe, expect, it } from 'vitest';
import type { Project } from '#shared/contract/projects.ts';
import { nextStep, stepOf } from './step-menus.tsx';

const counts = (dialogues: number, taggingRuns: number, automata: number): Project['counts'] => ({
  sources: 0,
  dialogues,
  utterances: 0,
  turns: 0,
  rejected: 0,
  tags: 0,
  edits: 0,
  taggingRuns,
  automata,
});

describe('nextStep', () => {
  it('goes from import to tagging to learning', () => {
    expect(nextStep(counts(0, 0, 0))).toBe('import');
    expect(nextStep(counts(600, 0, 0))).toBe('tag');
    expect(nextStep(counts(600, 1, 0))).toBe('learn');
    expect(nextStep(counts(600, 1, 1))).toBeNull();
  });
});

describe('stepOf', () => {
  const imported = counts(600, 0, 0);

  it('is the step of a job of one step, whatever its phase', () => {
    expect(stepOf({ kind: 'import', phase: 'reading tickets.csv' }, imported)).toBe('import');
    expect(stepOf({ kind: 'learning', phase: 'waiting' }, imported)).toBe('learn');
  });

  it('is the stage that a job of several steps is at', () => {
    const phases = ['Importing: reading x', 'Tagging: reading sentences', 'Learning: merging states'];
    expect(phases.map((phase) => stepOf({ kind: 'demo', phase }, imported))).toEqual([
      'import',
      'tag',
      'learn',
    ]);
  });

  it('is the next step before the first stage', () => {
    expect(stepOf({ kind: 'demo', phase: 'starting' }, counts(0, 0, 0))).toBe('import');
    expect(stepOf({ kind: 'picture', phase: 'waiting' }, imported)).toBe('tag');
  });

  it('is none for a job of another matter', () => {
    expect(stepOf({ kind: 'cleaning', phase: 'reading' }, imported)).toBeNull();
  });
});
