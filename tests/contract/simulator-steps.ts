import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeSimulator(suite: Suite): void {
  it('talks, and returns the state of the dialogue after every turn', async () => {
    const { client } = suite;
    const empty = await client.simulator.restart({});
    expect(empty).toMatchObject({ at: 0, turns: [], place: { state: 0, words: 'the start' } });
    expect(empty.next.tags.length).toBeGreaterThan(0);

    const said = await client.simulator.say({ role: 'user', text: 'My kettle is broken, I want a refund.' });
    expect(said).toMatchObject({ at: 1, turns: [{ role: 'user', inForce: true }], offTheMap: [] });
    expect(said.turns[0].tags.length).toBeGreaterThan(0);
    expect(said.place?.state).toBe(said.path.at(-1)?.state);
    expect(said.routes.filter(({ learner }) => learner === 'paper').map(({ policy }) => policy)).toEqual([
      'literal',
      'greedy',
      'resume',
    ]);
    expect(said.examples.answering).toBe(0);
    expect(said.answers).toHaveLength(said.examples.items.length > 0 ? 1 : 0);
    expect(await client.simulator.current()).toMatchObject({ at: 1, place: said.place });
    // No model tagged this project, so there is none to ask.
    expect(await client.simulator.tagByModel()).toMatchObject({ turns: said.turns, unasked: null });
  });

  it('uses an answer, takes a step by hand, goes back, and shows the effect of changed tags', async () => {
    const { client } = suite;
    const [answer] = (await client.simulator.current()).answers;
    const { dialogue, turn } = answer;
    const answered = await client.simulator.setAnswer({ from: { dialogue, turn } });
    expect(answered.turns[1]).toMatchObject({ role: 'system', text: answer.text, source: 'answer' });
    expect(answered.turns[1].tags.map(({ name }) => name)).toEqual(answer.tags);

    const { role, tag } = answered.next.tags[0];
    const forced = await client.simulator.force({ role, tag });
    expect(forced.turns[2]).toMatchObject({ source: 'step', tags: [{ name: tag, origin: 'step' }] });
    expect(forced.place?.state).toBe(answered.next.tags[0].to);
    expect(await errorOf(client.simulator.force({ role, tag: 'no-such-tag' }))).toMatchObject({
      code: 'INVALID',
      data: { value: `${role} #no-such-tag` },
    });

    const rewound = await client.simulator.rewind({ turns: 1 });
    expect(rewound.turns.map(({ inForce }) => inForce)).toEqual([true, false, false]);
    const changed = await client.simulator.retag({ turn: 0, tags: ['never-seen'] });
    expect(changed.turns[0]).toMatchObject({ tags: [{ name: 'never-seen', origin: 'person' }] });
    expect(changed.offTheMap[0]).toMatch(/no customer turn in the training dialogues has #never-seen/i);
    expect(changed.change?.difference.changed).toContain('route');
    expect(await errorOf(client.simulator.rewind({ turns: 9 }))).toMatchObject({ code: 'INVALID' });
  });

  it('changes the matching rule and the source of examples, and starts from a dialogue', async () => {
    const { client } = suite;
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 1 });
    const begun = await client.simulator.restart({ from: { dialogue, turn: turn - 1 } });
    expect(begun.turns).toHaveLength(turn);
    expect(begun.turns.every(({ source }) => source === 'corpus')).toBe(true);
    expect(begun.examples.items.every((example) => example.dialogue !== dialogue)).toBe(true);
    const literal = await client.simulator.configure({ policy: 'literal', examples: 2 });
    expect(literal.settings).toMatchObject({ policy: 'literal', examples: 2, method: 'state' });
    const unknown = await errorOf(client.simulator.configure({ method: 'magic' }));
    expect(unknown).toMatchObject({ code: 'INVALID', data: { value: 'magic' } });
    const noAutomaton = await errorOf(client.simulator.configure({ automaton: 9999 }));
    expect(noAutomaton).toMatchObject({ code: 'NOT_FOUND' });
    await client.simulator.configure({ policy: 'resume', examples: 5 });
  });

  it("asks a model for the answer, and accepts a person's own", async () => {
    const { client } = suite;
    const answerer = { kind: 'model', provider: 'no-such-provider', model: 'any' } as const;
    await client.simulator.restart({});
    expect(await errorOf(client.simulator.answer({ answerer }))).toMatchObject({ code: 'INVALID' });
    await client.simulator.say({ role: 'user', text: 'My kettle is broken, I want a refund.' });
    expect(await errorOf(client.simulator.answer({ answerer }))).toMatchObject({ code: 'NOT_FOUND' });
    const given = await client.simulator.setAnswer({ text: 'From the handbook.', by: 'module' });
    expect(given.turns[1]).toMatchObject({ role: 'system', source: 'module' });
    await client.simulator.rewind({ turns: 1 });
  });

  it('saves cases, exports and imports them, and replays them', async () => {
    const { client } = suite;
    const saved = await client.simulator.saveCase({ name: 'Late parcel' });
    const renamed = await client.simulator.renameCase({ case: saved.id, name: 'Parcel' });
    expect(renamed).toEqual({ ...saved, name: 'Parcel' });
    const out = join(suite.workspace, 'cases.json');
    const written = await client.simulator.exportCases({ out });
    expect(written).toMatchObject({ cases: 1, bytes: statSync(written.path).size });
    expect(await client.simulator.importCases({ path: written.path })).toEqual({ cases: 1 });
    const [first, second] = await client.simulator.cases();
    expect(second).toEqual({ ...first, id: second.id });

    const replay = await client.simulator.replay({});
    expect(replay).toMatchObject({ cases: 2, changed: 0, unchanged: 2, failed: 0 });
    const opened = await client.simulator.openCase({ case: second.id });
    expect(opened.turns).toHaveLength(second.turns);
    expect(opened.outcome).toEqual(second.expected);

    expect(await client.simulator.deleteCase({ case: second.id })).toEqual({ deleted: true });
    expect(await client.simulator.deleteCase({ case: second.id })).toEqual({ deleted: false });
    expect(await errorOf(client.simulator.openCase({ case: second.id }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    await client.simulator.restart({});
    expect(await errorOf(client.simulator.saveCase({ name: 'Empty' }))).toMatchObject({ code: 'INVALID' });
  });
}
