import { describe, expect, it, vi } from 'vitest';
import { type AgentSpec, agentKey, modelOf } from '#shared/domain/agent.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from '../fixtures/model-server.ts';
import { makeProject, type TestProject, tagWith } from '../fixtures/project.ts';

interface Ready extends TestProject {
  readonly server: ModelServer;
  readonly provider: string;
  readonly byModel: (method: string, model?: string) => AgentSpec;
}

/** Each model's answers contain its own word, to tell them apart. */
const LINES: ModelServerOptions['answer'] = ({ model, messages }) => {
  const ids = /with the ids ([\d, ]+), each/.exec(messages.at(-1)?.content ?? '')?.[1];
  const voice = model === 'large-model' ? 'Certainly' : 'Sure';
  return ids === undefined
    ? `${voice}, one moment please.`
    : ids
        .split(', ')
        .map((id) => `${id} System: ${voice}, that is line ${id}.`)
        .join('\n');
};

async function ready(options: ModelServerOptions = {}): Promise<Ready> {
  const server = await startModelServer({ answer: LINES, ...options });
  const project = await makeProject(supportCalls(60));
  const { client } = project;
  await tagWith(client, 'annotations');
  const [, , preset] = await client.providers.presets();
  const { id } = await client.providers.save({
    id: null,
    draft: { ...preset.draft, name: 'Loopback', baseUrl: server.baseUrl, chatModel: 'small-model' },
  });
  await client.providers.consent({ id, host: server.origin });
  return {
    ...project,
    server,
    provider: id,
    byModel: (method, model = 'small-model') => ({
      method,
      answerer: { kind: 'model', provider: id, model, temperature: 0, seed: 1, maxOutputTokens: 100 },
    }),
  };
}

describe('votes between models', () => {
  it('are blind to models, servers and cost, on turns and on whole dialogues', async () => {
    const { client, provider, byModel } = await ready();
    const columns = [byModel('bm25-last'), byModel('bm25-last', 'large-model'), byModel('none')];
    for (const unit of ['next-turn', 'whole-dialogue'] as const) {
      const next = await client.votes.next({ columns, settings: { unit } });
      const { pair } = next;
      if (!pair) throw new Error('There is no pair to vote on.');
      const told = JSON.stringify([next, await client.votes.vote({ pair: pair.pair, choice: 'b' })]);
      const listed = JSON.stringify(await client.votes.list({ unit }));
      const names = [provider, 'Loopback', 'small-model', 'large-model', 'bm25', 'none/', 'token', 'latency'];
      for (const name of [...names, ...columns.map(agentKey)]) {
        expect(told).not.toContain(name);
        expect(listed).not.toContain(name);
      }
      const revealed = await client.votes.reveal({ pair: pair.pair });
      for (const [side, said] of [
        [revealed.sides.a, revealed.a],
        [revealed.sides.b, revealed.b],
      ] as const) {
        const answerer = modelOf(side.column);
        if (answerer === null) throw new Error('A model answers here.');
        for (const { text } of said)
          expect(text).toMatch(answerer.model === 'large-model' ? /^Certainly/ : /^Sure/);
        expect(side.title).toContain(answerer.model);
        expect(side.tokens?.output).toBeGreaterThan(0);
      }
    }
    expect(await client.votes.ranking({ unit: 'whole-dialogue' })).toMatchObject({ votes: 1, few: true });
  });

  it('on whole dialogues show all customer turns and every answer, but not the true answers', async () => {
    const { client, byModel } = await ready();
    const columns = [
      byModel('bm25-last', 'large-model'),
      { method: 'random', answerer: { kind: 'first' } },
    ] as const;
    const { pair } = await client.votes.next({
      columns: [...columns],
      settings: { unit: 'whole-dialogue' },
    });
    if (!pair) throw new Error('There is no pair to vote on.');
    expect(new Set(pair.conversation.map(({ role }) => role))).toEqual(new Set(['user']));
    expect(pair.conversation.length).toBeGreaterThan(1);
    await client.votes.vote({ pair: pair.pair, choice: 'tie' });
    const { sides, truth, a, b, turn } = await client.votes.reveal({ pair: pair.pair });
    expect(turn).toBeNull();
    expect(sides.a.measures).toBeNull();
    const byLines = modelOf(sides.a.column) ? a : b;
    expect(byLines.map((line) => line.turn)).toEqual(truth.map((line) => line.turn));
  });

  it('use up no turn while a server does not answer', async () => {
    const { client, server, byModel } = await ready();
    const columns = [byModel('bm25-last'), byModel('random', 'large-model')];
    const busy = { kind: 'status', status: 400, message: 'This model is busy elsewhere.' } as const;
    server.script(busy, busy);
    await expect(client.votes.next({ columns })).rejects.toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(server.chats().length).toBe(2);
    const { pair, counts } = await client.votes.next({ columns });
    expect(pair).not.toBeNull();
    expect(counts).toMatchObject({ drawn: 1, unanswered: 0 });
  });

  it('are prepared ahead, and no pair is asked for twice', async () => {
    const { client, server, byModel } = await ready();
    const columns = [byModel('bm25-last'), byModel('random', 'large-model')];
    const [{ pair }, prepared] = await Promise.all([
      client.votes.next({ columns }),
      client.votes.prepare({ columns, open: 3 }),
    ]);
    if (!pair) throw new Error('There is no pair to vote on.');
    expect(prepared).toEqual({ open: 3 });
    const sent = server.chats().map(({ text }) => text);
    expect(sent).toHaveLength(6);
    expect(new Set(sent).size).toBe(6);
    await client.votes.vote({ pair: pair.pair, choice: 'a' });
    const next = await client.votes.next({ columns });
    expect(next.pair?.pair).not.toBe(pair.pair);
    expect(next.counts).toMatchObject({ drawn: 3, voted: 1 });
    expect(server.chats()).toHaveLength(6);
  });

  it('are shown once they are ready, although a model still writes the answers of a later one', async () => {
    const { client, server, byModel } = await ready();
    const columns = [byModel('bm25-last'), byModel('random', 'large-model')];
    await client.votes.prepare({ columns, open: 1 });
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = { kind: 'drip', everyMs: 0, until: held } as const;
    server.script(slow, slow);
    const preparing = client.votes.prepare({ columns, open: 2 });
    await vi.waitFor(() => expect(server.chats().length).toBeGreaterThan(2), 600_000);
    const { pair, counts } = await client.votes.next({ columns });
    expect(pair).not.toBeNull();
    expect(counts).toMatchObject({ drawn: 1, open: 1 });
    goOn();
    expect(await preparing).toEqual({ open: 2 });
  });
});
