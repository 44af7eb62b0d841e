import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli, cliLines } from '../fixtures/command-line.ts';

const said = (speaker: 'user' | 'system', text: string, act: string) => ({ speaker, text, acts: [act] });

it('drafts a worksheet from the dialogues of a filter or of states, with evidence, and imports it again', async () => {
  const folder = temporaryFolder('draft');
  const project = join(folder, 'p.dialogram');
  const lines = Array.from({ length: 8 }, (_, at) => ({
    id: `d${at}`,
    domain: [at < 6 ? 'repair' : 'praise'],
    turns: [
      said('user', 'Hello', 'greet'),
      said('system', 'Which plan are you on?', 'ask-for-plan'),
      said('user', at % 2 === 0 ? 'Basic' : 'Premium', 'give-plan'),
      said('system', 'Please send us your order number.', 'ask-for-order-number'),
      said('user', `A-17${at}`, 'give-number'),
      said('system', 'A new one is on its way.', 'send-new'),
    ],
  }));
  const file = join(folder, 'talks.jsonl');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  await cli('import', file, '--project', project);
  await cli('tag', '--project', project, '--tagger', 'annotations');
  const out = join(folder, 'repair.csv');
  const drafted = await cli(
    'worksheets',
    'draft',
    '--project',
    project,
    '--where',
    'domain = repair',
    '--out',
    out,
  );
  expect(drafted.output).toMatchObject({
    dialogues: 6,
    worksheets: ['Repair'],
    hasForm: true,
    fields: [
      {
        field: 'plan',
        asked: 6,
        answered: 6,
        share: 1,
        required: true,
        values: [{ answers: 3 }, { answers: 3 }],
      },
      { field: 'order_number', share: 1 },
    ],
    actions: [{ tag: 'send-new', dialogues: 6 }],
  });
  expect(readFileSync(out, 'utf8')).toContain('Could you please send us your order number?');
  const taken = await cli('worksheets', 'import', out, '--project', project);
  expect(taken.output).toMatchObject({ application: { name: 'repair', errors: 0, warnings: 0 } });

  const script = join(folder, 'script.jsonl');
  writeFileSync(script, ['Hello', 'Premium', 'A-179'].map((user) => JSON.stringify({ user })).join('\n'));
  const turns = await cliLines('worksheets', 'run', '--project', project, '--script', script);
  expect(turns.map((line) => JSON.parse(line).acts)).toEqual([
    ['ASK(repair_1, plan)'],
    ['ASK(repair_1, order_number)'],
    ['SAY("A new one is on its way.")'],
  ]);

  await cli('learn', '--project', project);
  const twice = await cli(
    'worksheets',
    'draft',
    '--project',
    project,
    '--states',
    '9999',
    '--out',
    out,
    '--force',
  );
  expect(twice.output).toMatchObject({ error: { code: 'NOT_FOUND' } });
  const none = await cli(
    'worksheets',
    'draft',
    '--project',
    project,
    '--where',
    'domain = x',
    '--out',
    out,
    '--force',
  );
  expect(none.output).toMatchObject({
    error: { code: 'INVALID', message: 'No dialogue passes the filter and goes through these states.' },
  });
});
