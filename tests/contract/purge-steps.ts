import { join } from 'node:path';
import { expect, it } from 'vitest';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { ended, importFiles } from '../fixtures/project.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describePurge(suite: Suite): void {
  it('previews what a purge removes, and removes exactly that', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'purged' });
    const gone = writeNeutral(suite.workspace, 'gone.jsonl', supportCalls(20, 'gone'));
    await importFiles(client, [suite.callsFile, gone]);
    const source = (await client.corpus.sources()).find(({ path }) => path === gone);
    if (!source) throw new Error('The source is not there.');
    const { edit } = await client.removing.remove({ source: source.id, reason: 'a test' });
    expect(edit).toMatchObject({ kind: 'remove-source', reason: 'a test' });
    expect(await client.removing.list()).toMatchObject([{ id: source.id, path: gone, dialogues: 20 }]);
    expect((await errorOf(client.removing.remove({ source: source.id }))).code).toBe('NOT_FOUND');
    await client.removing.bringBack({ source: source.id });
    const preview = await client.purge.preview({ sources: [source.id] });
    expect(preview).toMatchObject({ name: source.name, dialogues: 20, sources: 1, backups: [], uploads: [] });
    expect(preview.originals).toEqual([join(suite.workspace, 'gone.jsonl')]);
    const shown = { sources: [source.id], expected: preview.dialogues };
    expect((await errorOf(client.purge.run({ ...shown, expected: 19 }))).code).toBe('INVALID');
    const { job } = await client.purge.run(shown);
    expect(await ended(client, job)).toMatchObject({
      kind: 'purge',
      state: 'done',
      result: { dialogues: 20, filesLeft: 0 },
    });
    expect(await client.corpus.sources()).toHaveLength(1);
    expect((await client.jobs.list()).map(({ kind }) => kind)).toEqual(['purge']);
    expect((await errorOf(client.purge.preview({ sources: [source.id] }))).code).toBe('NOT_FOUND');
    await client.projects.close();
  });
}
