import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { RunId } from '#shared/domain/ids.ts';
import { BOAT } from '../fixtures/boat-flow.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { verdict } from '../fixtures/judge-model.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { copiesOf, ended, makeProject, tagWith } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';

const tagged = copiesOf(async () => {
  const project = await makeProject(supportCalls(60));
  await tagWith(project.client, 'annotations');
  return project;
});

async function beforeUnreachable(make = tagged) {
  const project = await make();
  const server = await startModelServer();
  const provider = await connectServer(project.client, server);
  await project.client.providers.withdraw({ id: provider });
  const answerer = { kind: 'model', provider, model: 'small-model' } as const;
  const columns = [
    { method: 'none', answerer },
    { method: 'bm25-last', answerer },
  ];
  const batch = async () => {
    const { job, run } = await project.client.batch.start({ columns, sample: 3, elsewhere: true });
    expect(await ended(project.client, job)).toMatchObject({
      state: 'paused',
      reason: { code: 'elsewhere' },
    });
    return run;
  };
  const file = (name: string): string => join(project.folder, name);
  const answer = async (run: RunId, say: (prompt: string) => string) => {
    const [out, path] = [file('prompts'), file('answers')];
    await project.client.promptFiles.export({ run, to: 'jsonl', out, ifExists: 'replace' });
    const lines = linesOf(out).map(({ id, messages }) => ({ id, answer: say(JSON.stringify(messages)) }));
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    return project.client.promptFiles.import({ run, path });
  };
  return { ...project, server, provider, batch, file, answer };
}

const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('prompts that are answered elsewhere', () => {
  it('are a batch file whose output completes the run; every other line is reported', async () => {
    const { client, server, batch, file } = await beforeUnreachable();
    const run = await batch();
    const out = file('requests.jsonl');
    expect(await client.promptFiles.export({ run, to: 'openai', out })).toMatchObject({ prompts: 6 });
    const requests = linesOf(out);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'small-model', messages: [{ role: 'system' }, { role: 'user' }], max_tokens: 512 },
    });
    const ids = requests.map(({ custom_id }) => String(custom_id));
    const answerTo = (custom_id: string, content: string) => ({
      custom_id,
      response: {
        status_code: 200,
        body: {
          choices: [{ message: { content }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 90, completion_tokens: 10 },
        },
      },
    });
    const failed = { custom_id: ids[5], response: { status_code: 500, body: { error: { message: 'Oh.' } } } };
    const lines: unknown[] = [
      ...ids.slice(0, 5).map((id) => answerTo(id, 'Which lamp is it?')),
      answerTo(ids[0], 'Again.'),
      answerTo('nobody', 'Hello.'),
      failed,
    ];
    const answers = file('answers.jsonl');
    writeFileSync(answers, [...lines.map((line) => JSON.stringify(line)), '', 'chatter'].join('\n'));
    expect(await client.promptFiles.import({ run, path: answers })).toEqual({
      read: 9,
      taken: 5,
      leftInAll: 4,
      left: [
        { line: 6, id: ids[0], reason: 'Line 1 already answers this prompt.' },
        { line: 7, id: 'nobody', reason: 'No unanswered prompt of the run has this id.' },
        { line: 8, id: ids[5], reason: 'The server could not answer: Oh.' },
        {
          line: 10,
          id: null,
          reason: 'This line is neither {"id","answer"} nor a line of a batch file.',
        },
      ],
      waiting: 1,
      tokens: 500,
      done: false,
    });
    // A person answers the rest, in the plain format and without token counts.
    expect(await client.promptFiles.export({ run, to: 'jsonl', out: file('left.jsonl') })).toMatchObject({
      prompts: 1,
    });
    const [left] = linesOf(file('left.jsonl'));
    writeFileSync(answers, JSON.stringify({ id: left.id, answer: 'It is on its way.' }));
    expect(await client.promptFiles.import({ run, path: answers })).toMatchObject({ taken: 1, done: true });
    const [done] = await client.batch.runs();
    expect(done).toMatchObject({ rows: 6, failed: 0, account: { requests: 6, costUsd: 0 } });
    expect(server.requests).toHaveLength(0);
    await expect(client.promptFiles.import({ run, path: answers })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('can be judged and tagged too, by lines and by a table that a person fills in', async () => {
    const { client, server, provider, batch, file, answer } = await beforeUnreachable();
    const path = file('answers');
    const run = await batch();
    let said = 0;
    expect(await answer(run, () => `It is number ${++said}.`)).toMatchObject({ taken: 6, done: true });
    const judging = await client.judging.start({
      batch: run,
      judge: { provider, model: 'large-model' },
      elsewhere: true,
    });
    await ended(client, judging.job);
    expect(await answer(judging.run, () => verdict('first'))).toMatchObject({
      waiting: 0,
      left: [],
      done: true,
    });

    const tagging = await client.modelTagging.start({
      settings: { provider, model: 'small-model', pilot: 0, elsewhere: true },
    });
    expect(await ended(client, tagging.job)).toMatchObject({ reason: { code: 'elsewhere' } });
    const table = file('table.csv');
    const { prompts } = await client.promptFiles.export({ run: tagging.run, to: 'csv', out: table });
    const rows: Record<string, string>[] = parse(readFileSync(table, 'utf8'), { columns: true });
    expect(rows).toHaveLength(prompts);
    const [first] = rows;
    expect(Object.keys(first)).toEqual(['id', 'model', 'prompt', 'answer']);
    const ids = [
      ...first.prompt
        .split('<dialogue>')
        .at(-1)!
        .matchAll(/^(\d+) (?:User|System):/gm),
    ];
    const filled = ids.map(([, id]) => `${id} help`).join('\n');
    writeFileSync(path, `id;answer\n${first.id};"${filled}"\n${rows[1].id};\n`);
    expect(await client.promptFiles.import({ run: tagging.run, path })).toMatchObject({
      read: 2,
      taken: 1,
      left: [{ id: rows[1].id, reason: 'The answer is empty.' }],
      done: false,
    });
    expect(server.requests).toHaveLength(0);
  });

  it('are exchanged as often as answers lead to further prompts: repaired Colang, a reworded slot', async () => {
    const harbour = 'Old Harbour';
    const turns = [
      {
        speaker: 'user' as const,
        text: `A boat from the ${harbour}.`,
        state: { 'boat_book.harbour': harbour },
      },
      { speaker: 'system' as const, text: 'At what time?' },
    ];
    const trips = Array.from({ length: 12 }, (_, at) => ({ id: `trip-${at}`, domain: ['boat_book'], turns }));
    const { client, server, provider, file, answer } = await beforeUnreachable(() => makeProject(trips));
    const flow = file('boat_book.json');
    writeFileSync(flow, JSON.stringify(BOAT));
    await client.flows.import({ paths: [flow] });
    const writer = { kind: 'model' as const, provider, model: 'large-model' };
    const roundTrips = async (
      { job, run }: Awaited<ReturnType<typeof client.freeColang.start>> & { run: RunId },
      say: (prompt: string) => string,
    ): Promise<number> => {
      expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'elsewhere' } });
      for (let trips = 1; ; trips++) {
        const { done, left, taken } = await answer(run, say);
        expect({ left, some: taken > 0 }).toEqual({ left: [], some: true });
        if (done) return trips;
      }
    };
    const colang = await client.freeColang.start({
      flows: ['boat_book'],
      writer,
      refine: false,
      elsewhere: true,
    });
    const mended = (prompt: string): string =>
      prompt.includes('cannot read') ? 'flow main\n  bot say "Ahoy."\n' : 'flow main\n  $x = (1 + 2)\n';
    expect(await roundTrips(colang, mended)).toBe(2);
    expect((await client.freeColang.report({ run: colang.run })).counts).toMatchObject({ afterOne: 1 });

    const slot = { flow: 'boat_book', slot: 'harbour', writer, training: 5, heldOut: 5, elsewhere: true };
    const better = 'The harbour that the trip begins in.';
    const reader = (prompt: string): string =>
      prompt.includes('Word the instruction anew')
        ? JSON.stringify({ instruction: better })
        : JSON.stringify({ harbour: prompt.includes(better) ? harbour : null });
    expect(await roundTrips(await client.slotInstructions.start(slot), reader)).toBeGreaterThan(2);
    const [made] = await client.slotInstructions.runs();
    expect(made?.improved).toMatchObject({ before: 0, after: 1, instruction: better });
    expect(server.requests).toHaveLength(0);
  });
});
