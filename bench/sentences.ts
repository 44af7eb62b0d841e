/**
 * Checks ten sentences that a manager reads off the default picture of the support threads against the dialogues.
 *
 * npx node bench/sentences.ts [--all]
 *
 * Separate code (tests/fixtures/picture-sentences.ts) counts an exported file. --all prints every false sentence.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOut } from '../shared/algorithms/layout/lay-out.ts';
import { readGraph } from '../shared/contract/automata.ts';
import { readSupportThreads } from '../tests/fixtures/annotated-corpora.ts';
import { readExported, sentencesOf } from '../tests/fixtures/picture-sentences.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const SENTENCES = 10;
const EVERYTHING = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY, cover: 100 };

const { client, folder, close } = openWorkplace();
await client.projects.create({ path: 'project' });
const path = join(folder, 'threads.jsonl');
const threads = readSupportThreads().map(({ id, turns }) => ({
  id,
  turns: turns.map(({ role, text }) => ({ speaker: role, text })),
}));
writeFileSync(path, threads.map((thread) => `${JSON.stringify(thread)}\n`).join(''));
await finished(client, await client.corpus.import({ paths: [path], format: 'neutral' }));
await finished(client, await client.tagging.run({ tagger: 'moves' }));
await finished(client, await client.automata.learn({ learner: 'overview' }));
const graph = readGraph(await client.automata.graph({}));
const out = join(folder, 'tagged.jsonl');
await client.filters.export({ out });
const { scene } = layOut(graph, EVERYTHING, null);
const all = sentencesOf(graph, scene, readExported(readFileSync(out, 'utf8')));
await close();

// The largest figures of each kind catch the eye first.
const kinds = [...new Set(all.map(({ kind }) => kind))];
const figure = ({ said }: { readonly said: string }): number => Number.parseInt(said, 10);
const read = kinds.map((wanted) =>
  all.filter(({ kind }) => kind === wanted).toSorted((a, b) => figure(b) - figure(a)),
);
const chosen = Array.from({ length: SENTENCES }, (_, at) => read.flatMap((own) => own.slice(at, at + 1)))
  .flat()
  .slice(0, SENTENCES);
for (const { text, said, counted } of chosen)
  console.log(said === counted ? `true   ${text}` : `false  ${text} The dialogues say ${counted}.`);
const wrong = all.filter(({ said, counted }) => said !== counted);
console.log(
  `${chosen.filter((one) => !wrong.includes(one)).length} of ${chosen.length} are true; ${all.length - wrong.length} of all ${all.length}.`,
);
if (process.argv.includes('--all'))
  for (const { text, counted } of wrong) console.log(`false  ${text} The dialogues say ${counted}.`);
