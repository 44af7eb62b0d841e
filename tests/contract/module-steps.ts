import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sendJson, startEndpoint } from '../fixtures/endpoint-server.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeModules(suite: Suite): void {
  it('searches a folder of documents only in projects that use it', async () => {
    const { client, workspace } = suite;
    const path = join(workspace, 'documents');
    mkdirSync(path);
    writeFileSync(join(path, 'late.md'), 'A parcel that is late is traced by its number.');
    const kept = await client.modules.save({ id: null, draft: { kind: 'folder', name: 'Docs', path } });
    expect(await client.modules.list()).toMatchObject({
      modules: [kept],
      use: { when: 'never', modules: [] },
    });
    const { passages } = await client.modules.test({ id: kept.id, query: 'my parcel is late' });
    expect(passages).toMatchObject([{ place: 'late.md, from line 1' }]);

    await client.simulator.restart({});
    await client.simulator.say({ role: 'user', text: 'My parcel is late.' });
    expect(await client.modules.consult()).toEqual({ why: null, results: [], unsent: [] });
    await client.modules.use({ when: 'always', modules: [kept.id] });
    expect((await client.modules.consult()).results).toMatchObject([{ name: 'Docs', passages: [{}] }]);

    expect(await client.modules.remove({ id: kept.id })).toEqual({ removed: true });
    expect(await client.modules.remove({ id: kept.id })).toEqual({ removed: false });
    expect((await client.modules.consult()).results).toEqual([]);
    await client.modules.use({ when: 'never', modules: [] });
    await client.simulator.restart({});
  });

  it('sends to an endpoint with its key once its host is approved, and stops on request', async () => {
    const { client } = suite;
    const server = await startEndpoint((_, response) => sendJson(response, { text: 'From outside.' }));
    const { id } = await client.modules.save({
      id: null,
      draft: {
        kind: 'endpoint',
        name: 'Lookup',
        address: `${server.origin}/search`,
        method: 'post',
        arguments: [{ name: 'q', of: 'turn' }],
        field: 'text',
        keyHeader: 'authorization',
      },
    });
    const wrong = await errorOf(client.modules.consent({ id, host: 'https://example.com' }));
    expect(wrong).toMatchObject({ code: 'INVALID', data: { value: 'https://example.com' } });
    expect((await client.modules.test({ id, query: 'x' })).fault).toMatch(/^Nothing was sent/);
    expect(await client.modules.consent({ id, host: server.origin })).toMatchObject({
      consent: { origin: server.origin },
    });
    expect(await client.modules.setKey({ id, key: 'word-1' })).toMatchObject({ hasKey: true });
    const { passages } = await client.modules.test({ id, query: 'where is it' });
    expect(passages).toMatchObject([{ text: 'From outside.' }]);
    expect(server.requests).toMatchObject([{ headers: { authorization: 'Bearer word-1' } }]);
    expect(await client.modules.removeKey({ id })).toMatchObject({ hasKey: false });
    expect(await client.modules.withdraw({ id })).toMatchObject({ consent: null });
    await client.modules.test({ id, query: 'x' });
    expect(server.requests).toHaveLength(1);
    await client.modules.remove({ id });
    const gone = await errorOf(client.modules.test({ id, query: 'x' }));
    expect(gone).toMatchObject({ code: 'NOT_FOUND', data: { value: id } });
  });
}
