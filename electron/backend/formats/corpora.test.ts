import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ImportFormat } from '#shared/domain/import-formats.ts';

import {
  type CorpusName,
  corpusFile,
  corpusPath,
  describeWithCorpus,
} from '../../../tests/fixtures/corpora.ts';
import { detectFormat } from './detect.ts';

import { previewFile } from './preview.ts';
import { collect } from './testing.ts';

const CORPORA: readonly CorpusName[] = [
  'abcd',
  'agent-tool-logs',
  'camrest676',
  'crosswoz-zh',
  'multidogo',
  'multiwoz',
  'sgd',
  'star',
  'taskmaster',
];

/** A count from the table in a corpus' README. */
async function stated(corpus: CorpusName, measure: string): Promise<number> {
  const readme = await readFile(corpusFile(corpus, 'README.md'), 'utf8');
  return Number(new RegExp(`^\\| ${measure} \\| ([\\d.]+) \\|`, 'm').exec(readme)?.[1]);
}

for (const corpus of CORPORA) {
  describeWithCorpus(`the corpus ${corpus}`, [corpus], () => {
    it('imports with the counts its README states, and nothing is rejected', async () => {
      const path = corpusPath(corpus);
      expect(await detectFormat(path)).toMatchObject({ format: 'neutral', confidence: 1 });
      const { dialogues, rejects, warnings, end } = await collect(path, 'neutral');
      const turns = dialogues.flatMap(({ utterances }) => utterances);
      expect({
        dialogues: dialogues.length,
        turns: end.records,
        user_turns: turns.filter(({ role }) => role === 'user').length,
        turns_with_acts: turns.filter(({ acts }) => (acts?.length ?? 0) > 0).length,
        distinct_acts: new Set(turns.flatMap(({ acts }) => acts ?? [])).size,
        distinct_domains: new Set(dialogues.flatMap(({ domains }) => domains)).size,
        empty_text: turns.filter(({ text }) => text === '').length,
      }).toEqual({
        dialogues: await stated(corpus, 'dialogues'),
        turns: await stated(corpus, 'turns'),
        user_turns: await stated(corpus, 'user_turns'),
        turns_with_acts: await stated(corpus, 'turns_with_acts'),
        distinct_acts: await stated(corpus, 'distinct_acts'),
        // The README of star counts the domain null of 125 dialogues as one; it is no name.
        distinct_domains: (await stated(corpus, 'distinct_domains')) - (corpus === 'star' ? 1 : 0),
        empty_text: await stated(corpus, 'empty_text'),
      });
      expect(rejects).toEqual([]);
      expect(warnings).toEqual([]);
    }, 60_000);
  });
}

describeWithCorpus('agent logs as they were written', ['agent-tool-logs'], () => {
  it('read as chat messages, they give the turns, acts and results of the neutral form', async () => {
    const path = corpusFile('agent-tool-logs', 'native', 'gpt-4o-airline.json');
    expect(await detectFormat(path)).toMatchObject({ format: 'chat-jsonl' });
    const neutral = new Map<string, unknown>();
    for (const line of gunzipSync(await readFile(corpusPath('agent-tool-logs')))
      .toString()
      .trim()
      .split('\n')) {
      const { id, turns } = JSON.parse(line) as { id: string; turns: unknown };
      neutral.set(id, turns);
    }
    const { dialogues, rejects } = await collect(path, 'chat-jsonl');
    expect(rejects).toEqual([]);
    expect(dialogues).toHaveLength(86);
    for (const { externalId, utterances } of dialogues) {
      const turns = utterances.map(({ role, text, acts, extra }) => ({
        speaker: role,
        text,
        ...(acts && { acts }),
        ...(extra?.kb_results !== undefined && { kb_results: extra.kb_results }),
      }));
      expect(turns).toEqual(neutral.get(`airline-${externalId}`));
    }
  });
});

describeWithCorpus(
  'other corpora as they were written',
  ['sgd', 'taskmaster', 'multidogo', 'multiwoz', 'crosswoz-zh'],
  () => {
    it.each([
      ['sgd', 'native/train/dialogues_001.json', 'neutral'],
      ['taskmaster', 'native/TM-1-examples/data.json', 'neutral'],
      ['taskmaster', 'native/TM-4-2024/data/data_00.json', 'neutral'],
    ] as [CorpusName, string, ImportFormat][])(
      '%s %s reads without a reject',
      async (corpus, file, format) => {
        const path = corpusFile(corpus, file);
        expect(await detectFormat(path)).toMatchObject({ format });
        const { dialogues, rejects } = await collect(path, format);
        expect(rejects).toEqual([]);
        expect(dialogues.length).toBeGreaterThan(0);
      },
    );

    it.each([
      ['multiwoz', 'native/multiwoz-2.1/data.json'],
      ['crosswoz-zh', 'native/val.json'],
    ] as [CorpusName, string][])('%s %s is refused with the keys it has', async (corpus, file) => {
      await expect(detectFormat(corpusFile(corpus, file))).rejects.toMatchObject({
        code: 'UNKNOWN_FORMAT',
        message: expect.stringContaining('its keys are'),
      });
    });

    it('multidogo asks for the column of the speaker, which it lacks', async () => {
      const path = corpusFile('multidogo', 'native/splits_annotated_at_turn_level/fastfood/train.tsv');
      const preview = await previewFile(path);
      expect(preview).toMatchObject({
        delimiter: '\t',
        map: { conversation: 'conversationId', text: 'utterance' },
      });
      expect(preview.warnings.join()).toContain('no column for: speaker');
    });
  },
);
