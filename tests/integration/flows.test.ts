import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOAT } from '../fixtures/boat-flow.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli, cliLines, cliTalk } from '../fixtures/command-line.ts';
import { corpusFile, corpusPath, describeWithCorpus } from '../fixtures/corpora.ts';

it('imports, compiles and lists flows on the command line', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'out'));
  const project = join(folder, 'p.dialogram');
  const file = join(folder, 'boat_book.json');
  writeFileSync(file, JSON.stringify(BOAT));
  const imported = await cli('flows', 'import', file, '--project', project);
  expect(imported).toMatchObject({ status: 0, output: { flows: [{ name: 'boat_book', errors: 0 }] } });
  expect((await cli('flows', 'list', '--project', project)).output.flows).toHaveLength(1);
  const out = join(folder, 'out', 'boat');
  const compiled = await cli('flows', 'compile', '--project', project, '--out', out);
  expect(compiled.output.files).toContain('actions.py');
  expect(readFileSync(join(out, 'config.yml'), 'utf8')).toContain('colang_version: "2.x"');
  const again = await cli('flows', 'compile', '--project', project, '--flow', 'boat_book', '--out', out);
  expect(again.output.error.code).toBe('ALREADY_EXISTS');
  const wrong = await cli('flows', 'validate', '--project', project, '--flow', 'train');
  expect(wrong.output.error).toMatchObject({ code: 'NOT_FOUND', detail: { value: 'train' } });
  const gone = await cli('flows', 'remove', '--project', project, '--flow', 'boat_book');
  expect(gone.output.edit.description).toBe('Remove the flow boat_book');
});

it('talks on the command line, line by line or by a script', async () => {
  const folder = temporaryFolder();
  const project = join(folder, 'p.dialogram');
  const file = join(folder, 'boat_book.json');
  writeFileSync(file, JSON.stringify(BOAT));
  await cli('flows', 'import', file, '--project', project);
  const said = ['A boat with 4 seats from the Old Harbour', '', 'Yes, please'];
  const printed = await cliTalk(said, 'flows', 'run', '--project', project);
  const answers = printed.split('\n').filter((line) => line !== '');
  expect(answers).toHaveLength(2);
  expect(answers[0]).toMatch(/^answer: .*4 seats\. Shall I book it\?$/);

  const script = join(folder, 'said.jsonl');
  writeFileSync(script, said.map((user) => (user === '' ? '' : JSON.stringify({ user }))).join('\n'));
  const lines = (await cliLines('flows', 'run', '--project', project, '--script', script)).map(
    (line) => JSON.parse(line) as { user: string; answer: string; changed: string[] },
  );
  expect(lines.map(({ user, answer }) => [user, `answer: ${answer}`])).toEqual([
    [said[0], answers[0]],
    [said[2], answers[1]],
  ]);
  expect(lines[0]?.changed).toContain('seats');
  writeFileSync(script, '{"statements":"x = 1"}');
  const wrong = await cli('flows', 'run', '--project', project, '--script', script);
  expect(wrong.output.error.message).toMatch(/needs a message/);
});

it('leaves no project behind if the file is no flow', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'later.json');
  writeFileSync(file, JSON.stringify({ ...BOAT, chief: 2 }));
  const { output } = await cli('flows', 'import', file, '--project', join(folder, 'p.dialogram'));
  expect(output.error).toMatchObject({
    code: 'BAD_FILE',
    message: expect.stringContaining('version 2'),
    detail: { nextStep: 'Open the flow with a newer version of Dialogram.' },
  });
  expect((await cli('flows', 'list', '--project', join(folder, 'p.dialogram'))).status).not.toBe(0);
});

describeWithCorpus('flows compared with past dialogues of STAR', ['star'], () => {
  it('show where people deviated, by the dialogues that name the task', async () => {
    const project = join(temporaryFolder(), 'star.dialogram');
    await cli('import', corpusPath('star'), '--project', project);
    const task = corpusFile('star', 'native/tasks/ride_change/ride_change.json');
    await cli('flows', 'import', task, '--project', project);
    const { output } = await cli('flows', 'replay', '--project', project, '--flow', 'ride_change');
    expect(output.dialogues).toBe(33);
    expect(output.followed / output.labelled).toBeGreaterThan(0.7);
    expect(output.steps[0].instead[0].count).toBeGreaterThan(0);
    expect(output.steps[0].examples[0].dialogueId).toMatch(/^star-/);
    const changed = join(temporaryFolder(), 'ride_change.json');
    await cli('flows', 'export', '--project', project, '--out', changed);
    const flow = JSON.parse(readFileSync(changed, 'utf8')) as { nodes: { id: string; label?: string }[] };
    const steps = output.steps as { label: string; followed: number }[];
    const followed = (label = ''): number => steps.find((step) => step.label === label)?.followed ?? 0;
    const [most] = flow.nodes.toSorted((a, b) => followed(b.label) - followed(a.label));
    most!.label = 'something_else';
    writeFileSync(changed, JSON.stringify(flow));
    await cli('flows', 'import', changed, '--project', project);
    const after = (await cli('flows', 'replay', '--project', project)).output;
    expect(after.followed).toBeLessThan(output.followed);
    expect(after.versions).toEqual([expect.objectContaining({ next: 'Import the flow ride_change' })]);
    expect(after.before).toMatchObject({ followed: output.followed, whole: output.whole, better: 0 });
    expect(after.before.worse).toBeGreaterThan(0);
    const out = join(temporaryFolder(), 'draft.json');
    const draft = (...more: string[]) => cli('flows', 'draft', '--project', project, '--out', out, ...more);
    const few = (await draft('--where', 'ride_change')).output;
    expect(few).toMatchObject({ dialogues: 33, path: null, nodes: [] });
    expect(few.followed).toBeLessThan(0.6);
    expect(few.common[0].dialogues).toBeGreaterThan(16);
    expect((await draft('--where', 'ride_change', '--share', '10')).output).toMatchObject({
      path: out,
      common: null,
    });
    const drafted = await draft('--where', 'trivia', '--force');
    expect(drafted.output).toMatchObject({ dialogues: 222, path: out, common: null });
    expect(drafted.output.followed).toBeGreaterThan(0.6);
    expect(JSON.parse(readFileSync(out, 'utf8')).nodes).toHaveLength(drafted.output.nodes.length);
    const taken = await cli('flows', 'import', out, '--project', project);
    expect(taken.output.flows).toContainEqual(expect.objectContaining({ name: 'trivia', errors: 0 }));
    const added = await cli('flows', 'draft', '--project', project, '--where', 'trivia');
    expect(added.output).toMatchObject({ flow: 'trivia 2', followed: drafted.output.followed });
    const replayed = await cli('flows', 'replay', '--project', project, '--flow', 'trivia 2');
    expect(replayed.output.dialogues).toBe(added.output.dialogues);
  }, 300_000);
});
