import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder, MODEL, option, startRealModel } from '../scripts/real-model-server.mjs';
import { generateDemoDialogues } from '../shared/demo/generate.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

/**
 * Counts a real model's answers that begin with a role label ("1 User: …"), raw and as shown.
 *
 * node bench/role-labels.ts [--model smollm2|qwen-0.5b|qwen-1.5b] [--turns 20] [--most-tokens 60] [--minutes 60]
 * [--threads 1] [--out FOLDER]
 *
 * Answers are kept in `--out`, so the same command continues after `--minutes`.
 */
const LABEL =
  /^[^\p{L}]{0,12}(?:the\s)?(?:user|customer|client|system|assistant|agent|bot|support)\b[^\p{L}]{0,3}(?:\s(?:says|said))?\s*[:：]/iu;

const folder = resolve(option('out', join(cacheFolder, 'role-labels', MODEL)));
const isKnown = existsSync(join(folder, 'labels.dialogram'));
/** Fixed, because a consent is for one port. */
const model = await startRealModel({
  context: 4096,
  threads: Number(option('threads', '1')),
  port: 18_136,
});
const { client, session, close } = openWorkplace(folder);

async function prepared() {
  await client.projects.create({ path: 'labels' });
  const lines = generateDemoDialogues({ seed: 1, count: 240 }).map((dialogue) => JSON.stringify(dialogue));
  writeFileSync(join(folder, 'demo.jsonl'), lines.join('\n'));
  await finished(client, await client.corpus.import({ paths: ['demo.jsonl'] }));
  await finished(client, await client.tagging.run({ tagger: 'annotations' }));
  const preset = (await client.providers.presets())[0];
  if (!preset) throw new Error('There is no preset.');
  const { id } = await client.providers.save({
    id: null,
    draft: {
      ...preset.draft,
      name: 'Real',
      baseUrl: `${model.address}/v1`,
      chatModel: 'real',
      takesBatches: false,
    },
  });
  await client.providers.consent({ id, host: model.address });
  const answerer = {
    kind: 'model',
    provider: id,
    model: 'real',
    temperature: 0,
    seed: 1,
    maxOutputTokens: Number(option('most-tokens', '60')),
  } as const;
  return client.batch.start({
    columns: ['none', 'bm25-last'].map((method) => ({ method, answerer })),
    sample: Number(option('turns', '20')),
    answering: { examples: 2 },
  });
}

/** Null if the run of an earlier call is done. */
async function continued() {
  await client.projects.open({ path: 'labels.dialogram' });
  const [run] = await client.batch.runs();
  if (!run) throw new Error(`${folder} holds no run; delete it.`);
  return run.state === 'done' ? null : client.batch.goOn({ run: run.run });
}

try {
  const started = isKnown ? await continued() : await prepared();
  if (started) {
    const limit = setTimeout(
      () => void client.jobs.pause({ job: started.job }),
      60_000 * Number(option('minutes', '60')),
    );
    for await (const { state, error } of await client.jobs.watch({ job: started.job }))
      if (state === 'failed') throw new Error(error?.message);
    clearTimeout(limit);
  }
  const { database } = session.project();
  const texts = (sql: string): string[] => (database.prepare(sql).pluck().all() as string[]).filter(Boolean);
  const written = texts('SELECT answer FROM model_answers');
  const served = texts('SELECT answers FROM batch_rows').flatMap(
    (answers) => JSON.parse(answers) as (string | null)[],
  );
  const count = (all: readonly (string | null)[]) => ({
    answers: all.length,
    empty: all.filter((text) => !text).length,
    labelled: all.filter((text) => text && LABEL.test(text)).length,
  });
  console.log(
    JSON.stringify(
      {
        model: MODEL,
        written: count(written),
        served: count(served),
        labels: served.filter((text) => text && LABEL.test(text)).map((text) => text?.slice(0, 40)),
        some: served.slice(0, 6),
      },
      null,
      2,
    ),
  );
} finally {
  await close();
  model.stop();
}
