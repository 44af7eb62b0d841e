import { describe, expect, it } from 'vitest';
import type { ModelRunReport, ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import { neutral } from '../fixtures/dialogues.ts';
import type { Behaviour, ChatBody } from '../fixtures/model-server/behaviour.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { ended, makeProject } from '../fixtures/project.ts';
import { connectServer, readAsked, tagsByLongestWord } from '../fixtures/tagging-model.ts';
import { virtualTime } from '../fixtures/virtual-time.ts';

const DIALOGUES = ['a', 'b', 'odd', 'd', 'e', 'f'].map((id) =>
  neutral(id, `u: This is the question of ${id} here.`, `s: And that is the answer of ${id} then.`),
);

const PRICE = { inputUsd: 1, outputUsd: 1 };

const isOdd = (body: unknown): boolean => readAsked(body as ChatBody).lines[0].text.includes('of odd');

interface Case {
  readonly title: string;
  /** The server's treatment of requests about the odd dialogue; the last repeats, null is normal. */
  readonly met: readonly (Behaviour | null)[];
  readonly outcome: 'done' | 'flagged' | 'failed';
  /** Number of requests about the odd dialogue. */
  readonly calls: number;
  readonly failures: readonly { readonly kind: string; readonly count: number }[];
  /** True if upper bounds are booked for what may have been charged. */
  readonly unconfirmed?: boolean;
}

const status = (code: number, retryAfter?: string): Behaviour => ({
  kind: 'status',
  status: code,
  message: 'Not now.',
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const text = (answer: string, finish?: string): Behaviour => ({
  kind: 'text',
  text: answer,
  ...(finish === undefined ? {} : { finish }),
});

/** The adapter itself retries once without a feature that the server does not support. */
const CASES: readonly Case[] = [
  {
    title: '429 with retry-after',
    met: [status(429, '2'), null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'rate-limited', count: 1 }],
  },
  {
    title: '429 without retry-after, three times',
    met: [status(429), status(429), status(429), null],
    outcome: 'done',
    calls: 4,
    failures: [{ kind: 'rate-limited', count: 3 }],
  },
  {
    title: '500',
    met: [status(500), null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'server', count: 1 }],
  },
  {
    title: '500 for ever',
    met: [status(500)],
    outcome: 'failed',
    calls: 5,
    failures: [{ kind: 'server', count: 5 }],
  },
  {
    title: '400 for this one request',
    met: [status(400)],
    outcome: 'failed',
    calls: 1,
    failures: [{ kind: 'bad-request', count: 1 }],
  },
  {
    title: 'a timeout',
    met: [{ kind: 'hang' }, null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'timeout', count: 1 }],
    unconfirmed: true,
  },
  {
    title: 'a reset before the answer',
    met: [{ kind: 'reset' }, null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'connection', count: 1 }],
    unconfirmed: true,
  },
  {
    title: 'a reset in mid-stream',
    met: [{ kind: 'reset-midway' }, null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'connection', count: 1 }],
    unconfirmed: true,
  },
  {
    title: 'truncated JSON',
    met: [{ kind: 'truncated' }, null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'bad-answer', count: 1 }],
    unconfirmed: true,
  },
  {
    title: 'a page of HTML',
    met: [{ kind: 'html' }, null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'bad-answer', count: 1 }],
    unconfirmed: true,
  },
  {
    title: 'wrong ids, then right ones',
    met: [text('7 User: #seven\n8 System: #eight'), null],
    outcome: 'done',
    calls: 2,
    failures: [],
  },
  { title: 'wrong ids for ever', met: [text('7 User: #seven')], outcome: 'flagged', calls: 2, failures: [] },
  {
    title: 'extra ids',
    met: [text('0 User: #zero\n1 System: #one\n2 User: #two\n99 System: #more')],
    outcome: 'done',
    calls: 1,
    failures: [],
  },
  {
    title: 'an empty answer, then a good one',
    met: [{ kind: 'empty' }, null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'bad-answer', count: 1 }],
    unconfirmed: true,
  },
  {
    title: 'empty answers for ever',
    met: [{ kind: 'empty' }],
    outcome: 'failed',
    calls: 5,
    failures: [{ kind: 'bad-answer', count: 5 }],
    unconfirmed: true,
  },
  {
    title: 'a refusal',
    met: [{ kind: 'refusal' }],
    outcome: 'flagged',
    calls: 1,
    failures: [{ kind: 'refusal', count: 1 }],
  },
  {
    title: 'an answer cut off in its last line',
    met: [text('0 User: #zero\n1 System: #on', 'length'), null],
    outcome: 'done',
    calls: 2,
    failures: [],
  },
  {
    title: 'an answer of 10 MB',
    met: [{ kind: 'huge', bytes: 10 * 2 ** 20 }],
    outcome: 'failed',
    calls: 1,
    failures: [{ kind: 'too-large', count: 1 }],
    unconfirmed: true,
  },
  {
    title: 'an answer that drips too slowly',
    met: [{ kind: 'drip', everyMs: 40 }, null],
    outcome: 'done',
    calls: 2,
    failures: [{ kind: 'timeout', count: 1 }],
    unconfirmed: true,
  },
];

/** Only requests that never end should hit a limit; others must arrive in time on a slow machine. */
const PATIENT = { answerMs: 600_000, idleMs: 600_000, totalMs: 600_000 };
const LIMITED = { answerMs: 5000, idleMs: 5000, totalMs: 5000 };

async function runWith(met: Case['met'], settings: Partial<ModelTaggingSettings> = {}, slots = 1) {
  const endless = met.some((behaviour) => behaviour?.kind === 'hang' || behaviour?.kind === 'drip');
  let odd = 0;
  const server = await startModelServer({
    answer: tagsByLongestWord,
    slots,
    behave: ({ route, body }) =>
      route === '/chat/completions' && isOdd(body) ? met[Math.min(odd++, met.length - 1)] : null,
  });
  const time = virtualTime();
  const project = await makeProject(DIALOGUES, {
    models: { limits: endless ? LIMITED : PATIENT, time },
  });
  const provider = await connectServer(project.client, server, { price: PRICE });
  const { job, run } = await project.client.modelTagging.start({
    settings: { provider, model: 'small-model', pilot: 0, ...settings },
  });
  return {
    server,
    project,
    client: project.client,
    job,
    run,
    time,
    outcome: await ended(project.client, job),
  };
}

function checkWhole(project: Awaited<ReturnType<typeof makeProject>>, run: number): void {
  const { database } = project.session.project();
  const both = database
    .prepare(
      `SELECT (SELECT count(*) FROM run_tags WHERE run_id = @run AND round_id = r.id) > 0 AS tagged,
         (SELECT count(*) FROM run_flags WHERE run_id = @run AND round_id = r.id) AS flagged FROM rounds r`,
    )
    .all({ run }) as { tagged: number; flagged: number }[];
  expect(both).toHaveLength(2 * DIALOGUES.length);
  for (const { tagged, flagged } of both) expect(tagged + flagged).toBe(1);
  const rows = database
    .prepare(
      'SELECT count(*) AS rows, count(DISTINCT dialogue_id) AS dialogues FROM run_dialogues WHERE run_id = ?',
    )
    .get(run);
  expect(rows).toEqual({ rows: DIALOGUES.length, dialogues: DIALOGUES.length });
}

function checkAccount(report: ModelRunReport, chats: number): void {
  expect(report.requests).toBe(chats);
  expect(report.cached).toBe(0);
}

describe('faults of the server end as done, retried or flagged, without loss or duplicates', () => {
  it.each(CASES)('$title', async ({ met, outcome, calls, failures, unconfirmed }) => {
    const { server, project, client, run, outcome: job } = await runWith(met);
    expect(job).toMatchObject({ state: 'done', error: null });
    checkWhole(project, run);
    const chats = server.chats();
    expect(chats.filter(({ body }) => isOdd(body))).toHaveLength(calls);
    expect(chats).toHaveLength(DIALOGUES.length - 1 + calls);
    const report = await client.modelTagging.report({ run });
    checkAccount(report, chats.length);
    expect(report.failures).toMatchObject(failures);
    expect(report.dialogues).toMatchObject({
      done: outcome === 'failed' ? DIALOGUES.length - 1 : DIALOGUES.length,
      flagged: outcome === 'flagged' ? 1 : 0,
      failed: outcome === 'failed' ? 1 : 0,
    });
    expect(report.unconfirmedUsd > 0).toBe(unconfirmed ?? false);
    const which = outcome === 'failed' ? 'failed' : 'flagged';
    const left = await client.modelTagging.results({ run, which });
    expect(left.items.map(({ externalId }) => externalId)).toEqual(outcome === 'done' ? [] : ['odd']);
  });

  it.each([401, 403, 404])('%i pauses the run at once, and it continues where it was', async (code) => {
    const met: (Behaviour | null)[] = [status(code)];
    const { server, project, client, job, run, outcome } = await runWith(met);
    expect(outcome).toMatchObject({ state: 'paused', error: null, reason: { code: 'provider' } });
    expect(server.chats()).toHaveLength(3);
    met[0] = null;
    await client.jobs.resume({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    checkWhole(project, run);
    // Only the refused request was sent twice.
    expect(server.chats()).toHaveLength(DIALOGUES.length + 1);
    checkAccount(await client.modelTagging.report({ run }), server.chats().length);
  });

  it('applies retry-after to all requests', async () => {
    const { time } = await runWith([status(429, '30'), null], {}, 3);
    expect(Math.max(...time.slept)).toBeGreaterThan(29_000);
  });

  it('repeats only failed dialogues when a finished run is repeated', async () => {
    const met: (Behaviour | null)[] = [status(500)];
    const { server, client, outcome } = await runWith(met);
    expect(outcome.state).toBe('done');
    const before = server.chats().length;
    met[0] = null;
    const [{ settings }] = await client.modelTagging.runs();
    const again = await client.modelTagging.start({ settings });
    expect(await ended(client, again.job)).toMatchObject({ state: 'done', result: { warnings: [] } });
    expect(server.chats()).toHaveLength(before + 1);
  });
});
