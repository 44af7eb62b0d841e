import { expect, it } from 'vitest';
import { type AgentSpec, agentKey, modelOf } from '#shared/domain/agent.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { errorOf, type Suite } from './contract-suite.ts';

const column = (method: string): AgentSpec => ({ method, answerer: { kind: 'consensus' } });
const COLUMNS = ['bm25-last', 'random', 'dfa-paper'].map(column);

export function describeVotes(suite: Suite): void {
  it('shows two answers without revealing who gave them', async () => {
    const { client } = suite;
    const { pair, counts } = await client.votes.next({ columns: COLUMNS });
    if (!pair) throw new Error('There is no pair to vote on.');
    expect(pair.vote).toBeNull();
    expect(Object.keys(pair).sort()).toEqual(['a', 'b', 'conversation', 'pair', 'unit', 'vote']);
    expect(pair.a).not.toEqual(pair.b);
    expect(counts.drawn).toBe(1 + counts.same + counts.unanswered);
    const payload = JSON.stringify({ pair, counts });
    for (const { name, title, encoder } of await client.comparison.methods()) {
      expect(payload).not.toContain(name);
      expect(payload).not.toContain(title);
      if (encoder) expect(payload).not.toContain(encoder);
    }
    for (const each of COLUMNS) expect(payload).not.toContain(agentKey(each));
    // The pair stays the same until it is voted on, whatever the order of the columns.
    expect((await client.votes.next({ columns: COLUMNS.toReversed() })).pair).toEqual(pair);
  });

  it('accepts, changes and undoes a vote, and reveals who answered only afterwards', async () => {
    const { client } = suite;
    const { pair } = await client.votes.next({ columns: COLUMNS });
    const id = pair?.pair ?? 0;
    expect(await errorOf(client.votes.reveal({ pair: id }))).toMatchObject({ code: 'INVALID' });
    expect(await errorOf(client.votes.undo({ pair: id }))).toMatchObject({ code: 'INVALID' });
    await client.votes.vote({ pair: id, choice: 'tie' });
    expect(await client.votes.undo({ pair: id })).toEqual(pair);
    const voted = await client.votes.vote({ pair: id, choice: 'a', note: 'It asks what is missing.' });
    expect(voted).toMatchObject({
      vote: { choice: 'a', note: 'It asks what is missing.', author: 'person' },
    });
    expect(await client.votes.pair({ pair: id })).toEqual({ kind: 'blind', pair: voted });
    const [listed] = (await client.votes.list({})).items;
    expect(listed).toMatchObject({ pair: id, vote: voted.vote, revealed: null });
    expect(await client.votes.ranking({})).toMatchObject({ votes: 0, blind: 1, columns: [] });

    const revealed = await client.votes.reveal({ pair: id });
    expect(revealed).toMatchObject({ ...voted, turn: expect.any(Number) });
    const keys = [revealed.sides.a.key, revealed.sides.b.key];
    expect(COLUMNS.map(agentKey)).toEqual(expect.arrayContaining(keys));
    expect(revealed.truth).toHaveLength(1);
    expect(revealed.sides.a.measures?.rougeL).toBeGreaterThanOrEqual(0);
    expect(await errorOf(client.votes.vote({ pair: id, choice: 'b' }))).toMatchObject({ code: 'INVALID' });
    expect(await errorOf(client.votes.undo({ pair: id }))).toMatchObject({ code: 'INVALID' });
    expect((await client.votes.list({})).items[0].revealed?.a.key).toBe(keys[0]);
    expect((await client.votes.pair({ pair: id })).kind).toBe('revealed');
  });

  it('ranks by the votes that count, with intervals, and warns that they are few', async () => {
    const { client } = suite;
    const asked: number[] = [];
    for (const choice of ['b', 'both-bad'] as const) {
      const { pair } = await client.votes.next({ columns: COLUMNS });
      if (!pair) throw new Error('There is no pair to vote on.');
      asked.push(pair.pair);
      await client.votes.vote({ pair: pair.pair, choice });
    }
    expect(new Set(asked).size).toBe(2);
    expect(await client.votes.revealAll({ unit: 'next-turn' })).toEqual({ revealed: 2 });
    const ranking = await client.votes.ranking({ seed: 7 });
    expect(ranking).toMatchObject({ votes: 3, blind: 0, few: true, seed: 7, settings: 1, level: 0.95 });
    expect(
      ranking.wins.reduce((sum, { won, lost, tied, bothBad }) => sum + won + lost + tied + bothBad, 0),
    ).toBe(3);
    for (const { items, interval } of ranking.columns) {
      if (items < 2) expect(interval).toBeNull();
      else if (interval) expect(interval.lower).toBeLessThan(interval.upper);
    }
    expect(await client.votes.ranking({ seed: 7 })).toEqual(ranking);
    expect(await client.votes.ranking({ scope: { author: 'nobody' } })).toMatchObject({ votes: 0 });
  });

  it('collects blind votes on whole dialogues of models', async () => {
    const { client } = suite;
    const server = await startModelServer({
      answer: ({ messages }) => {
        const ids = /with the ids ([\d, ]+), each/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
        return ids
          .split(', ')
          .map((id) => `${id} System: This is line ${id}.`)
          .join('\n');
      },
    });
    const [, , preset] = await client.providers.presets();
    const { id } = await client.providers.save({
      id: null,
      draft: { ...preset.draft, name: 'Ballots', baseUrl: server.baseUrl, chatModel: 'small-model' },
    });
    const model = { kind: 'model', provider: id, model: 'small-model' } as const;
    const columns = [{ method: 'bm25-last', answerer: model }, column('random')];
    const settings = { unit: 'whole-dialogue' } as const;
    expect(await errorOf(client.votes.next({ columns, settings }))).toMatchObject({ code: 'NOT_CONSENTED' });
    await client.providers.consent({ id, host: server.origin });
    server.script({ kind: 'status', status: 400, message: 'Busy elsewhere.' });
    expect(await errorOf(client.votes.next({ columns, settings }))).toMatchObject({
      code: 'PROVIDER_FAILED',
    });
    const next = await client.votes.next({ columns, settings });
    const pair = next.pair?.pair ?? 0;
    expect(next.counts).toMatchObject({ drawn: 1, unanswered: 0 });
    const voted = await client.votes.vote({ pair, choice: 'a' });
    const told = JSON.stringify([next, voted]);
    for (const name of ['small-model', 'Ballots', id, 'bm25', 'Random']) expect(told).not.toContain(name);
    const { sides, a, b } = await client.votes.reveal({ pair });
    const lines = modelOf(sides.a.column) ? a : b;
    expect(lines.map(({ text }) => text)).toEqual(lines.map(({ turn }) => `This is line ${turn}.`));
    expect(await client.votes.ranking(settings)).toMatchObject({ votes: 1, items: 1 });
    await client.providers.remove({ id });
  });

  it('skips a pair, and rejects invalid votes', async () => {
    const { client } = suite;
    const first = await client.votes.next({ columns: COLUMNS, seed: 2 });
    const second = await client.votes.next({ columns: COLUMNS, seed: 2, pass: first.pair?.pair ?? null });
    expect(second.pair?.pair).not.toBe(first.pair?.pair);
    expect(second.counts).toMatchObject({ passed: 1, open: 1 });
    const prepared = await client.votes.prepare({ columns: COLUMNS, seed: 2, open: 2 });
    expect(prepared.open).toBe(2);
    expect((await client.votes.next({ columns: COLUMNS, seed: 2 })).counts.open).toBe(2);
    const twice = client.votes.next({ columns: [COLUMNS[0], COLUMNS[0]] });
    expect(await errorOf(twice)).toMatchObject({ code: 'INVALID', data: { value: 'bm25-last/consensus' } });
    expect(await errorOf(client.votes.vote({ pair: 999, choice: 'a' }))).toMatchObject({ code: 'NOT_FOUND' });
  });
}
