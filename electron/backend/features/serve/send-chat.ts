import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { answerChat, type ChatBegun, type ChatResult, type ServeHost, sendJson } from './answer-chat.ts';
import type { ChatBody } from './chat-body.ts';

export async function sendChat(
  host: ServeHost,
  body: ChatBody,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const head = {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    created: Math.floor(Date.now() / 1000),
    model: body.model,
  };
  const onBegin = ({ method, examples, milliseconds }: ChatBegun): void => {
    response.setHeader('x-dialogram-method', method);
    response.setHeader('x-dialogram-examples', String(examples));
    response.setHeader('x-dialogram-overhead-ms', milliseconds.toFixed(1));
  };
  if (body.stream !== true) {
    const answered = await answerChat(host, body, { signal, onBegin, onText: null });
    sendJson(response, 200, wholeAnswer(head, answered));
    return;
  }
  const send = (choices: readonly object[], more: object = {}): void => {
    response.write(
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`,
    );
  };
  const delta = (part: object, finish: string | null = null): void =>
    send([{ index: 0, delta: part, finish_reason: finish }]);
  // Waits for the first text, because until then an error can still change the status.
  const begin = (): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    delta({ role: 'assistant', content: '' });
  };
  const answered = await answerChat(host, body, {
    signal,
    onBegin,
    onText: (content) => {
      begin();
      delta({ content });
    },
  });
  begin();
  const { finish, toolCalls, text } = answered;
  if (finish === 'content_filter') delta({ refusal: text });
  if (toolCalls.length > 0)
    delta({ tool_calls: toolsOf(answered).map((call, index) => ({ index, ...call })) });
  delta({}, finish);
  const usage = usageOf(answered);
  if (body.stream_options?.include_usage && usage) send([], { usage });
  response.end('data: [DONE]\n\n');
}

const toolsOf = ({ toolCalls }: ChatResult) =>
  toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));

const usageOf = ({ tokens }: ChatResult) =>
  tokens && {
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
  };

function wholeAnswer(head: object, answered: ChatResult): object {
  const { text, finish, toolCalls } = answered;
  const refused = finish === 'content_filter';
  const usage = usageOf(answered);
  return {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: refused || (text === '' && toolCalls.length > 0) ? null : text,
          refusal: refused ? text : null,
          ...(toolCalls.length > 0 ? { tool_calls: toolsOf(answered) } : {}),
        },
        finish_reason: finish,
        logprobs: null,
      },
    ],
    ...(usage ? { usage } : {}),
  };
}
