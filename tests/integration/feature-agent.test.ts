import { describe, expect, it } from 'vitest';
import { agentKey } from '#shared/domain/agent.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { FEATURES_WITH_ECHO } from '../fixtures/echo-agent.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const ECHO = { kind: 'echo', title: 'Echo, politely', before: 'You said:' };
const RANDOM = { method: 'random', answerer: { kind: 'consensus' as const } };

async function ready() {
  const project = await makeProject(supportCalls(60), {}, FEATURES_WITH_ECHO);
  await tagWith(project.client, 'annotations');
  return project.client;
}

describe("a feature's own kind of agent", () => {
  it('answers a batch run beside a method, on the true history', async () => {
    const client = await ready();
    const { job, run } = await client.batch.start({ columns: [RANDOM, ECHO], sample: 3 });
    await resultOf(client, job);
    const { columns, items } = await client.batch.summary({ run });
    expect(columns.map(({ title }) => title)).toEqual(['Random', 'Echo, politely']);
    expect(columns.map(({ rows }) => rows)).toEqual([items, items]);
    const { items: rows } = await client.batch.rows({ run });
    for (const { asked, cells } of rows) {
      expect(cells[1]?.problem).toBeNull();
      expect(cells[1]?.answer).toMatch(/^You said: .* \(\d+\)$/s);
      expect(cells[1]?.answer).toContain(asked);
    }
    const row = await client.batch.row({ run, item: 0, column: agentKey(ECHO) });
    expect(row).toMatchObject({ route: null, grounds: { understood: rows[0]?.asked } });
    const [first] = await client.batch.runs();
    expect(first.columns[1]).toEqual({
      key: agentKey(ECHO),
      column: ECHO,
      title: 'Echo, politely',
      usesLabels: false,
    });
  });

  it('gets its own answers in a whole dialogue', async () => {
    const client = await ready();
    const { job, run } = await client.batch.start({
      columns: [ECHO],
      sample: 1,
      answering: { unit: 'whole-dialogue' },
    });
    await resultOf(client, job);
    const row = await client.batch.row({ run, item: 0, column: agentKey(ECHO) });
    const told = row.answers.flatMap(({ text }) => (text === null ? [] : [text.slice(-3)]));
    expect(told).toEqual(told.map((_, at) => `(${at + 1})`));
    expect(told.length).toBeGreaterThan(1);
  });

  it('is voted on, revealed and ranked by its title', async () => {
    const client = await ready();
    const { pair } = await client.votes.next({ columns: [RANDOM, ECHO] });
    if (!pair) throw new Error('There is no pair to vote on.');
    expect(JSON.stringify(pair)).not.toContain('Echo');
    await client.votes.vote({ pair: pair.pair, choice: 'a' });
    const { sides } = await client.votes.reveal({ pair: pair.pair });
    expect([sides.a.title, sides.b.title].sort()).toEqual(['Echo, politely', 'Random']);
    const { columns } = await client.votes.ranking({});
    expect(columns.map(({ title }) => title).sort()).toEqual(['Echo, politely', 'Random']);
  });

  it('answers in a simulated dialogue', async () => {
    const client = await ready();
    await client.simulator.say({ role: 'user', text: 'Is anybody there?' });
    let answer: unknown = null;
    for await (const event of await client.simulator.answer({ agent: ECHO }))
      if (event.kind === 'done') answer = event.answer;
    expect(answer).toMatchObject({
      column: ECHO,
      turns: [{ text: 'You said: Is anybody there? (1)' }],
      problem: null,
      grounds: { at: 'echo 1' },
    });
  });

  it('answers a saved dialogue again when it is replayed', async () => {
    const client = await ready();
    await resultOf(client, (await client.automata.learn({ tau: 2, lambda: null })).job);
    await client.simulator.say({ role: 'user', text: 'Is anybody there?' });
    await client.simulator.setAnswer({ text: 'Yes.' });
    await client.simulator.say({ role: 'user', text: 'Good.' });
    const { expected } = await client.simulator.saveCase({ name: 'Echoed', agent: ECHO });
    expect(expected).toMatchObject({ route: [], examples: [], answer: 'You said: Good. (2)' });
    await client.simulator.saveCase({ name: 'By the automaton' });
    const cases = await client.simulator.cases();
    expect(cases.map(({ agent }) => agent)).toEqual([ECHO, undefined]);
    expect(await client.simulator.replay({})).toMatchObject({ cases: 2, unchanged: 2, failed: 0 });
  });

  it('counts as free in the estimate of a batch run', async () => {
    const client = await ready();
    const estimate = await client.batch.estimate({ columns: [RANDOM, ECHO], sample: 3 });
    expect(estimate).toMatchObject({ rows: 2 * estimate.items, models: [], costUsd: { most: 0, likely: 0 } });
  });

  it('is rejected if its kind is unknown or its details are invalid', async () => {
    const client = await ready();
    await expect(
      client.batch.start({ columns: [{ kind: 'oracle', title: 'Oracle' }] }),
    ).rejects.toMatchObject({
      code: 'INVALID',
      data: { value: 'oracle' },
    });
    await expect(client.batch.start({ columns: [{ kind: 'echo', title: 'Echo' }] })).rejects.toMatchObject({
      code: 'INVALID',
      data: { value: 'echo' },
    });
  });
});
