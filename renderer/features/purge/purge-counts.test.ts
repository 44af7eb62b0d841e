import { describe, expect, it } from 'vitest';
import type { PurgePreview } from '#shared/contract/purge.ts';
import { filesText, purgeOutcome, purgeRows } from './purge-dialog.tsx';

const preview: PurgePreview = {
  name: 'a/calls.jsonl',
  sources: 1,
  dialogues: 1200,
  turns: 9000,
  utterances: 9400,
  rejects: 0,
  machineTags: 3,
  decisions: 1,
  tags: 0,
  edits: 1,
  editsShortened: 0,
  automata: 2,
  vectors: 0,
  batches: 0,
  judgings: 0,
  removed: [],
  modelAnswers: 0,
  prompts: 0,
  cases: 0,
  votePairs: 0,
  jobs: 5,
  sentTo: [],
  backups: [],
  uploads: [],
  originals: [],
};

describe('texts of a purge', () => {
  it('count what is deleted, and leave out zeros', () => {
    expect(purgeRows(preview)).toEqual([
      '1,200 dialogues',
      '9,400 messages',
      '1 source',
      '2 automata',
      '3 automatic tags',
      '1 manual decision',
      '1 edit in the history',
      '5 earlier jobs',
    ]);
  });

  it('sum the files, and mention those that stay', () => {
    expect(filesText([{ bytes: 1024 }, { bytes: 1024 }], 'backup')).toBe('2 backups, 2.0 KB');
    const result = { dialogues: 1, utterances: 2, tags: 0, edits: 0, automata: 0, warnings: [] };
    expect(purgeOutcome({ ...result, filesRemoved: 0, filesLeft: 0 })).toBe(
      'Purged 1 dialogue and everything made from it.',
    );
    expect(purgeOutcome({ ...result, filesRemoved: 2, filesLeft: 1 })).toMatch(
      /2 files next to the project file were removed. 1 file could not be removed and still contains purged text.$/,
    );
  });
});
