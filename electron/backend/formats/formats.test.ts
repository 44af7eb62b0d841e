import { describe, expect, it, vi } from 'vitest';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { collect, scratchFile } from '../../../tests/fixtures/formats/collect.ts';
import { detectFormat } from './detect.ts';
import type { Format } from './format.ts';
import { FORMATS } from './formats.ts';
import { listUnder } from './json/fields.ts';
import { readJsonRecords } from './json/records.ts';
import { previewFile } from './preview.ts';

const TOY = 'toy' as ImportFormat;

const toy: Format = {
  name: TOY,
  notation: 'json',
  expects: '"words"',
  recognise: (value) => listUnder(value, ['words']) && { confidence: 1, reason: 'Each object has "words".' },
  async *read(reading) {
    let records = 0;
    for await (const item of readJsonRecords(reading)) {
      if (item.kind === 'reject') throw new Error(item.reason);
      const words = listUnder(item.value, ['words'])?.list ?? [];
      records += words.length;
      const utterances = words.map((word) => ({
        role: 'user' as const,
        speaker: 'user',
        text: String(word),
        time: null,
        line: item.line,
        acts: null,
        extra: null,
      }));
      yield { kind: 'dialogue', dialogue: { externalId: item.place, domains: [], utterances, extra: null } };
    }
    yield { kind: 'end', records };
  },
};

// A getter, because the list is created before `toy`.
vi.mock(import('./formats.ts'), async (original) => {
  const { FORMATS } = await original();
  return { FORMATS: Object.defineProperty({ ...FORMATS }, 'toy', { get: () => toy, enumerable: true }) };
});

describe('the list of formats', () => {
  it('names each format as it does itself', () => {
    expect(Object.values(FORMATS).map(({ name }) => name)).toEqual(Object.keys(FORMATS));
  });

  it('is all that knows a format: one more line, and it is detected, shown and read', async () => {
    const path = await scratchFile('toy.jsonl', '{"words":["one","two"]}\n{"words":["three"]}\n');
    expect(await detectFormat(path)).toMatchObject({ format: TOY, reason: 'Each object has "words".' });
    expect(await previewFile(path)).toMatchObject({ format: TOY, columns: null, warnings: [] });
    const { dialogues, end } = await collect(path, TOY);
    expect(dialogues.map(({ externalId }) => externalId)).toEqual(['line-1', 'line-2']);
    expect(end.records).toBe(3);
    await expect(collect(path, 'neutral')).rejects.toMatchObject({
      message: expect.stringContaining('in the format toy'),
    });
    await expect(detectFormat(await scratchFile('x', '{"a":1}\n'))).rejects.toMatchObject({
      nextStep: expect.stringMatching(/, or "words"\.$/),
    });
  });
});
