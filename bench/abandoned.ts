/**
 * Measures precision and recall of the field `abandoned` on support threads, by several taggers.
 *
 * npx node bench/abandoned.ts
 *
 * Labels are in tests/fixtures/labels, threads in DIALOGRAM_DATA (default ../shared/data).
 * Choose a rule on the sample `first`, report it on `second`. Prints percent with 95 % intervals.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wilsonInterval } from '../shared/algorithms/agreement/wilson.ts';
import { readRows, readSupportThreads } from '../tests/fixtures/annotated-corpora.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const labels = readRows('tests/fixtures/labels/thread-ends.tsv').map(
  ([id = '', , abandoned = '', sample = '']) => ({ id, isAbandoned: abandoned === 'yes', sample }),
);
const labeled = new Set(labels.map(({ id }) => id));
const threads = readSupportThreads();

async function abandonedNow({ client, folder }: ReturnType<typeof openWorkplace>): Promise<Set<string>> {
  const out = join(folder, 'abandoned.jsonl');
  await client.filters.export({ out, where: 'abandoned = yes', ifExists: 'replace' });
  const lines = readFileSync(out, 'utf8').split('\n').filter(Boolean);
  return new Set(lines.map((line) => String(JSON.parse(line).id)));
}

const shareOf = (part: number, whole: number) => {
  const percent = (share: number): number => Math.round(1000 * share) / 10;
  const { low, high } = wilsonInterval(part, whole);
  return { share: percent(part / whole), low: percent(low), high: percent(high), part, whole };
};

function report(tags: string, found: ReadonlySet<string>): void {
  for (const sample of ['first', 'second']) {
    const own = labels.filter((label) => label.sample === sample);
    const right = own.filter(({ id, isAbandoned }) => isAbandoned && found.has(id)).length;
    const precision = shareOf(right, own.filter(({ id }) => found.has(id)).length);
    const recall = shareOf(right, own.filter(({ isAbandoned }) => isAbandoned).length);
    console.log(JSON.stringify({ tags, sample, precision, recall, inAll: found.size }));
  }
}

const place = openWorkplace();
const { client, folder } = place;
await client.projects.create({ path: 'project' });
const path = join(folder, 'threads.jsonl');
const asRead = threads.map(({ id, turns }) => ({
  id,
  turns: turns.map(({ role, text, moves }) => ({ speaker: role, text, acts: moves })),
}));
writeFileSync(path, asRead.map((thread) => `${JSON.stringify(thread)}\n`).join(''));
await finished(client, await client.corpus.import({ paths: [path], format: 'neutral' }));
for (const tagger of ['annotations', 'offline', 'moves'] as const) {
  await finished(client, await client.tagging.run({ tagger }));
  report(tagger === 'annotations' ? 'hand-read moves' : tagger, await abandonedNow(place));
}
const answers = join(folder, 'answers.tsv');
const rows = threads
  .filter(({ id }) => !labeled.has(id))
  .flatMap(({ id, turns }) =>
    turns.flatMap(({ role, moves }, turn) => moves.map((move) => [id, turn, role, move].join('\t'))),
  );
writeFileSync(answers, `${['dialogue\tround\trole\tmove', ...rows].join('\n')}\n`);
await client.teaching.readAnswers({ path: answers });
await finished(client, await client.teaching.run({ holdBack: null }));
report('taught', await abandonedNow(place));
await place.close();
