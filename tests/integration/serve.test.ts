import { request } from 'node:http';
import OpenAI, { APIError } from 'openai';
import { describe, expect, it, vi } from 'vitest';
import { runCli } from '../../electron/cli/run.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import type { ChatBody } from '../fixtures/model-server/behaviour.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';
import { startServing } from '../fixtures/serving.ts';

const BROKEN = { role: 'user' as const, content: 'Hello, my lamp is broken.' };

async function faultOf(call: Promise<unknown>): Promise<APIError> {
  const error = await call.then(
    () => new Error('The call succeeded, but should not have.'),
    (caught: unknown) => caught,
  );
  if (error instanceof APIError) return error;
  throw error;
}

describe('the endpoint for other programs', () => {
  it('answers an OpenAI client with the model, with examples of the project in its instructions', async () => {
    const { openai, server, client } = await startServing();
    const listed = (await openai.models.list()).data.map(({ id }) => id);
    expect(listed).toEqual(
      expect.arrayContaining(['small-model', 'dfa-rag/small-model', 'none/small-model']),
    );
    const { data, response } = await openai.chat.completions
      .create({
        model: 'small-model',
        messages: [
          { role: 'developer', content: 'You are a help desk.' },
          { role: 'user', content: [{ type: 'text', text: BROKEN.content }] },
        ],
        temperature: 0.3,
        top_p: 0.9,
      })
      .withResponse();
    expect(data).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 1 },
    });
    expect(response.headers.get('x-dialogram-method')).toBe('bm25-last');
    const [sent] = server.chats().map(({ body }) => body as unknown as ChatBody & { top_p: number });
    expect(sent.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(sent.messages[0].content).toMatch(/^You are a help desk\.\n\n# Examples/);
    expect(sent.messages[0].content.match(/<example>\n/g)?.length).toBeGreaterThan(1);
    expect(sent.messages[1].content).toBe(BROKEN.content);
    expect(sent).toMatchObject({ temperature: 0.3, top_p: 0.9, max_tokens: 2048 });

    // Without examples the messages are sent unchanged, also the second time.
    for (const _ of [1, 2])
      await openai.chat.completions.create({ model: 'none/small-model', messages: [BROKEN] });
    await openai.chat.completions.create({ model: 'state', messages: [BROKEN] });
    const bodies = server.chats().map(({ body }) => body as unknown as ChatBody);
    expect(bodies.slice(1, 3).map(({ messages }) => messages)).toEqual([[BROKEN], [BROKEN]]);
    expect(bodies[3]).toMatchObject({ model: 'small-model', messages: [{ role: 'system' }, BROKEN] });
    const status = await client.serve.status();
    expect(status).toMatchObject({ requests: 5, failed: 0, running: 0, costUsd: 0 });
    expect(status?.tokens).toBeGreaterThan(0);
  });

  it('streams, masks personal data and restores it, even across pieces', async () => {
    const { openai, server } = await startServing(
      {},
      { mask: true, model: { answer: () => 'I write to [email-1] and to [nobody] now.' } },
    );
    const stream = await openai.chat.completions.create({
      model: 'small-model',
      messages: [{ role: 'user', content: 'Write to jane.doe@example.com please.' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage: unknown = null;
    let finish: string | null = null;
    for await (const { choices, usage: told } of stream) {
      text += choices[0]?.delta.content ?? '';
      finish = choices[0]?.finish_reason ?? finish;
      usage = told ?? usage;
    }
    expect(text).toBe('I write to jane.doe@example.com and to [nobody] now.');
    expect(finish).toBe('stop');
    expect(usage).toMatchObject({ completion_tokens: 8 });
    expect(JSON.stringify(server.chats())).not.toContain('jane.doe');
    const picture = openai.chat.completions.create({
      model: 'small-model',
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
      ],
    });
    expect(await faultOf(picture)).toMatchObject({ status: 400, code: 'unsupported_content' });
  });

  it('drops the label of a speaker that an answer begins with, whole and streamed', async () => {
    const { openai, server } = await startServing(
      {},
      { model: { answer: () => '1 User: We are looking into it, and we will write to you today.' } },
    );
    const asked = { model: 'small-model', messages: [BROKEN] };
    const said = 'We are looking into it, and we will write to you today.';
    const whole = await openai.chat.completions.create(asked);
    expect(whole.choices[0]?.message.content).toBe(said);
    let streamed = '';
    for await (const { choices } of await openai.chat.completions.create({ ...asked, stream: true }))
      streamed += choices[0]?.delta.content ?? '';
    expect(streamed).toBe(said);
    const body = server.chats()[0]?.body as unknown as ChatBody & { stop: unknown };
    expect(body.stop).toEqual(['\nUser:']);
    expect(body.messages[0]?.content).toContain('<example>\nUser: ');
  });

  it('forwards tools and their calls', async () => {
    const call = { id: 'call-1', type: 'function', function: { name: 'look_up', arguments: '{"order":7}' } };
    const { openai, server } = await startServing();
    const pieces = [
      { ...call, index: 0, function: { name: 'look_up', arguments: '{"or' } },
      { index: 0, function: { arguments: 'der":7}' } },
    ].map((piece) => ({
      choices: [{ index: 0, delta: { tool_calls: [piece] }, finish_reason: 'tool_calls' }],
    }));
    const body = [...pieces.map((piece) => JSON.stringify(piece)), '[DONE]']
      .map((data) => `data: ${data}\n\n`)
      .join('');
    // The model's server is always asked to stream, whatever the client asks for.
    server.script(
      { kind: 'raw', type: 'text/event-stream', body },
      { kind: 'raw', type: 'text/event-stream', body },
    );
    const tools = [{ type: 'function' as const, function: { name: 'look_up', parameters: {} } }];
    const asked = { model: 'small-model', messages: [BROKEN], tools };
    const whole = await openai.chat.completions.create(asked);
    expect(whole.choices[0]).toMatchObject({ message: { tool_calls: [call] }, finish_reason: 'tool_calls' });
    const streamed = await openai.chat.completions.stream(asked).finalChatCompletion();
    expect(streamed.choices[0]).toMatchObject({
      message: { tool_calls: [call] },
      finish_reason: 'tool_calls',
    });
    await openai.chat.completions.create({
      ...asked,
      messages: [
        BROKEN,
        whole.choices[0].message,
        { role: 'tool', tool_call_id: 'call-1', content: 'Sent.' },
      ],
    });
    const last = server.chats().at(-1)?.body as unknown as ChatBody & { tools: unknown };
    expect(last.tools).toEqual(tools);
    expect(last.messages.slice(2)).toEqual([
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call-1', content: 'Sent.' },
    ]);
  });

  it('returns the state of a dialogue, what comes next and past answers, without a model', async () => {
    const { post, server } = await startServing();
    for (const path of ['/route', '/v1/route']) {
      const answer = await post(path, { messages: [BROKEN], method: 'state', examples: 3 });
      expect(answer.status).toBe(200);
      const body = (await answer.json()) as {
        state: { number: number; support: number };
        next: { role: string; share: number }[];
        examples: { dialogue: string; turns: { text: string }[] }[];
      };
      expect(body.state.support).toBeGreaterThan(0);
      expect(body.next.length).toBeGreaterThan(0);
      expect(body.next.every(({ share }) => share > 0 && share <= 1)).toBe(true);
      expect(body.examples.length).toBeGreaterThan(0);
      expect(body.examples[0].turns.length).toBeGreaterThan(1);
    }
    expect(server.requests).toHaveLength(0);
  });

  it('answers without handles and names of others and without initials of agents, also if examples are not masked', async () => {
    const signed = supportCalls(40).map((call) => ({
      ...call,
      turns: call.turns.map((turn) =>
        turn.speaker === 'system' ? { ...turn, text: `@117128 Hi Tony, ${turn.text} ^AJ` } : turn,
      ),
    }));
    const { client } = await makeProject(signed);
    await tagWith(client, 'annotations');
    await resultOf(client, (await client.automata.learn({ tau: 2, lambda: null })).job);
    for (const masking of [true, false]) {
      const { served, token } = await client.serve.start({ method: 'state', masking });
      const response = await fetch(`${served.address}/route`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [BROKEN] }),
      });
      const { answer } = (await response.json()) as { answer: string };
      expect(answer).toMatch(/^Hi, \w/);
      expect(answer).not.toMatch(/117128|Tony|AJ/);
      await client.serve.stop();
    }
  });

  it('rejects requests without its token, for another host name, too large or invalid', async () => {
    const { baseURL, post, token, server } = await startServing();
    const stranger = new OpenAI({ baseURL, apiKey: `${token}x`, maxRetries: 0 });
    expect(await faultOf(stranger.models.list())).toMatchObject({ status: 401, code: 'invalid_api_key' });
    const status = await new Promise<number | undefined>((resolve) => {
      const headers = { host: 'evil.example', authorization: `Bearer ${token}` };
      request(`${baseURL}/models`, { headers }, (response) => resolve(response.resume().statusCode)).end();
    });
    expect(status).toBe(403);
    const statusOf = async (body: unknown): Promise<unknown[]> => {
      const answer = await post('/v1/chat/completions', body);
      const { error } = (await answer.json()) as { error: { type: string; param: string | null } };
      return [answer.status, error.type, error.param];
    };
    expect(await statusOf('x'.repeat(5 * 2 ** 20))).toEqual([413, 'invalid_request_error', null]);
    expect(await statusOf('{')).toEqual([400, 'invalid_request_error', null]);
    expect(await statusOf({ model: 'm', messages: [{ role: 'pope', content: '' }] })).toEqual([
      400,
      'invalid_request_error',
      'messages.0.role',
    ]);
    expect(await statusOf({ model: 'm', messages: [BROKEN], n: 2 })).toEqual([
      400,
      'invalid_request_error',
      'n',
    ]);
    const preflight = await fetch(`${baseURL}/models`, {
      method: 'OPTIONS',
      headers: { origin: 'http://a.example' },
    });
    expect(preflight.status).toBe(401);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(server.requests).toHaveLength(0);
  });

  it('answers an unknown name, address or part of the API with what exists', async () => {
    const { openai, baseURL, post, token, server } = await startServing();
    for (const model of ['no-model', 'no-method/small-model', 'none/no-model', 'no-provider/small-model'])
      expect(await faultOf(openai.chat.completions.create({ model, messages: [BROKEN] }))).toMatchObject({
        status: 404,
        code: 'model_not_found',
        message: expect.stringMatching(/small-model.+none/s),
      });
    const answerOf = async (response: Response): Promise<[number, string]> => {
      const { error } = (await response.json()) as { error: { message: string } };
      return [response.status, error.message];
    };
    const asked = { messages: [BROKEN], method: 'no-method' };
    expect(await answerOf(await post('/v1/route', asked))).toEqual([
      404,
      expect.stringMatching(/no method "no-method"\. The methods are .*state/),
    ]);
    const headers = { authorization: `Bearer ${token}` };
    expect(await answerOf(await fetch(`${baseURL}/models/%zz`, { headers }))).toEqual([
      400,
      expect.stringContaining('%zz'),
    ]);
    expect(await answerOf(await fetch(`${baseURL}/models/no-model`, { headers }))).toEqual([
      404,
      expect.stringContaining('small-model'),
    ]);
    for (const [path, word] of [
      ['/v1/embeddings', 'embeddings'],
      ['/v1/responses', 'Responses API'],
      ['/v1/elsewhere', '/v1/chat/completions'],
    ] as const)
      expect(await answerOf(await post(path, {}))).toEqual([
        404,
        expect.stringMatching(new RegExp(`^There is nothing at POST ${path}\\..+${word}`)),
      ]);
    expect(server.requests).toHaveLength(0);
  });

  it('reports a spent budget and faults of the model’s server as the API does', async () => {
    const { openai, server } = await startServing({ budgetTokens: 100_000, method: 'none' });
    const ask = (model: string, max_tokens?: number) =>
      faultOf(openai.chat.completions.create({ model, messages: [BROKEN], max_tokens }));
    expect(await ask('small-model', 200_000)).toMatchObject({ status: 429, code: 'insufficient_quota' });
    expect(server.requests).toHaveLength(0);
    server.script(
      { kind: 'status', status: 401 },
      { kind: 'status', status: 404 },
      { kind: 'status', status: 400 },
    );
    expect(await ask('small-model')).toMatchObject({ status: 502, code: 'upstream_unauthorised' });
    expect(await ask('small-model')).toMatchObject({ status: 404, code: 'model_not_found' });
    expect(await ask('small-model')).toMatchObject({ status: 400 });
    server.script({ kind: 'reset-midway' });
    const broken = await openai.chat.completions.create({
      model: 'small-model',
      messages: [BROKEN],
      stream: true,
    });
    const fault = (async () => {
      for await (const _ of broken);
    })();
    expect((await faultOf(fault)).message).toContain('stopped in the middle');
  });

  it('limits parallel requests, cancels abandoned ones, and ends with the project', async () => {
    const { openai, server, client, baseURL } = await startServing(
      { concurrency: 1, waiting: 1, method: 'none' },
      { model: { behave: () => ({ kind: 'hang' }) } },
    );
    const leave = new AbortController();
    const ask = (signal?: AbortSignal) =>
      openai.chat.completions.create({ model: 'small-model', messages: [BROKEN] }, { signal });
    const first = ask(leave.signal).catch((error: unknown) => error);
    await vi.waitFor(() => expect(server.chats()).toHaveLength(1), 600_000);
    const second = ask().catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await client.serve.status()).toMatchObject({ waiting: 1 }), 600_000);
    expect(await faultOf(ask())).toMatchObject({ status: 503, code: 'busy' });
    leave.abort();
    expect(await first).toBeInstanceOf(OpenAI.APIUserAbortError);
    await vi.waitFor(
      () => expect(server.chats().map(({ aborted }) => aborted)).toEqual([true, false]),
      600_000,
    );
    await client.projects.close();
    expect(await second).toBeInstanceOf(OpenAI.APIConnectionError);
    await vi.waitFor(() => expect(server.chats()[1].aborted).toBe(true), 600_000);
    await expect(fetch(baseURL)).rejects.toThrow();
  });

  it('is started by the command line, which prints the token once and the total at the end', async () => {
    const { project, server } = await startServing({ method: 'none' });
    await project.backend.stop();
    const said: string[] = [];
    const told: string[] = [];
    const stop = new AbortController();
    const streams = {
      out: (text: string) => void said.push(text),
      error: (text: string) => void told.push(text),
      interactive: false,
    };
    process.env.SERVE_TOKEN = 'a-token-of-my-own-choice';
    const command = ['serve', project.path, '--method', 'none', '--token-from', 'SERVE_TOKEN', '--json'];
    const status = runCli(command, streams, stop.signal);
    await vi.waitFor(() => expect(said).toHaveLength(1), 600_000);
    const { address, token } = JSON.parse(said[0]) as { address: string; token: string };
    expect(token).toBe(process.env.SERVE_TOKEN);
    const answer = await fetch(`${address}/models`, { headers: { 'api-key': token } });
    expect(answer.status).toBe(200);
    stop.abort();
    expect(await status).toBe(0);
    expect(said).toHaveLength(1);
    expect(told.join('')).toContain('requests: 1');
    expect(server.requests).toHaveLength(0);
  });

  it('does not start if it is stopped before, and can be started again', async () => {
    const { client } = await startServing();
    await client.serve.stop();
    const begun = client.serve.start({ method: 'context' });
    await expect(client.serve.start({ method: 'none' })).rejects.toMatchObject({
      code: 'BUSY',
      message: 'Dialogram is already starting to serve this project.',
    });
    expect(await client.serve.stop()).toBeNull();
    await expect(begun).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await client.serve.status()).toBeNull();
    expect(await client.serve.start({ method: 'none' })).toMatchObject({ served: { method: 'none' } });
  });

  it('is rejected without approval, and while it is running', async () => {
    const { client, provider, server } = await startServing();
    await expect(client.serve.start({ method: 'none' })).rejects.toMatchObject({ code: 'BUSY' });
    expect(await client.serve.stop()).toMatchObject({ requests: 0 });
    expect(await client.serve.status()).toBeNull();
    await client.providers.withdraw({ id: provider });
    await expect(
      client.serve.start({ method: 'none', answerer: { provider, model: null } }),
    ).rejects.toMatchObject({ code: 'NOT_CONSENTED' });
    expect(server.requests).toHaveLength(0);
  });
});
