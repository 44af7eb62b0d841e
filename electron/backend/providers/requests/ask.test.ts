import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { afterwards, temporaryFolder } from '../../../../tests/fixtures/cleanup.ts';
import { virtualTime } from '../../../../tests/fixtures/virtual-time.ts';
import { createDatabase, type WriteDatabase } from '../../store/database.ts';
import { accountOf as accountNow, usedBy } from '../../store/models/model-call-table.ts';
import { startRun } from '../../store/runs/run-table.ts';
import { type ChatAnswer, type ChatRequest, ModelFault, type ModelProvider } from '../model/model.ts';
import { createAsker, type Outcome } from './ask.ts';
import { createBudget } from './budget.ts';
import { createLedger, type Question } from './ledger.ts';
import type { ModelPrice } from './price.ts';
import { createQueue } from './queue.ts';
import { requestHash } from './request-hash.ts';
import { waitBefore } from './time.ts';

type Reply = Partial<ChatAnswer> | ModelFault;

const PRICE: ModelPrice = { inputUsd: 1, outputUsd: 2 };

const requestOf = (text: string): ChatRequest => ({
  model: 'small',
  messages: [{ role: 'user', content: text }],
  temperature: 0,
  seed: 1,
  maxOutputTokens: 1000,
  answerSchema: null,
});

const questionOf = (text: string): Question => ({
  hash: requestHash('http://127.0.0.1/v1', requestOf(text)),
  request: requestOf(text),
  dialogues: [],
  most: { input: 1000, output: 1000 },
});

const accountOf = (database: WriteDatabase, run: RunId) => accountNow(database, run, async () => {});

interface Setup {
  readonly database: WriteDatabase;
  readonly run: RunId;
}

function freshRun(): Setup {
  const database = createDatabase(join(temporaryFolder('ask'), 'p.dialogram'));
  afterwards(() => database.close());
  const run = startRun(database, {
    kind: 'tagging',
    params: {},
    seed: null,
    inputFingerprint: '',
    startedAt: '2025-01-01T00:00:00.000Z',
  });
  return { database, run };
}

function askerWith(
  replies: (text: string, call: number) => Reply | Promise<Reply>,
  {
    setup = freshRun(),
    concurrency = 4,
    usd = null as number | null,
    price = PRICE as ModelPrice | null,
    answeredBefore = false,
  } = {},
) {
  const { database, run } = setup;
  const time = virtualTime();
  const calls: string[] = [];
  const startedAt: number[] = [];
  let running = 0;
  const seen = { mostRunning: 0 };
  const provider: ModelProvider = {
    id: 'local',
    baseUrl: 'http://127.0.0.1/v1',
    batches: null,
    embed: () => Promise.reject(new Error('not asked')),
    models: () => Promise.resolve([]),
    async chat(request, { signal }) {
      const text = request.messages[0].content;
      calls.push(text);
      startedAt.push(time.now());
      const call = calls.length;
      seen.mostRunning = Math.max(seen.mostRunning, ++running);
      try {
        await turn();
        signal.throwIfAborted();
        const reply = await replies(text, call);
        if (reply instanceof ModelFault) throw reply;
        return {
          text: '0 User: #a',
          finish: 'stop',
          usage: { input: 100, output: 10 },
          latencyMs: call,
          ...reply,
        };
      } finally {
        running--;
      }
    },
  };
  const abort = new AbortController();
  const before = usedBy(database, run);
  const budget = createBudget({ usd, tokens: null }, before);
  const asker = createAsker({
    provider,
    ledger: createLedger({ database, provider, run, price }),
    budget,
    queue: createQueue(concurrency, time),
    signal: abort.signal,
    time,
    random: createRandom(1),
    answeredBefore,
  });
  return { asker, calls, startedAt, seen, time, abort, budget, database, run, setup };
}

const kindsOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map((outcome) =>
    outcome.kind === 'fault' ? outcome.fault.kind : outcome.cached ? 'cached' : 'answer',
  );

describe('createAsker', () => {
  it('asks once for what was answered, also in a later run, and once for what is asked twice at a time', async () => {
    const first = askerWith(() => ({}));
    const outcomes = await Promise.all(['a', 'b', 'a'].map((text) => first.asker.ask(questionOf(text))));
    expect(kindsOf(outcomes)).toEqual(['answer', 'answer', 'cached']);
    expect(first.calls).toEqual(['a', 'b']);
    const again = askerWith(() => ({}), { setup: first.setup });
    expect(kindsOf([await again.asker.ask(questionOf('a')), await again.asker.ask(questionOf('c'))])).toEqual(
      ['cached', 'answer'],
    );
    expect(again.calls).toEqual(['c']);
    const account = await accountOf(first.database, first.run);
    expect(account).toMatchObject({
      requests: 3,
      answered: 3,
      cached: 2,
      retries: 0,
      inputTokens: 300,
      outputTokens: 30,
      unconfirmedUsd: 0,
      askedMs: 4,
      latencyMedianMs: 1,
      latencyP95Ms: 2,
    });
    expect(account.costUsd).toBeCloseTo((3 * (100 + 20)) / 1e6, 12);
  });

  it('tries again after faults that pass, with growing waits, and gives up after five attempts', async () => {
    const { asker, calls, time, database, run } = askerWith((text) =>
      text === 'bad' ? new ModelFault('server', 'HTTP 500', { status: 500 }) : {},
    );
    expect(kindsOf([await asker.ask(questionOf('bad'))])).toEqual(['server']);
    expect(calls).toHaveLength(5);
    expect(time.slept).toHaveLength(4);
    time.slept.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual(500 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(1000 * 2 ** index);
    });
    expect(await accountOf(database, run)).toMatchObject({
      requests: 5,
      answered: 0,
      retries: 4,
      failures: [{ kind: 'server', count: 5, message: 'HTTP 500' }],
      costUsd: 0,
      latencyMedianMs: null,
    });
  });

  it('holds all requests back when the server asks to wait', async () => {
    const { asker, startedAt, calls } = askerWith(
      (_, call) => (call === 1 ? new ModelFault('rate-limited', 'slow down', { retryAfterMs: 30_000 }) : {}),
      { concurrency: 1 },
    );
    const outcomes = await Promise.all(['a', 'b', 'c'].map((text) => asker.ask(questionOf(text))));
    expect(kindsOf(outcomes)).toEqual(['answer', 'answer', 'answer']);
    expect(calls).toHaveLength(4);
    expect(startedAt.slice(1).every((at) => at >= 30_000)).toBe(true);
  });

  it('never has more requests running than it may', async () => {
    const { asker, seen } = askerWith(() => ({}), { concurrency: 3 });
    await Promise.all(Array.from({ length: 20 }, (_, index) => asker.ask(questionOf(`${index}`))));
    expect(seen.mostRunning).toBe(3);
  });

  it.each(['unauthorised', 'not-found'] as const)('stops at once when %s', async (kind) => {
    const { asker, calls } = askerWith(() => new ModelFault(kind, 'No.'), { concurrency: 2 });
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => asker.ask(questionOf(`${index}`))),
    );
    for (const one of asked) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'provider' } });
    expect(calls.length).toBeLessThanOrEqual(2);
    await expect(asker.ask(questionOf('later'))).rejects.toMatchObject({ code: 'provider', message: 'No.' });
  });

  it('stops after a few refused requests where nothing was ever answered; a single one is a fault of its own', async () => {
    const refuse = (text: string): Reply =>
      text.startsWith('x') ? new ModelFault('bad-request', 'Unknown field.', { status: 400 }) : {};
    const never = askerWith(refuse, { concurrency: 1 });
    const asked = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) => never.asker.ask(questionOf(`x${index}`))),
    );
    expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    expect(never.calls).toHaveLength(3);
    const mixed = askerWith(refuse, { concurrency: 1 });
    const outcomes = await Promise.all(
      ['a', 'x1', 'x2', 'x3', 'x4', 'b'].map((text) => mixed.asker.ask(questionOf(text))),
    );
    expect(kindsOf(outcomes)).toEqual([
      'answer',
      'bad-request',
      'bad-request',
      'bad-request',
      'bad-request',
      'answer',
    ]);
    expect(mixed.calls).toHaveLength(6);
  });

  it('stops when the server answers nobody any more', async () => {
    const { asker, calls } = askerWith(() => new ModelFault('timeout', 'No answer in 60 s.'), {
      concurrency: 2,
      answeredBefore: true,
    });
    const asked = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => asker.ask(questionOf(`${index}`))),
    );
    expect(asked.filter((one) => one.status === 'fulfilled').length).toBeLessThan(10);
    expect(calls.length).toBeLessThanOrEqual(50);
  });

  it('books the upper bound for attempts that may have been charged, and nothing for those that were not', async () => {
    const faults = [
      new ModelFault('timeout', 'late'),
      new ModelFault('connection', 'refused', {
        sent: false,
      }),
      new ModelFault('rate-limited', 'wait', { status: 429 }),
    ];
    const { asker, budget, database, run } = askerWith((_, call) => faults[call - 1] ?? { usage: null });
    await asker.ask(questionOf('a'));
    const bound = (1000 + 2000) / 1e6;
    expect(budget.spent().costUsd).toBeCloseTo(2 * bound, 12);
    expect((await accountOf(database, run)).unconfirmedUsd).toBeCloseTo(2 * bound, 12);
    expect(usedBy(database, run)).toMatchObject({ tokens: 4000, answered: true });
  });

  it('pauses where the next request may not fit, having used all that fits, whatever is running', async () => {
    const bound = 3000 / 1e6;
    const actual = 120 / 1e6;
    const usd = bound + 10 * actual;
    const { asker, calls, budget, setup } = askerWith(() => ({}), { usd, concurrency: 8 });
    const asked = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => asker.ask(questionOf(`${index}`))),
    );
    // Each answer costs less than its upper bound, so eleven requests are made before the next might exceed the budget.
    expect(calls).toHaveLength(11);
    expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(11);
    expect(asked.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'budget' } });
    expect(budget.spent().costUsd).toBeLessThanOrEqual(usd);
    const later = askerWith(() => ({}), { usd: usd + 2 * actual, setup });
    const more = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => later.asker.ask(questionOf(`${index}`))),
    );
    expect(more.filter((one) => one.status === 'fulfilled')).toHaveLength(13);
    expect(later.calls).toHaveLength(2);
  });

  it('keeps no dollar budget where the price is unknown', async () => {
    const { asker, calls } = askerWith(() => ({}), { usd: 1, price: null });
    await expect(asker.ask(questionOf('a'))).rejects.toMatchObject({ code: 'budget' });
    expect(calls).toEqual([]);
  });

  it('keeps neither refusals nor empty answers', async () => {
    const { asker, calls, database, run } = askerWith((text) =>
      text === 'no' ? { text: 'I cannot.', finish: 'refusal' } : { text: ' ' },
    );
    for (const text of ['no', 'no', 'none', 'none']) await asker.ask(questionOf(text));
    expect(calls).toHaveLength(4);
    expect(await accountOf(database, run)).toMatchObject({
      answered: 4,
      failures: [
        { kind: 'empty', count: 2 },
        { kind: 'refusal', count: 2, message: 'I cannot.' },
      ],
    });
  });

  it('ends on abort, while it waits and while it is asked', async () => {
    const { asker, abort, calls, database, run } = askerWith(() => new Promise<Reply>(() => {}), {
      concurrency: 1,
    });
    const asked = Promise.allSettled(['a', 'b'].map((text) => asker.ask(questionOf(text))));
    await turn();
    abort.abort(new Error('stopped'));
    for (const one of await Promise.race([asked, asked])) {
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'stopped' } });
    }
    expect(calls).toEqual(['a']);
    expect((await accountOf(database, run)).failures).toMatchObject([{ kind: 'aborted', count: 1 }]);
  });
});

describe('createBudget', () => {
  it('never lets what is spent and set aside together exceed the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(50), fc.nat(100)), { maxLength: 30 }),
        fc.nat(200),
        async (requests, tokens) => {
          const budget = createBudget({ usd: null, tokens }, { costUsd: 0, tokens: 0 });
          const { signal } = new AbortController();
          let setAside = 0;
          await Promise.allSettled(
            requests.map(async ([most, percent]) => {
              const reservation = await budget.reserve({ costUsd: null, tokens: most }, signal);
              setAside += most;
              expect(budget.spent().tokens + setAside).toBeLessThanOrEqual(tokens);
              await turn();
              setAside -= most;
              reservation.settle({ costUsd: null, tokens: Math.floor((most * percent) / 100) });
            }),
          );
          expect(budget.spent().tokens).toBeLessThanOrEqual(tokens);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    [
      { usd: null, tokens: 7000 },
      'The budget of 7,000 tokens is reached: 5,054 tokens are used, and the next request may use up to 2,100.',
    ],
    [
      { usd: 1500, tokens: null },
      'The budget of $1,500.00 is reached: $1,499.99 is spent, and the next request may cost up to $0.042.',
    ],
  ])('says in readable numbers that it is reached', async (limits, message) => {
    const budget = createBudget(limits, { costUsd: 1499.99, tokens: 5054 });
    const { signal } = new AbortController();
    await expect(budget.reserve({ costUsd: 0.042, tokens: 2100 }, signal)).rejects.toMatchObject({ message });
  });
});

describe('waitBefore', () => {
  it('waits at least what the server asks for, and repeats with its seed', () => {
    expect(waitBefore(1, 5000, createRandom(1))).toBeGreaterThanOrEqual(5000);
    expect(waitBefore(3, null, createRandom(7))).toBe(waitBefore(3, null, createRandom(7)));
    expect(waitBefore(30, null, createRandom(1))).toBeLessThanOrEqual(60_000);
    expect(waitBefore(1, 86_400_000, createRandom(1))).toBeLessThan(11 * 60_000);
  });
});

describe('requestHash', () => {
  it('differs by everything that shapes an answer, and by nothing else', () => {
    const request = requestOf('a');
    const hash = requestHash('http://x/v1', request);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(requestHash('http://x/v1/', { ...request })).toBe(hash);
    const others: readonly ChatRequest[] = [
      { ...request, model: 'b' },
      { ...request, messages: [{ role: 'system', content: 'a' }] },
      { ...request, temperature: 1 },
      { ...request, seed: null },
      { ...request, maxOutputTokens: null },
      { ...request, answerSchema: { name: 's', schema: {} } },
    ];
    const hashes = [
      hash,
      requestHash('http://y/v1', request),
      ...others.map((o) => requestHash('http://x/v1', o)),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
