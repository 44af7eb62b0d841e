/** Measures edits of the vocabulary at 320,000 messages. `npx node bench/vocabulary.ts [dialogues]` */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { TagId } from '#shared/domain/ids.ts';
import { writeManyCalls } from '../tests/fixtures/dialogues.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const dialogues = Number(process.argv[2] ?? 56_000);
const { folder, client, close } = openWorkplace();

async function measure<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  const result = await step();
  const milliseconds = performance.now() - started;
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  console.log(
    `${name.padEnd(58)} ${milliseconds.toFixed(0).padStart(7)} ms   thread held ${(delay.max / 1e6).toFixed(0).padStart(4)} ms`,
  );
  return result;
}

try {
  await client.projects.create({ path: 'bench' });
  const file = await writeManyCalls(folder, 'calls.jsonl', dialogues);
  await finished(client, await client.corpus.import({ paths: [file] }));
  await finished(client, await client.tagging.run({ tagger: 'annotations' }));
  const { counts } = (await client.projects.current()) ?? { counts: null };
  console.log(`${counts?.utterances} utterances in ${counts?.turns} turns of ${counts?.dialogues} dialogues`);

  const list = () => client.vocabulary.list({});
  const { items } = await measure('vocabulary, first time', list);
  await measure('vocabulary again', list);
  const tag = (name: string): TagId => items.find((item) => item.name === name)?.id as TagId;
  await measure('rename over most turns', () =>
    client.tagging.renameTag({ tag: tag('thank'), name: 'thanks' }),
  );
  await measure('vocabulary after a rename', list);
  await measure('merge', () => client.vocabulary.merge({ tags: [tag('thank'), tag('close')], into: 'end' }));
  await measure('vocabulary after a merge', list);
  await client.tagging.undo();
  await measure('examples of a tag', () =>
    client.vocabulary.turns({ filter: { tagged: [tag('thank')] }, limit: 20 }),
  );
  await measure('filter: words and role', () =>
    client.vocabulary.turns({ filter: { text: 'refund', role: 'user' }, limit: 20 }),
  );
  await measure('filter: number of tags alone', () =>
    client.vocabulary.turns({ filter: { tagCount: { least: 2 } }, limit: 20 }),
  );
  const { items: first } = await client.vocabulary.turns({ filter: { role: 'user' }, limit: 1 });
  await client.tagging.addTag({ turn: first[0].turn, tag: 'urgent' });
  const bulk = { filter: { role: 'user' as const }, change: { kind: 'add' as const, tag: 'spoken' } };
  await measure('bulk: preview', () => client.vocabulary.previewBulk(bulk));
  const { turns } = await measure('bulk: add', () => client.vocabulary.bulk(bulk));
  console.log(`  ${turns} turns`);
  await measure('vocabulary after it', list);
  await measure('history', () => client.history.list({}));
  await measure('history by tag', () => client.history.list({ tag: tag('thank') }));
  await measure('bulk: undo', () => client.tagging.undo());
  await measure('bulk: redo', () => client.tagging.redo());
  const [{ id: edit }] = (await client.history.list({ kinds: ['bulk-add'] })).items;
  await measure('bulk: take back', () => client.history.takeBack({ edit }));
  const split = { tag: tag('give-number'), filter: { text: 'yes' }, name: 'give-number-yes' };
  await measure('split', () => client.vocabulary.split(split));
  await measure('near-duplicates', () => client.vocabulary.similar({}));
  const replace = { kind: 'replace' as const, tag: tag('thank'), by: 'thanked' };
  const replaced = await measure('bulk: replace', () =>
    client.vocabulary.bulk({ filter: { tagged: [tag('thank')] }, change: replace }),
  );
  console.log(`  ${replaced.turns} turns`);
} finally {
  await close();
}
