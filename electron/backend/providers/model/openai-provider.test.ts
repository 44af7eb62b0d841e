import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  type Behaviour,
  type ModelServer,
  startModelServer,
} from '../../../../tests/fixtures/model-server.ts';
import { type ChatRequest, ModelFault, type ModelProvider } from './model.ts';
import { createOpenAiProvider, type OpenAiProviderOptions } from './openai-provider.ts';

const KEY = 'sk-test-0123456789abcdefghij';

const signal = new AbortController().signal;

const ask: ChatRequest = {
  model: 'small-model',
  messages: [
    { role: 'system', content: 'You tag.' },
    { role: 'user', content: 'Where is my parcel?' },
  ],
  temperature: 0,
  seed: 7,
  maxOutputTokens: 50,
  answerSchema: null,
};

const SCHEMA = {
  name: 'tags',
  schema: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
};

const providerOf = (server: ModelServer, given: Partial<OpenAiProviderOptions> = {}): ModelProvider =>
  createOpenAiProvider({
    id: 'mine',
    kind: 'openai',
    baseUrl: server.baseUrl,
    apiVersion: null,
    key: KEY,
    takesBatches: true,
    limits: { answerMs: 600_000, idleMs: 600_000, totalMs: 600_000 },
    ...given,
  });

async function faultOf(call: Promise<unknown>): Promise<ModelFault> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelFault);
  return error as ModelFault;
}

const server = await startModelServer();

describe('a chat request', () => {
  it('is sent once, as the API wants it, and says nothing of this machine', async () => {
    const provider = providerOf(server);
    const before = server.requests.length;
    const answer = await provider.chat(ask, { signal });
    expect(answer).toEqual({
      text: 'Hello.',
      finish: 'stop',
      usage: { input: 6, output: 1 },
      latencyMs: expect.any(Number),
    });
    expect(server.requests.length - before).toBe(1);
    const { path, headers, body } = server.requests.at(-1)!;
    expect(path).toBe('/v1/chat/completions');
    expect(body).toEqual({
      model: 'small-model',
      messages: ask.messages,
      temperature: 0,
      seed: 7,
      max_tokens: 50,
    });
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(headers['user-agent']).toBe('Dialogram');
  });

  it('takes nothing from the environment, and sends no key where there is none', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-from-the-environment');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/v1');
    vi.stubEnv('OPENAI_ORG_ID', 'org-x');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'authorization: Bearer other\nx-spy: 1');
    try {
      await providerOf(server, { key: null }).chat(ask, { signal });
      const { headers } = server.requests.at(-1)!;
      expect(headers.authorization).toBeUndefined();
      expect(headers['openai-organization']).toBeUndefined();
      expect(headers['x-spy']).toBeUndefined();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('is streamed where somebody listens, piece by piece, with its usage', async () => {
    server.script({ kind: 'text', text: 'The parcel is on its way to you.' });
    const pieces: string[] = [];
    const answer = await providerOf(server).chat(ask, { signal, onText: (piece) => pieces.push(piece) });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(answer.text);
    expect(answer).toMatchObject({
      text: 'The parcel is on its way to you.',
      finish: 'stop',
      usage: { input: 6, output: 8 },
    });
  });

  it('says when an answer is cut off, refused or filtered', async () => {
    const provider = providerOf(server);
    for (const onText of [undefined, () => {}]) {
      const given = { signal, ...(onText ? { onText } : {}) };
      server.script(
        { kind: 'text', text: '{"tags": [', finish: 'length' },
        { kind: 'refusal' },
        { kind: 'filtered' },
      );
      expect(await provider.chat(ask, given)).toMatchObject({ text: '{"tags": [', finish: 'length' });
      expect(await provider.chat(ask, given)).toMatchObject({
        text: 'I cannot help with that.',
        finish: 'refusal',
      });
      expect(await provider.chat(ask, given)).toMatchObject({ text: '', finish: 'refusal' });
    }
  });

  it('does without a usage, and without the right content type', async () => {
    const provider = providerOf(server);
    server.script({ kind: 'no-usage' });
    expect((await provider.chat(ask, { signal })).usage).toBeNull();
    const body = JSON.stringify({ choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }] });
    server.script({ kind: 'raw', body, type: 'text/plain' });
    expect((await provider.chat(ask, { signal })).text).toBe('Hi.');
  });
});

describe('an answer schema', () => {
  it('is held by the server where it can', async () => {
    await providerOf(server).chat({ ...ask, answerSchema: SCHEMA }, { signal });
    expect(server.requests.at(-1)?.body?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { ...SCHEMA, strict: true },
    });
  });

  it('asks how likely each choice was, and reads it where the choice is written', async () => {
    const choices = ['first', 'second', 'tie'];
    const said = '{"reason":"The \\"first\\" is no tie.","verdict":"second"}';
    const weighing = await startModelServer({
      answer: () => said,
      weigh: () => ({ first: 0.3, second: 0.6 }),
    });
    const { weights } = await providerOf(weighing).chat({ ...ask, choices }, { signal });
    expect(weights).toEqual({
      first: expect.closeTo(1 / 3, 9),
      second: expect.closeTo(2 / 3, 9),
      tie: 0,
    });
    expect(weighing.requests[0]?.body).toMatchObject({ logprobs: true, top_logprobs: 20 });
    // A server that refuses the field is asked without it from then on.
    const silent = await startModelServer({
      answer: () => said,
      behave: ({ body }) =>
        body?.logprobs ? { kind: 'status', status: 400, message: "Unknown parameter: 'logprobs'." } : null,
    });
    const provider = providerOf(silent);
    for (const _ of [1, 2]) {
      const answer = await provider.chat({ ...ask, choices }, { signal });
      expect(answer).toMatchObject({ text: said });
      expect(answer.weights).toBeUndefined();
    }
    expect(silent.requests.map(({ body }) => body?.logprobs === true)).toEqual([true, false, false]);
    await provider.chat(ask, { signal });
  });

  it('is told in words where it cannot, and that is remembered', async () => {
    const plain = await startModelServer({ schemas: false, answer: () => '{"tags":[]}' });
    const provider = providerOf(plain);
    for (const onText of [undefined, () => {}, undefined]) {
      const answer = await provider.chat(
        { ...ask, answerSchema: SCHEMA },
        { signal, ...(onText ? { onText } : {}) },
      );
      expect(answer.text).toBe('{"tags":[]}');
    }
    expect(plain.chats().map((request) => request.body?.response_format !== undefined)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const messages = plain.requests.at(-1)?.body?.messages as { role: string; content: string }[];
    expect(messages.map((message) => message.role)).toEqual(['system', 'user']);
    expect(messages[0]?.content).toContain(JSON.stringify(SCHEMA.schema));
    expect(messages[1]?.content).toBe('Where is my parcel?');
  });

  it('is told in the older form where the server names that', async () => {
    const provider = providerOf(server);
    const message =
      "1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}";
    server.script({ kind: 'status', status: 500, message });
    for (const _ of [1, 2]) await provider.chat({ ...ask, answerSchema: SCHEMA }, { signal });
    const [refused, ...taken] = server.requests.slice(-3).map(({ body }) => body);
    expect(refused?.response_format).toMatchObject({ type: 'json_schema' });
    for (const body of taken) {
      expect(body?.response_format).toEqual({ type: 'json_object', schema: SCHEMA.schema });
      expect(JSON.stringify(body?.messages)).toContain('JSON schema');
    }
    server.script({
      kind: 'status',
      status: 400,
      message: "response_format 'json_object' is not supported.",
    });
    await provider.chat({ ...ask, answerSchema: SCHEMA }, { signal });
    expect(server.requests.at(-1)?.body).not.toHaveProperty('response_format');
  });

  it('learns a renamed field, and gives up when neither name is known', async () => {
    const refuses = (field: string, word = 'Unsupported parameter') =>
      ({ kind: 'status', status: 400, message: `${word}: '${field}'.` }) as const;
    const provider = providerOf(server);
    server.script(refuses('max_tokens'));
    await provider.chat(ask, { signal });
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 50 });
    server.script(refuses('max_completion_tokens'));
    expect(await faultOf(provider.chat(ask, { signal }))).toMatchObject({ kind: 'bad-request', status: 400 });
    server.script(refuses('stream_options'));
    const { usage } = await provider.chat(ask, { signal, onText: () => {} });
    expect(usage).toBeNull();
  });

  it('ends answers at given texts, and does without where that is unknown', async () => {
    const provider = providerOf(server);
    const asked = { ...ask, stop: ['\nUser:'] };
    await provider.chat(asked, { signal });
    expect(server.requests.at(-1)?.body).toMatchObject({ stop: ['\nUser:'] });
    server.script({ kind: 'status', status: 400, message: "Unsupported parameter: 'stop'." });
    await provider.chat(asked, { signal });
    expect(server.requests.at(-1)?.body).not.toHaveProperty('stop');
  });
});

describe('a fault', () => {
  const FAULTS: readonly (readonly [Behaviour, object])[] = [
    [
      { kind: 'status', status: 401 },
      { kind: 'unauthorised', status: 401, retryable: false },
    ],
    [
      { kind: 'status', status: 403 },
      { kind: 'unauthorised', status: 403 },
    ],
    [
      { kind: 'status', status: 404 },
      { kind: 'not-found', status: 404, retryable: false },
    ],
    [
      { kind: 'status', status: 400 },
      { kind: 'bad-request', status: 400, retryable: false },
    ],
    [
      { kind: 'status', status: 413 },
      { kind: 'bad-request', status: 413 },
    ],
    [
      { kind: 'status', status: 429 },
      { kind: 'rate-limited', retryAfterMs: null, retryable: true },
    ],
    [
      { kind: 'status', status: 429, retryAfter: '7' },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    [
      { kind: 'status', status: 500 },
      { kind: 'server', status: 500, retryable: true },
    ],
    [
      { kind: 'status', status: 503, retryAfter: '2' },
      { kind: 'server', retryAfterMs: 2_000 },
    ],
    [{ kind: 'reset' }, { kind: 'connection', status: null, retryable: true }],
    [{ kind: 'reset-midway' }, { kind: 'connection', retryable: true }],
    [{ kind: 'truncated' }, { kind: 'bad-answer', retryable: true }],
    [{ kind: 'empty' }, { kind: 'bad-answer' }],
    [{ kind: 'no-choices' }, { kind: 'bad-answer' }],
    [{ kind: 'no-body' }, { kind: 'bad-answer' }],
    [{ kind: 'html' }, { kind: 'bad-answer' }],
    [
      { kind: 'redirect', to: 'http://192.0.2.1/v1/chat/completions' },
      { kind: 'bad-answer', status: 307 },
    ],
    [{ kind: 'raw', body: 'null' }, { kind: 'bad-answer' }],
    [{ kind: 'raw', body: '{"choices":[{"message":{"content":5}}]}' }, { kind: 'bad-answer' }],
  ];

  it.each(FAULTS)('%o is %o, after one request', async (behaviour, fault) => {
    const provider = providerOf(server);
    for (const onText of [undefined, () => {}]) {
      const before = server.requests.length;
      server.script(behaviour);
      expect(await faultOf(provider.chat(ask, { signal, ...(onText ? { onText } : {}) }))).toMatchObject(
        fault,
      );
      expect(server.requests.length - before).toBe(1);
    }
  });

  it('takes a date to wait for by the clock of the server', async () => {
    server.script({
      kind: 'status',
      status: 429,
      retryAfter: 'Wed, 01 Jan 2020 00:01:30 GMT',
      headers: { date: 'Wed, 01 Jan 2020 00:01:00 GMT' },
    });
    expect(await faultOf(providerOf(server).chat(ask, { signal }))).toMatchObject({ retryAfterMs: 30_000 });
  });

  it('is no rate limit where the account has no credit', async () => {
    server.script({ kind: 'status', status: 429, code: 'insufficient_quota' });
    expect(await faultOf(providerOf(server).chat(ask, { signal }))).toMatchObject({
      kind: 'unauthorised',
      retryable: false,
    });
  });

  it('is a timeout when the server never answers, falls silent or drips', async () => {
    // In each case only one limit can be reached, no matter how slow the machine is.
    const never = 600_000;
    const patient = { answerMs: never, idleMs: never, totalMs: never };
    const provider = (limits: Partial<typeof patient>) =>
      providerOf(server, { limits: { ...patient, ...limits } });
    server.script({ kind: 'hang' });
    const hung = await faultOf(provider({ answerMs: 80 }).chat(ask, { signal }));
    expect(hung).toMatchObject({ kind: 'timeout' });
    server.script({ kind: 'drip', everyMs: 20 });
    const dripped = await faultOf(provider({ totalMs: 300 }).chat(ask, { signal }));
    expect(dripped).toMatchObject({ kind: 'timeout', message: expect.stringContaining('0.3 s') });
    server.script({ kind: 'drip', everyMs: 5_000 });
    const silent = await faultOf(provider({ idleMs: 80 }).chat(ask, { signal, onText: () => {} }));
    expect(silent).toMatchObject({ kind: 'timeout', message: expect.stringContaining('sent nothing') });
    await vi.waitFor(
      () => expect(server.requests.slice(-3).every((request) => request.aborted)).toBe(true),
      600_000,
    );
  });

  it('is too large, and the rest is not read', async () => {
    const provider = providerOf(server);
    server.script({ kind: 'huge', bytes: 10 * 2 ** 20 });
    expect(await faultOf(provider.chat(ask, { signal }))).toMatchObject({
      kind: 'too-large',
      retryable: false,
    });
    await vi.waitFor(() => expect(server.requests.at(-1)?.aborted).toBe(true), 600_000);
    let read = 0;
    server.script({ kind: 'huge', bytes: 10 * 2 ** 20 });
    const streamed = provider.chat(ask, {
      signal,
      onText: (piece) => {
        read += piece.length;
      },
    });
    expect(await faultOf(streamed)).toMatchObject({ kind: 'too-large' });
    expect(read).toBeLessThanOrEqual(4 * 2 ** 20);
  });

  it('is a connection that cannot be made', async () => {
    const gone = await startModelServer();
    await gone.close();
    const fault = await faultOf(providerOf(gone).chat(ask, { signal }));
    expect(fault).toMatchObject({
      kind: 'connection',
      message: expect.stringContaining('no server is running there'),
    });
  });

  it('never holds the key', async () => {
    const strict = await startModelServer({ key: 'another' });
    const fault = await faultOf(providerOf(strict).chat(ask, { signal }));
    expect(strict.requests.at(-1)?.headers.authorization).toContain(KEY);
    expect(fault.message).toContain('[key]');
    const everything = [fault.message, fault.stack, JSON.stringify(fault), String(fault.cause)].join('\n');
    expect(everything).not.toContain(KEY);
  });
});

describe('an abort', () => {
  it('reaches the socket, before an answer and within one', async () => {
    for (const [behaviour, onText] of [
      [{ kind: 'hang' }, undefined],
      [{ kind: 'drip', everyMs: 10 }, undefined],
      [{ kind: 'drip', everyMs: 10 }, () => {}],
    ] as const) {
      const controller = new AbortController();
      server.script(behaviour);
      const before = server.requests.length;
      const call = providerOf(server).chat(ask, { signal: controller.signal, ...(onText ? { onText } : {}) });
      const settled = call.catch((error: unknown) => error);
      await vi.waitFor(() => expect(server.requests.length).toBe(before + 1), 600_000);
      await delay(50);
      const reason = new Error('enough');
      controller.abort(reason);
      expect(await settled).toBe(reason);
      await vi.waitFor(() => expect(server.requests.at(-1)?.aborted).toBe(true), 600_000);
    }
  });

  it('before the call sends nothing', async () => {
    const before = server.requests.length;
    const reason = new Error('enough');
    await expect(providerOf(server).chat(ask, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests.length).toBe(before);
  });
});

describe('models and vectors', () => {
  it('lists the models sorted', async () => {
    expect(await providerOf(server).models({ signal })).toEqual([
      'embedding-model',
      'large-model',
      'small-model',
    ]);
    server.script({ kind: 'raw', body: '{"data":[{"id":"b"},{"id":"a"},{"id":"b"}]}' });
    expect(await providerOf(server).models({ signal })).toEqual(['a', 'b']);
    server.script({ kind: 'html' });
    expect(await faultOf(providerOf(server).models({ signal }))).toMatchObject({ kind: 'bad-answer' });
  });

  it('gives one vector a text, in the order of the texts', async () => {
    const provider = providerOf(server);
    const { vectors } = await provider.embed('embedding-model', ['a', 'bb'], { signal });
    expect(vectors.map((vector) => [...vector.slice(0, 3)].map((value) => Math.round(value * 1000)))).toEqual(
      [
        [97, 0, 0],
        [98, 98, 0],
      ],
    );
    expect((await provider.embed('embedding-model', [], { signal })).vectors).toEqual([]);
    const data = (entries: unknown): Behaviour => ({ kind: 'raw', body: JSON.stringify({ data: entries }) });
    server.script(
      data([
        { index: 1, embedding: [2] },
        { index: 0, embedding: [1] },
      ]),
    );
    expect((await provider.embed('m', ['a', 'b'], { signal })).vectors).toEqual([
      Float32Array.of(1),
      Float32Array.of(2),
    ]);
    server.script(
      data([
        {
          index: 0,
          embedding: [
            [1, 2],
            [3, 4],
          ],
        },
      ]),
    );
    expect((await provider.embed('m', ['a'], { signal })).vectors).toEqual([Float32Array.of(2, 3)]);
    for (const wrong of [
      data([{ index: 0, embedding: [1] }]),
      data([
        { index: 0, embedding: [1] },
        { index: 0, embedding: [2] },
      ]),
      data([
        { index: 0, embedding: [1] },
        { index: 1, embedding: [1, 2] },
      ]),
      data([
        { index: 0, embedding: ['x'] },
        { index: 1, embedding: [1] },
      ]),
    ]) {
      server.script(wrong);
      expect(await faultOf(provider.embed('m', ['a', 'b'], { signal }))).toMatchObject({
        kind: 'bad-answer',
      });
    }
  });
});

it('speaks to Azure by deployment, version and its own header', async () => {
  const provider = providerOf(server, {
    kind: 'azure',
    baseUrl: `${server.origin}/openai`,
    apiVersion: '2024-10-21',
  });
  await provider.chat(ask, { signal });
  const { path, query, headers } = server.requests.at(-1)!;
  expect(path).toBe('/openai/deployments/small-model/chat/completions');
  expect(query).toEqual({ 'api-version': '2024-10-21' });
  expect(headers['api-key']).toBe(KEY);
  expect(headers.authorization).toBeUndefined();
  await provider.embed('embedding-model', ['a'], { signal });
  expect(server.requests.at(-1)?.path).toBe('/openai/deployments/embedding-model/embeddings');
});
