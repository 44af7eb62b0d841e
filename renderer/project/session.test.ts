import { describe, expect, it } from 'vitest';
import { isProjectFile, projectNameOf } from './session.ts';

describe('project names', () => {
  it('drops the extensions of data files', () => {
    expect(projectNameOf('/data/twcs.csv.gz')).toBe('twcs');
    expect(projectNameOf('C:\\exports\\Chat Log 2025.v2.jsonl')).toBe('Chat Log 2025.v2');
    expect(projectNameOf('.csv')).toBe('Untitled');
  });

  it('recognizes a project file by its extension', () => {
    expect(isProjectFile('/a/Shop.DIALOGRAM')).toBe(true);
    expect(isProjectFile('/a/dialogram.csv')).toBe(false);
  });
});
