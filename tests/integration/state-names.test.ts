import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGraph } from '#shared/contract/automata.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const learned = copiesOf(async () => {
  const project = await makeProject(supportCalls(40));
  await tagWith(project.client, 'annotations');
  await resultOf(
    project.client,
    (await project.client.automata.learn({ learner: 'overview', states: 40 })).job,
  );
  return project;
});

async function stateAfter(client: DialogramClient, tag: string): Promise<number> {
  const { transitions, symbols } = readGraph(await client.automata.graph({}));
  const into = [...transitions.to.keys()].filter((at) => symbols[transitions.symbol[at]].tag === tag);
  into.sort((a, b) => transitions.support[b] - transitions.support[a]);
  return transitions.to[into[0]];
}

it('are edits with undo, one per state', async () => {
  const { client } = await learned();
  const state = await stateAfter(client, 'ask-refund');
  const made = await client.stateNames.describe({
    state,
    name: 'Wants money back',
    phase: 'Opening',
    colour: 'red',
  });
  expect(made.edit).toMatchObject({
    kind: 'name-state',
    description: `Name state ${state} “Wants money back”`,
  });
  expect(await client.stateNames.list({})).toMatchObject([
    { state, name: 'Wants money back', phase: 'Opening', colour: 'red', note: '' },
  ]);
  await client.stateNames.describe({ state, name: 'Refund', note: 'Read the terms first.' });
  expect(await client.stateNames.list({})).toMatchObject([{ state, name: 'Refund', phase: '' }]);
  await client.tagging.undo();
  expect(await client.stateNames.list({})).toMatchObject([{ state, name: 'Wants money back' }]);
  await client.stateNames.describe({ state });
  expect(await client.stateNames.list({})).toEqual([]);
  await client.tagging.undo();
  expect(await client.stateNames.list({})).toMatchObject([{ name: 'Wants money back' }]);
  await expect(client.stateNames.describe({ state: 999, name: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it("are found again by the state's meaning, with any learner", async () => {
  const { client } = await learned();
  await client.stateNames.describe({ state: await stateAfter(client, 'ask-refund'), name: 'Refund' });
  await client.stateNames.describe({ state: await stateAfter(client, 'change-address'), name: 'Address' });
  for (const learner of ['merging', 'dependency', 'paper'] as const) {
    await resultOf(client, (await client.automata.learn({ learner })).job);
    const names = await client.stateNames.list({});
    expect(
      names.map(({ name }) => name),
      learner,
    ).toEqual(['Refund', 'Address']);
    expect(
      names.map(({ state }) => state),
      learner,
    ).toEqual([await stateAfter(client, 'ask-refund'), await stateAfter(client, 'change-address')]);
  }
});

it('stay with the remaining dialogues', async () => {
  const { client } = await learned();
  const state = await stateAfter(client, 'ask-refund');
  await client.stateNames.describe({ state, name: 'Refund' });
  await resultOf(client, (await client.automata.learn({ learner: 'overview', where: 'turns = 5' })).job);
  expect(await client.stateNames.list({})).toMatchObject([{ state: await stateAfter(client, 'ask-refund') }]);
  await resultOf(client, (await client.automata.learn({ learner: 'overview', where: 'turns = 6' })).job);
  expect(await client.stateNames.list({})).toMatchObject([{ name: 'Refund', state: null }]);
});

it('are set and listed by a command', async () => {
  const { client, path, backend } = await learned();
  const state = await stateAfter(client, 'ask-refund');
  await backend.stop();
  const set = await cli(
    'names',
    'set',
    String(state),
    '--project',
    path,
    '--name',
    'Refund',
    '--color',
    'green',
  );
  expect(set.output).toMatchObject({ edit: { kind: 'name-state' } });
  const { output } = await cli('names', 'list', '--project', path);
  expect(output).toMatchObject({ names: [{ state, name: 'Refund', colour: 'green' }] });
  const wrong = await cli('names', 'set', '1', '--project', path, '--color', 'pink');
  expect(wrong).toMatchObject({ status: 1, output: { error: { code: 'INVALID' } } });
});

it('are included in exports', async () => {
  const { client } = await learned();
  await client.stateNames.describe({ state: await stateAfter(client, 'ask-refund'), name: 'Money <back>' });
  for (const [to, written] of [
    ['svg', 'Money'],
    ['dot', 'Money <back>'],
    ['graphml', 'Money &#60;back&#62;'],
    ['mermaid', 'Money #60;back#62;'],
  ] as const) {
    const out = join(temporaryFolder(), `out.${to}`);
    await client.automata.export({ to, out, leastSupport: 5 });
    expect(readFileSync(out, 'utf8'), to).toContain(written);
  }
});

it('are those on screen in all exports, as shown and of everything, if people gave none', async () => {
  const { client } = await learned();
  for (const shown of [undefined, 'opening'] as const)
    for (const to of ['dot', 'graphml', 'mermaid', 'pnml', 'bpmn', 'states-csv'] as const) {
      const out = join(temporaryFolder(), `out.${to}`);
      await client.automata.export({ to, out, ...(shown ? { shown } : {}) });
      const written = readFileSync(out, 'utf8');
      expect({ shown, to, written }).toEqual({ shown, to, written: expect.stringContaining('ask refund') });
    }
});

it("keeps a state's position: with undo, beside its name, in the next automaton, until it is released", async () => {
  const { client } = await learned();
  const state = await stateAfter(client, 'ask-refund');
  const place = { direction: 'right' as const, x: 40, y: -12.5 };
  expect((await client.stateNames.place({ state, place })).edit?.description).toBe(`Move state ${state}`);
  await client.stateNames.describe({ state, name: 'Refund' });
  await client.stateNames.describe({ state });
  expect(await client.stateNames.list({})).toMatchObject([{ state, name: '', place }]);
  await client.stateNames.place({ state: null, place: null });
  expect(await client.stateNames.list({})).toEqual([]);
  await client.tagging.undo();
  expect(await client.stateNames.list({})).toMatchObject([{ state, place }]);
  await expect(client.stateNames.place({ state: 999, place })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('puts states into a named group in one edit, with dialogues counted once', async () => {
  const { client } = await learned();
  const refund = await stateAfter(client, 'ask-refund');
  const other = refund === 1 ? 2 : 1;
  await client.stateNames.describe({ state: refund, name: 'Wants money back' });
  const { edit } = await client.stateNames.group({ states: [refund, other], phase: 'Opening' });
  expect(edit).toMatchObject({ description: 'Group 2 states as “Opening”' });
  expect((await client.stateNames.list({})).map(({ name, phase }) => `${name} ${phase}`).sort()).toEqual([
    ' Opening',
    'Wants money back Opening',
  ]);
  const { phases, support } = await client.stateNames.phases({});
  expect(phases).toEqual(['Opening']);
  const both = await client.corpus.dialogues({ where: `passes state ${refund} or passes state ${other}` });
  expect(support).toEqual([both.total]);
  await client.stateNames.group({ states: [other], phase: '' });
  expect(await client.stateNames.list({})).toMatchObject([{ name: 'Wants money back', phase: 'Opening' }]);
  await client.tagging.undo();
  await client.tagging.undo();
  expect(await client.stateNames.list({})).toMatchObject([{ name: 'Wants money back', phase: '' }]);
});
