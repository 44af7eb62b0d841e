import { describe, expect, it, vi } from 'vitest';
import { examplesOfSpoken } from '#backend/features/conversation/index.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { ended, makeProject, reopened, resultOf, tagWith } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';

const MODEL = 'embedding-model';
const METHODS = ['dense-provider', 'dense-provider-trained', 'context-ranker-provider'];

async function connected(options: Parameters<typeof startModelServer>[0] = {}, calls = supportCalls(40)) {
  const server = await startModelServer(options);
  const project = await makeProject(calls);
  const { client } = project;
  await tagWith(client, 'annotations');
  const provider = await connectServer(client, server);
  const sent = () =>
    server.requests.flatMap(({ route, body }) => (route === '/embeddings' ? [body?.input as string[]] : []));
  const encoder = async () => (await client.comparison.encoders()).find(({ name }) => name === 'provider');
  const encode = (limits = {}) => client.comparison.encode({ encoder: 'provider', ...limits });
  return { server, project, client, provider, sent, encoder, encode, of: { provider, model: MODEL } };
}

describe('a provider’s embeddings', () => {
  it('preview the request, encode every distinct text once, and serve three methods', async () => {
    const { client, server, sent, encoder, encode, of, project } = await connected();
    expect(await encoder()).toBeUndefined();
    await expect(encode()).rejects.toThrow(/No provider model was chosen/);
    const before = await client.comparison.estimateEncoding(of);
    expect(before).toMatchObject({
      title: 'embedding-model (Fixture)',
      host: server.origin,
      agreed: true,
      masked: true,
    });
    expect(sent()).toEqual([]);

    await client.comparison.chooseEncoder({ provider: of });
    expect(await encoder()).toMatchObject({ title: before.title, available: true, encodedShare: 0 });
    await client.providers.withdraw({ id: of.provider });
    await expect(encode()).rejects.toThrow(/not agreed/);
    await client.providers.consent({ id: of.provider, host: server.origin });
    const result = await resultOf(client, (await encode()).job);
    const texts = sent().flat();
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toHaveLength(before.texts);
    expect(result).toMatchObject({
      texts: before.texts,
      turns: before.turns,
      account: { requests: sent().length },
    });
    expect(await encoder()).toMatchObject({ encodedShare: 1 });
    expect(await client.comparison.estimateEncoding(of)).toMatchObject({ texts: 0, turns: 0 });

    // Turns of the project were sent already, including those of held-out dialogues.
    const requests = server.requests.length;
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 3 });
    const question = { dialogue, turn, methods: METHODS };
    const { columns } = await client.comparison.compare(question);
    expect(columns.map(({ method }) => method.title)).toEqual([
      'Dense: embedding-model (Fixture)',
      'Dense, trained: embedding-model (Fixture)',
      'Context automaton + ranker: embedding-model (Fixture)',
    ]);
    const [found] = columns;
    expect(found?.candidates).toHaveLength(5);
    const asked = (await client.comparison.compare(question)).history[turn - 1]?.text;
    for (const { score, userText } of found?.candidates ?? [])
      if (userText === asked) expect(score).toBeCloseTo(1, 4);
    const later = await reopened(project);
    expect((await later.client.comparison.compare(question)).columns[0]?.candidates).toEqual(
      found?.candidates,
    );
    expect(server.requests).toHaveLength(requests);
  });

  it('stop at a budget, continue with what is missing, and are kept when another model is chosen', async () => {
    const { client, sent, encoder, encode, of } = await connected({}, supportCalls(200));
    await client.comparison.chooseEncoder({ provider: of });
    const { tokens, texts } = await client.comparison.estimateEncoding(of);
    const { job } = await encode({ budgetTokens: Math.ceil(tokens.most * 0.9) });
    expect(await ended(client, job)).toMatchObject({
      state: 'paused',
      reason: { code: 'budget', message: expect.stringMatching(/Start again with a larger budget/) },
    });
    expect(sent().length).toBeGreaterThan(0);
    expect(sent().flat().length).toBeLessThan(texts);
    await resultOf(client, (await encode()).job);
    expect(sent().flat()).toHaveLength(texts);
    expect(new Set(sent().flat()).size).toBe(texts);
    expect((await client.jobs.list()).find(({ id }) => id === job)).toMatchObject({ state: 'cancelled' });

    await client.comparison.chooseEncoder({ provider: { ...of, model: 'large-model' } });
    expect(await encoder()).toMatchObject({ title: 'large-model (Fixture)', encodedShare: 0 });
    await client.comparison.chooseEncoder({ provider: of });
    expect(await encoder()).toMatchObject({ encodedShare: 1 });
  });

  it('find similar turns without sending anything', async () => {
    const { client, server, encode, of } = await connected();
    await client.comparison.chooseEncoder({ provider: of });
    const method = async () => (await client.likeness.methods()).find(({ by }) => by === 'provider');
    expect(await method()).toMatchObject({
      title: 'embedding-model (Fixture)',
      share: 0,
      problem: expect.stringContaining('Add a column'),
      takesText: false,
      secondsAtMost: null,
    });
    await resultOf(client, (await encode()).job);
    const requests = server.requests.length;
    expect(await method()).toMatchObject({ problem: null });
    const { items } = await client.vocabulary.turns({ filter: { role: 'user' }, limit: 1 });
    const { turns } = await client.corpus.dialogue({ dialogue: items[0]!.dialogue });
    const [asked, answer] = turns;
    const near = await client.likeness.nearest({ to: { turn: asked!.id }, by: 'provider' });
    expect(near.items.length).toBeGreaterThan(0);
    expect(near.items.every(({ role }) => role === 'user')).toBe(true);
    for (const to of [{ turn: answer!.id }, { text: 'My lamp is broken.' }]) {
      await expect(client.likeness.nearest({ to, by: 'provider' })).rejects.toMatchObject({
        code: 'INVALID',
      });
    }
    await expect(client.comparison.encode({ encoder: 'provider', everyTurn: true })).rejects.toThrow(
      /only those before an answer/,
    );
    expect(server.requests).toHaveLength(requests);
  });

  it('encode a new text once and masked; without its server another method still answers', async () => {
    const { client, server, sent, encode, of, project } = await connected();
    await client.comparison.chooseEncoder({ provider: of });
    await resultOf(client, (await encode()).job);
    const before = sent().length;
    const heard = (text: string, method = 'dense-provider') =>
      examplesOfSpoken(project.session.project(), null, [{ role: 'user', text }], {
        ...{ method, examples: 3, seed: 1 },
      });
    const found = await heard('Write to jo@example.org, please.');
    expect(found).toHaveLength(3);
    expect(await heard('Write to jo@example.org, please.')).toEqual(found);
    expect(sent().slice(before)).toEqual([['Write to [email], please.']]);
    await server.close();
    await expect(heard('My lamp is broken.')).rejects.toThrow(
      /embedding-model \(Fixture\) returned no vector/,
    );
    expect(await heard('My lamp is broken.', 'bm25-last')).toHaveLength(3);
  });

  it('are encoded by a command, which first says what it would send', async () => {
    vi.stubEnv('DIALOGRAM_HOME', temporaryFolder('home'));
    const server = await startModelServer();
    const { path, backend } = await makeProject(supportCalls(12));
    await backend.stop();
    const { id } = (await cli('models', '--add', 'Loop', '--url', server.baseUrl)).output.provider;
    const encode = async (...options: string[]) =>
      (await cli('encode', '--project', path, '--provider', id, '--model', MODEL, ...options)).output;
    const estimate = await encode('--estimate');
    expect(estimate).toMatchObject({ host: server.origin, agreed: false });
    await cli('models', '--agree', id, '--host', server.origin);
    const paused = await encode('--budget-tokens', '1');
    expect(paused).toMatchObject({ state: 'paused', reason: { code: 'budget' }, encodedShare: 0 });
    const done = { encoder: 'embedding-model (Loop)', encodedShare: 1, state: 'done', texts: estimate.texts };
    expect(await encode()).toMatchObject(done);
    vi.unstubAllEnvs();
  });
});
