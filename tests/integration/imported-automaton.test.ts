import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readGraph } from '#shared/contract/automata.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { copiesOf, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const exported = copiesOf(async () => {
  const project = await makeProject(supportCalls(40));
  await tagWith(project.client, 'annotations');
  await resultOf(project.client, (await project.client.automata.learn({ learner: 'overview' })).job);
  await project.client.stateNames.describe({ state: 1, name: 'First' });
  await project.client.automata.export({ to: 'json', out: join(project.folder, 'calls.json') });
  return project;
});

const fileOf = ({ folder }: { readonly folder: string }) => join(folder, 'calls.json');

describe('an imported automaton', () => {
  it('is drawn, exported and routed through like the original, and is never the latest', async () => {
    const project = await exported();
    const { client, folder } = project;
    const [learned] = await client.automata.list();
    const imported = await client.automata.import({ path: fileOf(project) });
    expect(imported).toMatchObject({
      taggingRun: learned.taggingRun,
      dialogues: 40,
      states: learned.report.states,
      tags: { unknown: 0 },
      from: { file: 'calls.json', tagger: 'annotations', learnedAt: learned.createdAt },
    });
    const { automaton } = imported;
    expect((await client.automata.list()).map(({ id }) => id)).toEqual([learned.id, automaton]);
    expect((await client.automata.graph({})).summary.id).toBe(learned.id);

    const again = join(folder, 'again.json');
    await client.automata.export({ automaton, to: 'json', out: again });
    expect(JSON.parse(readFileSync(again, 'utf8'))).toEqual(
      JSON.parse(readFileSync(fileOf(project), 'utf8')),
    );
    const drawn = readGraph(await client.automata.graph({ automaton }));
    const { transitions, states, symbols } = readGraph(await client.automata.graph({}));
    const { together: _, covered: __, ...own } = transitions;
    expect(drawn).toMatchObject({ symbols, transitions: own, states: { support: states.support } });
    expect(drawn.states.names?.[1]).toBe('First');

    const [{ id: dialogue }] = (await client.corpus.dialogues({ limit: 1 })).items;
    const route = { dialogue, policy: 'resume' } as const;
    expect(await client.automata.route({ automaton, ...route })).toEqual(await client.automata.route(route));
    const held = (of: number) =>
      client.fitness.check({ reference: { kind: 'automaton', automaton: of as typeof automaton } });
    expect(await held(automaton)).toEqual(await held(learned.id));
    const report = join(folder, 'report.md');
    await client.automata.export({ automaton, to: 'markdown', out: report, leastSupport: 5 });
    expect(readFileSync(report, 'utf8')).toContain('Imported from calls.json');
    const word = join(folder, 'report.docx');
    await client.automata.export({ automaton: learned.id, to: 'word', out: word, leastSupport: 5 });
    const parts = Object.entries(unzipSync(readFileSync(word)));
    expect(parts.filter(([path]) => /^word\/media\/picture\d\.svg$/.test(path)).length).toBeGreaterThan(1);
    const text = parts.map(([, part]) => strFromU8(part)).join('\n');
    expect(text).toContain('at least 5 dialogues');
    expect(text).not.toMatch(/call-\d|Mill Street|order number is/);
  });

  it('names the functions that need its dialogues', async () => {
    const project = await exported();
    const { client } = project;
    const { automaton } = await client.automata.import({ path: fileOf(project) });
    const refused = {
      code: 'INVALID',
      message: expect.stringContaining('imported'),
      data: { nextStep: expect.stringMatching(/learn/i) },
    };
    await expect(client.automata.dialogues({ automaton, at: { state: 1 } })).rejects.toMatchObject(refused);
    await expect(client.automata.relearn({ automaton })).rejects.toMatchObject(refused);
    await expect(client.analysis.figures({ automaton })).rejects.toMatchObject(refused);
    await expect(client.stateNames.describe({ automaton, state: 1, name: 'x' })).rejects.toMatchObject(
      refused,
    );
    await expect(client.filters.count({ where: `passes state 1 of ${automaton}` })).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('imported'),
    });
  });

  it('names unknown tags, and uses the run that knows most of them', async () => {
    const project = await exported();
    const { client, folder } = project;
    const labels = (await client.tagging.runs())[0].id;
    await tagWith(client, 'offline');
    const document = JSON.parse(readFileSync(fileOf(project), 'utf8').replaceAll('ask-refund', 'ask-away'));
    const path = join(folder, 'other.json');
    writeFileSync(path, JSON.stringify({ ...document, about: { project: 'Elsewhere' } }));
    const imported = await client.automata.import({ path });
    expect(imported).toMatchObject({ taggingRun: labels, tags: { unknown: 1, first: ['ask-away'] } });
    expect((await client.automata.list()).at(-1)).toMatchObject({ imported: { project: 'Elsewhere' } });
  });

  it('is deleted by any purge, because nobody knows whose dialogues it counts', async () => {
    const project = await exported();
    const { client } = project;
    await client.automata.import({ path: fileOf(project) });
    const [{ id }] = (await client.corpus.dialogues({ limit: 1 })).items;
    await resultOf(client, (await client.purge.run({ dialogues: [id], expected: 1 })).job);
    expect(await client.automata.list()).toEqual([]);
  });

  it.each([
    ['no JSON', () => '{"format"', 'is not JSON'],
    ['another JSON', () => '[]', 'format is missing'],
    ['a state too many', (text: string) => text.replace('"to": 1', '"to": 4000'), '4000'],
    [
      'settings that are none',
      (text: string) => text.replace('"params": {', '"params": {"deep": [[1]],'),
      'about.params.deep',
    ],
    ['a learner of others', (text: string) => text.replace('"learner": "overview"', '"learner": "x"'), '"x"'],
    [
      'a context automaton',
      (text: string) => text.replace('"learner": "overview"', '"learner": "context"'),
      'context',
    ],
  ])('rejects %s, and stores nothing of it', async (_, spoil, why) => {
    const project = await exported();
    const path = join(project.folder, 'spoilt.json');
    writeFileSync(path, spoil(readFileSync(fileOf(project), 'utf8')));
    await expect(project.client.automata.import({ path })).rejects.toMatchObject({
      message: expect.stringContaining(why),
      data: { place: path, nextStep: expect.any(String) },
    });
    expect(await project.client.automata.list()).toHaveLength(1);
  });
});

it('is imported and listed on the command line', async () => {
  const project = await exported();
  await project.client.projects.close();
  const { output } = await cli('automata', 'import', fileOf(project), '--project', project.path);
  expect(output).toMatchObject({ from: { file: 'calls.json' } });
  const list = await cli('automata', 'list', '--project', project.path);
  expect(list.output.automata).toMatchObject([{ imported: null }, { imported: { file: 'calls.json' } }]);
  const out = join(temporaryFolder('imported'), 'a.svg');
  const write = (...words: string[]) =>
    cli('export', '--project', project.path, '--automaton', String(output.automaton), '--out', out, ...words);
  expect((await write('--to', 'svg', '--page', '16:9', '--direction', 'down')).status).toBe(0);
  expect(readFileSync(out, 'utf8')).toMatch(/viewBox="0 0 1600 900"/);
  expect(await write('--to', 'json', '--page', 'a4')).toMatchObject({
    status: 1,
    output: { error: { code: 'INVALID', message: '--page only works with --to svg.' } },
  });
});
