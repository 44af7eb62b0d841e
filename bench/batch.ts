/**
 * Measures a batch run of 1,000 held-out turns by six methods without a model.
 *
 * npx node bench/batch.ts [corpus …] (default: multiwoz sgd)
 *
 * Corpora are in DIALOGRAM_DATA (default ../shared/data); importing and tagging are not measured.
 */
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { finished, openWorkplace } from './kit/workplace.ts';

const METHODS = ['random', 'bm25-last', 'dense', 'dfa-paper', 'context', 'context-ranker'];
const SAMPLE = 1000;

async function measure(file: string) {
  const { client, close } = openWorkplace();
  try {
    await client.projects.create({ path: 'bench' });
    await finished(client, await client.corpus.import({ paths: [file] }));
    await finished(client, await client.tagging.run({ tagger: 'offline' }));
    const stalls = monitorEventLoopDelay({ resolution: 5 });
    stalls.enable();
    const started = performance.now();
    const { job, run } = await client.batch.start({
      columns: METHODS.map((method) => ({ method, answerer: { kind: 'consensus' } })),
      sample: SAMPLE,
    });
    await finished(client, { job });
    const seconds = (performance.now() - started) / 1000;
    const summaryStarted = performance.now();
    const { columns } = await client.batch.summary({ run });
    const summarySeconds = (performance.now() - summaryStarted) / 1000;
    stalls.disable();
    const [{ items, heldOut, rows }] = await client.batch.runs();
    return {
      dialogues: (await client.projects.current())?.counts.dialogues,
      turnsAsked: items,
      turnsHeldOut: heldOut,
      rows,
      seconds: Number(seconds.toFixed(1)),
      summarySeconds: Number(summarySeconds.toFixed(1)),
      longestStallMs: Math.round(stalls.max / 1e6),
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
      answers: columns.map(({ column, figures }) => ({
        method: column.method,
        corpusBleu: Number(figures.corpusBleu.estimate?.toFixed(2)),
        rougeL: Number(figures.rougeL.estimate?.toFixed(2)),
      })),
    };
  } finally {
    await close();
  }
}

const corpora = process.argv.length > 2 ? process.argv.slice(2) : ['multiwoz', 'sgd'];
const results: Record<string, unknown> = {};
for (const corpus of corpora) {
  const file = resolve(process.env.DIALOGRAM_DATA ?? '../shared/data', corpus, 'dialogues.jsonl.gz');
  results[corpus] = existsSync(file)
    ? await measure(file)
    : { skipped: `${corpus} is not there; set DIALOGRAM_DATA to the folder that holds it` };
}
console.log(
  JSON.stringify(
    { sample: SAMPLE, methods: METHODS, node: process.version, cpu: cpus()[0]?.model, results },
    null,
    2,
  ),
);
