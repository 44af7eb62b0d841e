import { describe, expect, it } from 'vitest';
import type { Project } from '#shared/contract/projects.ts';
import { nextStep } from './next-step.ts';

const counts = (dialogues: number, taggingRuns: number, automata: number): Project['counts'] => ({
  sources: 0,
  dialogues,
  utterances: 0,
  rounds: 0,
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
