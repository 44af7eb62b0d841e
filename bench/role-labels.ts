import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { option, startRealModel } from '../scripts/real-model-server.mjs';
import { generateDemoDialogues } from '../shared/demo/generate.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

/**
 * Counts a real model's answers that begin with a role label ("1 User: …"), raw and as shown.
 *
 * node bench/role-labels.ts [--model smollm2|qwen-0.5b|qwen-1.5b] [--turns 20] [--most-tokens 60]
 */
const LABEL =
  /^[^\p{L}]{0,12}(?:the\s)?(?:user|customer|client|system|assistant|agent|bot|support)\b[^\p{L}]{0,3}(?:\s(?:says|said))?\s*[:：]/iu;

const model = await startRealModel({ context: 4096, threads: 2 });
const { client, session, folder, close } = openWorkplace();
try {
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
  const started = await client.batch.start({
    columns: ['none', 'bm25-last'].map((method) => ({ method, answerer })),
    sample: Number(option('turns', '20')),
    answering: { examples: 2 },
  });
  await finished(client, started);
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
        model: option('model', 'smollm2'),
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
