import { describe, expect, it } from 'vitest';
import { isProjectFile, projectNameOf } from './session.ts';

describe('project names', () => {
  it('takes the endings of data files off', () => {
    expect(projectNameOf('/data/twcs.csv.gz')).toBe('twcs');
    expect(projectNameOf('C:\\exports\\Chat Log 2025.v2.jsonl')).toBe('Chat Log 2025.v2');
    expect(projectNameOf('.csv')).toBe('Untitled');
  });

  it('knows a project file by its ending', () => {
    expect(isProjectFile('/a/Shop.DIALOGRAM')).toBe(true);
    expect(isProjectFile('/a/dialogram.csv')).toBe(false);
  });
});
