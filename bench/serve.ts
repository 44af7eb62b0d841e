/**
 * Measures the latency that the endpoint for other programs adds to an instant local model.
 *
 * npx node bench/serve.ts [dialogues] (default: 15000)
 *
 * `addedMs` is through the endpoint minus direct; medians and 95th percentiles without the first request.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { finished, openWorkplace } from './kit/workplace.ts';

const CONVERSATIONS = 20;
const TURNS = 10;
const METHODS = ['none', 'bm25-last', 'dfa-rag', 'context', 'context-ranker'];

const wanted = Number(process.argv[2] ?? 15_000);
const data = process.env.DIALOGRAM_DATA ?? '../shared/data';
const lines = gunzipSync(readFileSync(join(data, 'sgd', 'dialogues.jsonl.gz')))
  .toString('utf8')
  .split('\n')
  .filter(Boolean)
  .slice(0, wanted);

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const model = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event({ choices: [{ index: 0, delta: { content: 'Certainly.' }, finish_reason: null }] }));
    response.end(`${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`);
  });
});
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;

const { folder, client, close } = openWorkplace();
writeFileSync(join(folder, 'sgd.jsonl'), lines.join('\n'));

interface Turn {
  readonly speaker: 'user' | 'system';
  readonly text: string;
}

const conversations = lines.slice(0, CONVERSATIONS).flatMap((line) => {
  const { turns } = JSON.parse(line) as { turns: Turn[] };
  const messages = turns.slice(0, TURNS).map(({ speaker, text }) => ({
    role: speaker === 'user' ? 'user' : 'assistant',
    content: text,
  }));
  return messages.flatMap(({ role }, at) => (role === 'user' ? [messages.slice(0, at + 1)] : []));
});

async function timed(url: string, token: string | null, bodyOf: (messages: object[]) => object) {
  const took: number[] = [];
  for (const messages of conversations) {
    const started = performance.now();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(bodyOf(messages)),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    took.push(performance.now() - started);
  }
  return took;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const figuresOf = (took: readonly number[]) => {
  const sorted = took.slice(1).sort((a, b) => a - b);
  const at = (share: number): number => rounded(sorted[Math.floor(sorted.length * share)]!);
  return { firstMs: rounded(took[0]!), medianMs: at(0.5), p95Ms: at(0.95) };
};

try {
  await client.projects.create({ path: 'bench' });
  await finished(client, await client.corpus.import({ paths: [join(folder, 'sgd.jsonl')] }));
  const draft = {
    name: 'Bench',
    kind: 'openai' as const,
    baseUrl: `${origin}/v1`,
    apiVersion: null,
    chatModel: 'at-once',
    embeddingModel: null,
    prices: {},
    takesBatches: false,
    maskPersonalData: true,
  };
  const { id } = await client.providers.save({ id: null, draft });
  await client.providers.consent({ id, host: origin });
  const results: Record<string, object> = {};
  const direct = figuresOf(
    await timed(`${origin}/v1/chat/completions`, null, (messages) => ({ model: 'at-once', messages })),
  );
  for (const tagger of ['annotations', 'offline'] as const) {
    await finished(client, await client.tagging.run({ tagger }));
    await finished(client, await client.automata.learn({ learner: 'context' }));
    for (const method of METHODS) {
      const { token, served } = await client.serve.start({ method });
      const through = figuresOf(
        await timed(`${served.address}/chat/completions`, token, (messages) => ({
          model: 'at-once',
          messages,
        })),
      );
      const { medianMs, p95Ms } = through;
      const addedMs = {
        median: rounded(medianMs - direct.medianMs),
        p95: rounded(p95Ms - direct.p95Ms),
      };
      results[`${tagger}, ${method}`] = { ...through, addedMs };
      if (method === 'context-ranker') {
        const route = await timed(`${served.address}/route`, token, (messages) => ({ messages }));
        results[`${tagger}, route with ${method}`] = figuresOf(route);
      }
      await client.serve.stop();
    }
  }
  const requests = conversations.length;
  process.stdout.write(
    `${JSON.stringify({ dialogues: lines.length, requests, direct, results }, null, 1)}\n`,
  );
} finally {
  model.close();
  model.closeAllConnections();
  await close();
}
