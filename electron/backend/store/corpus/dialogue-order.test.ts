import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutral, writeNeutral } from '../../../../tests/fixtures/dialogues.ts';
import { importFiles, makeProject } from '../../../../tests/fixtures/project.ts';
import { compareNaturally } from './dialogue-table.ts';

describe('compareNaturally', () => {
  it('counts where it meets numbers', () => {
    const ids = ['call-10', 'call-9', 'Call-1', 'call-1', '10', '2', '1', 'call-01'];
    expect(ids.toSorted(compareNaturally)).toEqual([
      '1',
      '2',
      '10',
      'call-01',
      'call-1',
      'Call-1',
      'call-9',
      'call-10',
    ]);
  });

  it('is a total order: only equal texts are equal', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(Math.sign(compareNaturally(a, b))).toBe(-Math.sign(compareNaturally(b, a)) + 0);
        expect(compareNaturally(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

it('lists dialogues so, also those of a state, and takes in what is imported later', async () => {
  const call = (id: number) => neutral(String(id), 'u: Hello there. #greet', 's: Hello, what is it? #ask');
  const { client, folder } = await makeProject([10, 2, 0, 1].map(call));
  const listed = async (): Promise<string[]> =>
    (await client.corpus.dialogues({})).items.map(({ externalId }) => externalId);
  expect(await listed()).toEqual(['0', '1', '2', '10']);
  await importFiles(client, [writeNeutral(folder, 'calls.jsonl', [10, 2, 0, 1, 9, 100].map(call))]);
  expect(await listed()).toEqual(['0', '1', '2', '9', '10', '100']);
  const { job } = await client.tagging.run({ tagger: 'annotations' });
  for await (const _ of await client.jobs.watch({ job }));
  const learning = await client.automata.learn({ tau: 1 });
  for await (const _ of await client.jobs.watch({ job: learning.job }));
  const { items } = await client.automata.dialogues({ at: { state: 0 } });
  expect(items.map(({ externalId }) => externalId)).toEqual(['0', '1', '2', '9', '10', '100']);
});
