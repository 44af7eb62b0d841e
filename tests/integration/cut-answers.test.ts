import { expect, it } from 'vitest';
import { required } from '#shared/domain/required.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { readQuestion, verdict } from '../fixtures/judge-model.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { ended, makeProject, resultOf, tagWith } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';

it('keeps a truncated answer when a run continues, and judges and counts it as it is', async () => {
  const { client } = await makeProject(supportCalls(60));
  await tagWith(client, 'annotations');
  let refuses = true;
  const server = await startModelServer({
    answer: (body) => (readQuestion(body) ? verdict('first') : ''),
    behave: ({ body }) => {
      const { messages } = body as { messages: { content: string }[] };
      if (readQuestion({ messages } as never)) return null;
      if (refuses && server.chats().length > 3) return { kind: 'status', status: 401, message: 'No.' };
      const length = messages.map(({ content }) => content).join('').length;
      return { kind: 'text', text: `Let me see whether ${length}`, finish: 'length' };
    },
  });
  const provider = await connectServer(client, server, { price: { inputUsd: 1, outputUsd: 2 } });
  const answerer = { kind: 'model', provider, model: 'small-model' } as const;
  const columns = ['none', 'bm25-last'].map((method) => ({ method, answerer }));
  const { job, run } = await client.batch.start({ columns, sample: 3 });
  expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'provider' } });
  const { columns: heads } = required((await client.batch.runs())[0], 'run');
  const column = required(heads[0], 'column').key;
  const before = await client.batch.row({ run, item: 0, column });
  expect(before).toMatchObject({ cached: false, problem: 'The answer was cut off at 512 tokens.' });

  refuses = false;
  await resultOf(client, (await client.batch.goOn({ run })).job);
  expect(await client.batch.row({ run, item: 0, column })).toEqual(before);

  const judge = { provider, model: 'judge-model' };
  const judging = await client.judging.start({ batch: run, judge, check: 0 });
  await resultOf(client, judging.job);
  const { pairs } = await client.judging.summary({ run: judging.run });
  expect(pairs).toMatchObject([{ counted: 3, cutOff: 3, counts: { judged: 3, unanswered: 0 } }]);
  const { groups } = await client.judging.table({});
  expect(groups[0]?.rows[0]?.cells).toMatchObject([{ counted: 3, cutOff: 3 }]);
});
