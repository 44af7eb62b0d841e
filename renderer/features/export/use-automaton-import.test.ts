import { expect, it } from 'vitest';
import type { AutomatonImportResult } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { describeImport } from './export-page.tsx';

it('describes the import, and names unknown tags', () => {
  const imported: AutomatonImportResult = {
    automaton: 7 as RunId,
    states: 12,
    transitions: 20,
    dialogues: 80,
    taggingRun: 1 as RunId,
    tags: { total: 9, unknown: 0, first: [] },
    from: { file: 'calls.json', project: null, tagger: null, learnedAt: null, leftOut: null },
  };
  expect(describeImport(imported)).toBe('Imported 12 states from calls.json, based on 80 dialogues.');
  expect(describeImport({ ...imported, tags: { total: 9, unknown: 3, first: ['a', 'b'] } })).toBe(
    'Imported 12 states from calls.json, based on 80 dialogues. 3 of the 9 tags do not exist in this project: #a, #b ….',
  );
});
