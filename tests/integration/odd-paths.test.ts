import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, tagWith } from '../fixtures/project.ts';

describe('an invalid path', () => {
  it('is rejected by name everywhere', async () => {
    const { client, folder } = await makeProject();
    const refused = async (path: string): Promise<string[]> => {
      const calls: Record<string, () => Promise<unknown>> = {
        create: () => client.projects.create({ path }),
        saveAs: () => client.projects.saveAs({ path }),
        importVocabulary: () => client.vocabulary.previewImport({ path }),
        importCases: () => client.simulator.importCases({ path }),
        exportCases: () => client.simulator.exportCases({ out: path }),
        exportTags: () => client.vocabulary.export({ to: 'json', out: path }),
        openAnnotations: () => client.agreement.openFile({ path }),
        preview: () => client.corpus.preview({ path }),
        open: () => client.projects.open({ path }),
        importFiles: () => client.corpus.import({ paths: [path] }),
        module: () => client.modules.save({ id: null, draft: { kind: 'folder', name: 'Help', path } }),
      };
      const codes = Object.entries(calls).map(async ([name, call]) => {
        const code = await call().then(
          () => 'none',
          (error) => error.code,
        );
        return `${name} ${code}`;
      });
      return Promise.all(codes);
    };
    for (const path of ['a\0b', 'x'.repeat(4096), 'x'.repeat(5000), 'x'.repeat(1_000_000)])
      expect((await refused(path)).filter((said) => !said.endsWith(' INVALID'))).toEqual([]);
    for (const path of [join(folder, 'x'.repeat(300)), 'x'.repeat(4095), 'x/'.repeat(2047)])
      expect((await refused(path)).filter((said) => said.endsWith(' INTERNAL'))).toEqual([]);
  });

  it('a name of the maximum length is written, and a longer one is cut between characters', async () => {
    const { client, folder } = await makeProject(supportCalls(10));
    await tagWith(client, 'annotations');
    const long = join(folder, `${'字'.repeat(80)}.json`);
    expect((await client.vocabulary.export({ to: 'json', out: long })).path).toBe(long);
    const numbered = async () =>
      (await client.vocabulary.export({ to: 'json', out: long, ifExists: 'number' })).path;
    expect(await numbered()).toBe(join(folder, `${'字'.repeat(80)} 2.json`));
    const longer = join(folder, `${'字'.repeat(90)} tags.json`);
    const cut = await client.vocabulary.export({ to: 'json', out: longer, ifExists: 'number' });
    expect(cut.path).toBe(join(folder, `${'字'.repeat(83)}.json`));
    await expect(client.projects.create({ path: '字'.repeat(80) })).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('too long'),
    });
  });
});

it('an address that is too long once encoded is rejected by name', async () => {
  const { client } = await makeProject();
  const draft = {
    kind: 'openai',
    apiVersion: null,
    chatModel: 'm',
    embeddingModel: null,
    prices: {},
  } as const;
  const rest = { name: 'Mine', takesBatches: false, maskPersonalData: true };
  const baseUrl = `http://localhost:1/${'字'.repeat(100)}`;
  await expect(
    client.providers.save({ id: null, draft: { ...draft, ...rest, baseUrl } }),
  ).rejects.toMatchObject({
    code: 'INVALID',
    data: { place: 'baseUrl' },
  });
});
