import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOAT } from '../fixtures/boat-flow.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { lab } from '../fixtures/command-line.ts';
import { corpusFile, corpusPath, describeWithCorpus } from '../fixtures/corpora.ts';

interface SpokenTurn {
  readonly speaker: 'user' | 'system';
  readonly text: string;
  readonly acts?: readonly string[];
  readonly kb_results?: readonly unknown[];
}

const user = (text: string): SpokenTurn => ({ speaker: 'user', text });
const system = (act: string | null, text: string, result?: unknown): SpokenTurn => ({
  speaker: 'system',
  text,
  ...(act === null ? {} : { acts: [act] }),
  ...(result === undefined ? {} : { kb_results: [result] }),
});

const booking = (seats: number): SpokenTurn[] => [
  user('I need a boat from the Old Harbour'),
  system('ask_seats', 'How many seats?'),
  user(String(seats)),
  system('offer', `The Gull has ${seats} seats. Shall I book it?`, {
    Message: 'Available',
    BoatName: 'Gull',
  }),
  user('Yes please'),
  system(null, 'One moment.'),
  user('Sure'),
  system('wave', 'Waves.'),
];

function written(): { flows: string; dialogues: string; train: string; dump: string } {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'flows'));
  writeFileSync(join(folder, 'flows', 'boat_book.json'), JSON.stringify(BOAT));
  const lines = (ids: readonly string[], happy: boolean): string =>
    ids
      .map((id, at) => JSON.stringify({ id, tasks: ['boat_book'], happy, turns: booking(at + 2) }))
      .join('\n');
  const paths = { dialogues: join(folder, 'asked.jsonl'), train: join(folder, 'train.jsonl') };
  writeFileSync(paths.dialogues, lines(['a', 'b'], true));
  writeFileSync(paths.train, lines(['t1', 't2', 't3', 't4', 't5', 't6'], false));
  return { flows: join(folder, 'flows'), dump: join(folder, 'dump.jsonl'), ...paths };
}

const evaluate = (...argv: readonly string[]) => lab('next-action', ...argv);

it('measures flows alone, without learning, over the labelled turns', async () => {
  const { flows, dialogues, dump } = written();
  const { status, output } = await evaluate(
    '--flows',
    flows,
    '--dialogues',
    dialogues,
    '--method',
    'flow',
    '--dump',
    dump,
  );
  expect(status).toBe(0);
  expect(output).toMatchObject({
    method: 'flow',
    turns: 6,
    accuracy: expect.closeTo(66.67, 1),
    f1: expect.closeTo(66.67, 1),
    tasks: { boat_book: { turns: 6 } },
    parts: { happy: { turns: 6 }, unhappy: { turns: 0, f1: null }, several: { turns: 0 } },
  });
  const lines = readFileSync(dump, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(6);
  expect(lines[1]).toEqual({
    dialogueId: 'a',
    turn: 3,
    task: 'boat_book',
    predicted: 'offer',
    true: 'offer',
    answer: 'The Gull has 2 seats. Shall I book it?',
  });
});

it('learns only from --train what the flow does not say', async () => {
  const { flows, dialogues, train } = written();
  const both = await evaluate(
    '--flows',
    flows,
    '--dialogues',
    dialogues,
    '--method',
    'both',
    '--train',
    train,
  );
  expect(both.output).toMatchObject({ method: 'both', turns: 6, accuracy: 100, f1: 100, bleu: 100 });
  const hidden = await evaluate(
    '--flows',
    flows,
    '--dialogues',
    dialogues,
    '--method',
    'flow',
    '--hide-results',
  );
  expect(hidden.output).toMatchObject({ resultsHidden: true, turns: 6 });
});

it('requires dialogues to learn from, labels and flows', async () => {
  const { flows, dialogues, train } = written();
  const without = await evaluate('--flows', flows, '--dialogues', dialogues, '--method', 'both');
  expect(without.output.error).toMatchObject({
    code: 'INVALID',
    detail: { value: 'both', nextStep: expect.stringContaining('--train') },
  });
  writeFileSync(
    train,
    JSON.stringify({ id: 'x', turns: [user('hi'), { speaker: 'system', text: 'hello' }] }),
  );
  const unlabelled = await evaluate('--flows', flows, '--dialogues', train, '--method', 'flow');
  expect(unlabelled.output.error).toMatchObject({ code: 'INVALID', detail: { place: train } });
  const nowhere = await evaluate('--flows', train, '--dialogues', train, '--method', 'flow');
  expect(nowhere.status).not.toBe(0);
});

describeWithCorpus('the next action on STAR', ['star'], () => {
  it('is predicted by the flows alone in more than half of the turns', async () => {
    const { output } = await evaluate(
      ...[
        '--flows',
        corpusFile('star', 'native/tasks'),
        '--dialogues',
        corpusPath('star'),
        '--method',
        'flow',
      ],
    );
    expect(output.f1).toBeGreaterThan(65);
    expect(output.bleu).toBeGreaterThan(66);
    expect(output.turns).toBe(40987);
    expect(Object.keys(output.tasks)).toHaveLength(24);
  });
});
