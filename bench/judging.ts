/**
 * Measures judging 1,000 held-out turns in three pairs of columns with an instant judge.
 *
 * npx node bench/judging.ts [corpus …] (default: multiwoz)
 *
 * Corpora are in DIALOGRAM_DATA (default ../shared/data). The judge is a local server that prefers the longer answer.
 */
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { finished, openWorkplace } from './kit/workplace.ts';

const METHODS = ['random', 'bm25-last', 'dense', 'context-ranker'];
const SAMPLE = 1000;

const JUDGE = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const part = (text, name) => text.split('<' + name + '>').pop().split('</' + name + '>')[0].length;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => { text += piece; }).on('end', () => {
      const content = JSON.parse(text).messages.at(-1).content;
      const [first, second] = [part(content, 'first'), part(content, 'second')];
      const verdict = first === second ? 'tie' : first > second ? 'first' : 'second';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({
        id: 'judged', object: 'chat.completion', model: 'judge',
        choices: [{ index: 0, finish_reason: 'stop', message: {
          role: 'assistant', content: JSON.stringify({ reason: 'It is longer.', verdict }) } }],
        usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
      }));
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

async function timed<Value>(work: () => Promise<Value>): Promise<[seconds: number, value: Value]> {
  const started = performance.now();
  const value = await work();
  return [Number(((performance.now() - started) / 1000).toFixed(2)), value];
}

async function measure(file: string, origin: string) {
  const { client, close } = openWorkplace();
  try {
    await client.projects.create({ path: 'bench' });
    await finished(client, await client.corpus.import({ paths: [file] }));
    await finished(client, await client.tagging.run({ tagger: 'offline' }));
    const [preset] = await client.providers.presets();
    const { id } = await client.providers.save({
      id: null,
      draft: {
        ...preset.draft,
        name: 'Judge',
        baseUrl: `${origin}/v1`,
        chatModel: 'judge',
        takesBatches: false,
        requestsAtOnce: 8,
      },
    });
    await client.providers.consent({ id, host: origin });
    const answered = await client.batch.start({
      columns: METHODS.map((method) => ({ method, answerer: { kind: 'consensus' } })),
      sample: SAMPLE,
    });
    await finished(client, answered);
    const settings = {
      batch: answered.run,
      judge: { provider: id, model: 'judge' },
      compare: { kind: 'baseline', baseline: 'random/consensus' },
      check: 0,
    } as const;
    const [estimateSeconds, { requests }] = await timed(() => client.judging.estimate(settings));
    const stalls = monitorEventLoopDelay({ resolution: 5 });
    stalls.enable();
    const [seconds, run] = await timed(async () => {
      const begun = await client.judging.start(settings);
      await finished(client, begun);
      return begun.run;
    });
    const [pageSeconds] = await timed(() => client.judging.pairs({ run, filter: 'won', limit: 100 }));
    const [summarySeconds, { pairs }] = await timed(() => client.judging.summary({ run }));
    const [tableSeconds] = await timed(() => client.judging.table());
    stalls.disable();
    const [{ counts, account, items }] = await client.judging.runs();
    return {
      turns: items,
      estimated: requests,
      requests: account.requests,
      counts,
      seconds,
      requestsASecond: Math.round(account.requests / seconds),
      estimateSeconds,
      pageSeconds,
      summarySeconds,
      tableSeconds,
      longestStallMs: Math.round(stalls.max / 1e6),
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
      winRates: pairs.map(({ column, rate, printed, longerWon }) => ({
        method: column.column.method,
        rate,
        printed: printed.rate.estimate,
        longerWon: longerWon.share,
      })),
    };
  } finally {
    await close();
  }
}

const judge = new Worker(JUDGE, { eval: true });
const port = await new Promise<number>((ready) => {
  judge.once('message', ready);
});
const corpora = process.argv.length > 2 ? process.argv.slice(2) : ['multiwoz'];
const results: Record<string, unknown> = {};
for (const corpus of corpora) {
  const file = resolve(process.env.DIALOGRAM_DATA ?? '../shared/data', corpus, 'dialogues.jsonl.gz');
  results[corpus] = existsSync(file)
    ? await measure(file, `http://127.0.0.1:${port}`)
    : { skipped: `${corpus} is not there; set DIALOGRAM_DATA to the folder that holds it` };
}
await judge.terminate();
console.log(
  JSON.stringify(
    { sample: SAMPLE, methods: METHODS, node: process.version, cpu: cpus()[0]?.model, results },
    null,
    2,
  ),
);
