import { expect, it } from 'vitest';
import { cli } from '../fixtures/command-line.ts';
import { neutral } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, tagWith } from '../fixtures/project.ts';

const timed = (dialogue: ReturnType<typeof neutral>, minutes: number) => ({
  ...dialogue,
  turns: dialogue.turns.map((turn, at) => ({
    ...turn,
    time: new Date(Date.UTC(2026, 2, 1, 9, at === 0 ? 0 : minutes)).toISOString(),
  })),
});
const short = (id: string, minutes: number) =>
  timed(neutral(id, 'u: Where is it? #ask-status', 's: On its way. #inform'), minutes);
const ended = (dialogue: ReturnType<typeof neutral>, outcome: string) => ({ ...dialogue, outcome });
const long = (id: string) =>
  timed(
    neutral(
      id,
      'u: Where is it? #ask-status',
      's: Which one? #ask-number',
      's: Hello? #ask-number',
      'u: 12. #give',
    ),
    30,
  );
const tagged = copiesOf(async () => {
  const project = await makeProject([
    short('a', 10),
    short('b', 20),
    short('c', 40),
    long('d'),
    long('e'),
    neutral('f', 'u: Thanks! #thank'),
  ]);
  await tagWith(project.client, 'annotations');
  return project;
});

it('are listed with their number of dialogues and duration', async () => {
  const { client } = await tagged();
  const { items, ...rest } = await client.analysis.variants({ cover: 0.8 });
  expect(rest).toMatchObject({ dialogues: 6, different: 3, total: 2 });
  expect(items).toMatchObject([
    {
      steps: [
        { role: 'user', tag: 'ask-status' },
        { role: 'system', tag: 'inform' },
      ],
      dialogues: 3,
      share: 0.5,
      cumulative: 0.5,
      medianMinutes: 20,
      alike: 1,
    },
    { dialogues: 2, medianMinutes: 30, alike: 0 },
  ]);
});

it('show the most common outcome, and are sorted slowest first on request', async () => {
  const project = await makeProject([
    ended(short('a', 10), 'solved'),
    ended(short('b', 20), 'open'),
    ended(short('c', 40), 'solved'),
    long('d'),
  ]);
  await tagWith(project.client, 'annotations');
  const { items } = await project.client.analysis.variants({ order: 'slowest' });
  expect(items).toMatchObject([
    { medianMinutes: 30, cumulative: 1, outcome: null },
    { medianMinutes: 20, cumulative: 0.75, outcome: { value: 'solved', dialogues: 2 } },
  ]);
});

it('open their dialogues, which can be searched', async () => {
  const { client } = await tagged();
  const [{ steps }] = (await client.analysis.variants({})).items;
  const { tracked, items } = await client.analysis.variantDialogues({ steps });
  expect([tracked, items.map(({ externalId }) => externalId)]).toEqual([3, ['a', 'b', 'c']]);
  expect(await client.analysis.variantDialogues({ steps, query: 'parcel' })).toMatchObject({
    tracked: 3,
    total: 0,
  });
  const unknown = [{ role: 'user' as const, tag: 'sing' }];
  expect((await client.analysis.variantDialogues({ steps: unknown })).tracked).toBe(0);
});

it('use the dialogues that pass a filter, and follow edits of tags', async () => {
  const { client } = await tagged();
  expect(await client.analysis.variants({ where: 'tag = give' })).toMatchObject({ dialogues: 2, total: 1 });
  const { dialogue } = await client.corpus.find({ externalId: 'f' });
  const { turns } = await client.corpus.dialogue({ dialogue });
  const [{ id, tags }] = turns;
  await client.tagging.replaceTag({ turn: id, tag: tags[0].id, by: 'praise' });
  const { items } = await client.analysis.variants({});
  expect(items[2].steps).toEqual([{ role: 'user', tag: 'praise', repeated: false }]);
});

it('are printed by a command', async () => {
  const { path, backend } = await tagged();
  await backend.stop();
  const { status, output } = await cli('variants', '--project', path, '--where', 'turns > 1', '--limit', '1');
  expect(status).toBe(0);
  expect(output).toMatchObject({ dialogues: 5, total: 2, items: [{ dialogues: 3 }] });
});
