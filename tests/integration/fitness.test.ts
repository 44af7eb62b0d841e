import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printFlow } from '#shared/contract/flow-file.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { cli } from '../fixtures/command-line.ts';
import { neutral } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const whole = (id: string) =>
  neutral(id, 'u: Where is it? #ask', 's: Which one? #ask-number', 'u: 12. #give', 's: On its way. #tell');
const short = (id: string) => neutral(id, 'u: Where is it? #ask', 's: On its way. #tell');
const other = neutral(
  'z',
  'u: Where is it? #ask',
  's: Which one? #ask-number',
  's: Nice weather. #chat',
  'u: 12. #give',
  's: On its way. #tell',
);

const tagged = copiesOf(async () => {
  const project = await makeProject([whole('a'), whole('b'), whole('c'), short('d'), short('e'), other]);
  await tagWith(project.client, 'annotations');
  return project;
});
const COMMONEST = { kind: 'variants', cover: 0.5 } as const;

const FLOW: Flow = {
  chief: 1,
  name: 'where',
  nodes: [
    {
      id: 'Number',
      type: 'request',
      slots: { number: { description: 'It', type: 'string', examples: [], label: 'ask-number' } },
    },
    { id: 'Tell', type: 'inform', message: 'On its way.', label: 'tell' },
  ],
  edges: [{ source: 'Number', target: 'Tell' }],
  globalActions: [],
  fallbackActions: [],
  functions: [],
  guidelines: [],
};

describe('fitness', () => {
  it('says how many follow the most common variants, and where the others deviate', async () => {
    const { client } = await tagged();
    const { items, ...rest } = await client.fitness.check({ reference: COMMONEST });
    expect(rest).toMatchObject({ dialogues: 6, checked: 6, whole: 4, tooLong: 0, states: 5, total: 2 });
    expect(items).toMatchObject([
      { kind: 'skipped', after: { tag: 'ask-number' }, move: { tag: 'give' }, dialogues: 2, place: null },
      { kind: 'skipped', after: { tag: 'ask' }, move: { tag: 'ask-number' }, dialogues: 2 },
    ]);
  });

  it('lists the dialogues that deviate, least fitting first, and searches them', async () => {
    const { client } = await tagged();
    const reference = { kind: 'variants', cover: 0.5, among: 'id = z' } as const;
    const { items } = await client.fitness.dialogues({ reference });
    expect(items.map(({ externalId }) => externalId)).toEqual(['d', 'e']);
    expect(await client.fitness.dialogues({ reference, query: 'weather' })).toMatchObject({
      tracked: 2,
      total: 0,
    });
    expect(await client.fitness.dialogues({ reference, query: 'tag:tell' })).toMatchObject({ total: 2 });
    expect(await client.fitness.dialogues({ reference, query: 'tag:give' })).toMatchObject({ total: 0 });
    const shown = await client.fitness.dialogue({ reference, dialogue: items[0].id });
    expect(shown.moves.map(({ move, deviation, turn }) => [move.tag, deviation, turn])).toEqual([
      ['ask', null, 0],
      ['ask-number', 'skipped', null],
      ['give', 'skipped', null],
      ['tell', null, 1],
    ]);
  });

  it('uses an automaton learned from good dialogues, with state numbers', async () => {
    const { client } = await tagged();
    await resultOf(client, (await client.automata.learn({ learner: 'overview', where: 'turns = 4' })).job);
    const { items, whole: fitting } = await client.fitness.check({ reference: { kind: 'automaton' } });
    expect(fitting).toBe(4);
    expect(items[0]).toMatchObject({
      kind: 'skipped',
      after: null,
      place: expect.stringMatching(/^state \d/),
    });
    await resultOf(client, (await client.automata.learn({ learner: 'context' })).job);
    await expect(client.fitness.check({ reference: { kind: 'automaton' } })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('uses a designed flow, which says what the agent does', async () => {
    const { client, folder } = await tagged();
    const path = join(folder, 'where.json');
    writeFileSync(path, printFlow(FLOW));
    await client.flows.import({ paths: [path] });
    const reference = { kind: 'flow', flow: 'where' } as const;
    const { items, whole: fitting } = await client.fitness.check({ reference });
    // Known facts need no question, so a flow may continue without it.
    expect([fitting, items]).toEqual([6, []]);
    const [, tell] = FLOW.nodes;
    writeFileSync(path, printFlow({ ...FLOW, nodes: [tell!], edges: [] }));
    await client.flows.import({ paths: [path] });
    expect((await client.fitness.check({ reference })).whole).toBe(2);
    await client.tagging.undo();
    expect((await client.fitness.check({ reference })).whole).toBe(6);
    await expect(client.fitness.check({ reference: { kind: 'flow', flow: 'no' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('stops when it is canceled, and answers again', async () => {
    const { client } = await tagged();
    const stop = new AbortController();
    const asked = client.fitness.check({ reference: COMMONEST }, { signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toThrow();
    expect(await client.fitness.check({ reference: COMMONEST })).toMatchObject({ checked: 6 });
  });

  it('is printed by a command', async () => {
    const { path, backend } = await tagged();
    await backend.stop();
    const { status, output } = await cli(
      'fitness',
      '--project',
      path,
      '--cover',
      '0.5',
      '--where',
      'turns < 4',
    );
    expect(status).toBe(0);
    expect(output).toMatchObject({
      dialogues: 2,
      whole: 0,
      items: [{ kind: 'skipped' }, { kind: 'skipped' }],
    });
    const both = await cli('fitness', '--project', path, '--cover', '0.5', '--flow', 'x');
    expect(both.output).toMatchObject({ error: { message: expect.stringContaining('one reference') } });
  });
});
