import { expect, it } from 'vitest';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, tagWith } from '../fixtures/project.ts';

const calls = supportCalls(80).map((call, at) => ({ ...call, brand: at % 4 < 2 && at % 8 < 4 ? 'A' : 'B' }));
const tagged = copiesOf(async () => {
  const project = await makeProject(calls);
  await tagWith(project.client, 'annotations');
  return project;
});

it('say how they differ, and open the dialogues that do', async () => {
  const { client } = await tagged();
  const { items, ...sizes } = await client.analysis.compare({ left: 'brand = A' });
  expect(sizes).toMatchObject({ left: 20, right: 60, both: 0 });
  const row = items.find(({ pattern }) => pattern.kind === 'does' && pattern.move.tag === 'report-late');
  expect(row).toMatchObject({ left: 10, right: 10 });
  expect(row?.difference).toBeCloseTo(10 / 20 - 10 / 60, 10);
  const { tracked, items: dialogues } = await client.analysis.patternDialogues({
    where: 'brand = A',
    pattern: row!.pattern,
    limit: 3,
  });
  expect([tracked, dialogues.length]).toEqual([10, 3]);
});

it('list last what differs because the groups are chosen by it', async () => {
  const { client } = await tagged();
  const where = 'ends with thank';
  const whole = await client.analysis.compare({ left: where, limit: 500 });
  const marked = whole.items.filter(({ byDefinition }) => byDefinition);
  expect(marked.map(({ pattern }) => pattern)).toContainEqual({
    kind: 'ends',
    move: { role: 'user', tag: 'thank' },
  });
  expect(whole.byDefinition).toBe(marked.length);
  expect(whole.items.slice(-marked.length)).toEqual(marked);
  // A condition of both groups decides nothing.
  const within = await client.analysis.compare({
    left: `${where} and brand = A`,
    right: `${where} and not (brand = A)`,
  });
  expect(within.byDefinition).toBe(0);
});

it('do not count dialogues that are in both', async () => {
  const { client } = await tagged();
  expect(await client.analysis.compare({ left: 'brand = A', right: 'tag = report-late' })).toMatchObject({
    left: 10,
    right: 10,
    both: 10,
  });
});

it('are compared by a command, which explains invalid groups', async () => {
  const { path, backend } = await tagged();
  await backend.stop();
  const { output } = await cli('groups', '--project', path, '--left', 'brand = A', '--limit', '2');
  expect(output).toMatchObject({ left: 20, right: 60, items: [{ q: expect.any(Number) }, {}] });
  const wrong = await cli('groups', '--project', path, '--left', 'bland = A');
  expect(wrong).toMatchObject({ status: 1, output: { error: { code: 'INVALID' } } });
});
