import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { lab } from '../fixtures/command-line.ts';
import { corpusFile, corpusPath, describeWithCorpus } from '../fixtures/corpora.ts';

const said = (id: string, tasks: readonly string[], acts: readonly string[]) => ({
  id,
  tasks,
  turns: acts.flatMap((act) => [
    { speaker: 'user', text: 'yes' },
    { speaker: 'system', text: act, acts: [act] },
  ]),
});

function written(dialogues: readonly object[], flows: Readonly<Record<string, unknown>>) {
  const folder = temporaryFolder();
  const file = join(folder, 'dialogues.jsonl');
  writeFileSync(file, dialogues.map((dialogue) => JSON.stringify(dialogue)).join('\n'));
  mkdirSync(join(folder, 'flows'));
  for (const [name, flow] of Object.entries(flows))
    writeFileSync(join(folder, 'flows', `${name}.json`), JSON.stringify(flow));
  return ['--dialogues', file, '--flows', join(folder, 'flows')];
}

const evaluate = (...argv: readonly string[]) => lab('flows', ...argv);

it("compares what is learned of each task with its flow, by the flow's labels", async () => {
  const rides = Array.from({ length: 20 }, (_, at) =>
    said(`ride-${at}`, ['ride'], ['hello', 'smalltalk', 'ask_place', 'offer', 'bye']),
  );
  const rooms = Array.from({ length: 20 }, (_, at) => said(`room-${at}`, ['book_room'], ['hello', 'sorry']));
  const { status, output } = await evaluate(
    ...written([...rides, ...rooms], {
      ride: { graph: { hello: 'ask_place', ask_place: 'query', found: 'offer', offer: ['bye'] } },
      // The name in the file differs from the file's name.
      room: { task: 'book_room', graph: { hello: 'ask_date', ask_date: 'sorry' } },
      unused: { graph: { a: 'b' } },
      about: { licence: 'none' },
    }),
  );
  expect(status).toBe(0);
  expect(output).toMatchObject({
    learner: 'dependency',
    tasks: {
      // The last label marks the end, so the transition to it is not found.
      ride: {
        dialogues: 20,
        designed: 3,
        found: 2,
        precision: 1,
        recall: 2 / 3,
        f1: 0.8,
        follows: { f1: 1 },
      },
      room: { dialogues: 20, designed: 1, found: 0, f1: 0 },
    },
    macro: { precision: 0.5, recall: 1 / 3, f1: 0.4 },
    withoutDialogues: ['unused'],
  });
  expect(Object.keys(output.tasks)).toEqual(['ride', 'room']);
});

it('says what is missing without a flow, or without dialogues of one', async () => {
  const none = await evaluate(...written([], { about: {} }));
  expect(none).toMatchObject({ status: 1, output: { error: { code: 'BAD_FILE' } } });
  const others = await evaluate(
    ...written([said('one', ['other'], ['hello'])], { ride: { graph: { a: 'b' } } }),
  );
  expect(others).toMatchObject({
    status: 1,
    output: { error: { code: 'INVALID', detail: { value: 'ride' } } },
  });
});

describeWithCorpus('STAR', ['star'], () => {
  it('has flows that the main path matches far better than the directly-follows graph', async () => {
    const { output } = await evaluate(
      '--dialogues',
      corpusPath('star'),
      '--flows',
      corpusFile('star', 'native/tasks'),
    );
    expect(Object.keys(output.tasks)).toHaveLength(24);
    expect(output.macro.f1).toBeGreaterThan(0.6);
    expect(output.gain.lower).toBeGreaterThan(0);
  });
});
