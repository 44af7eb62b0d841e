/**
 * Measures the waits in a large project: import, overview, findings, picture after an edit and its figures, Teach's
 * first question.
 *
 * npx node bench/product.ts [DIALOGUES] (default: 50,000)
 *
 * Prints processor seconds, seconds by the clock, and peak MB. `learningSeconds` is the learner alone.
 */
import { join } from 'node:path';
import type { LearnResult } from '../shared/contract/automata.ts';
import { writeDemoFile } from './kit/demo-file.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const dialogues = Number(process.argv[2] ?? 50_000);
const { folder, client, close } = openWorkplace();

async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const figures = {
    step,
    cpuSeconds: Math.round((user + system) / 1e4) / 100,
    seconds: Math.round((performance.now() - started) / 10) / 100,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  return result;
}

try {
  const file = join(folder, 'calls.jsonl');
  await writeDemoFile(file, dialogues);
  await client.projects.create({ path: 'product' });
  await timed('import', async () =>
    finished(client, await client.corpus.import({ paths: [file], format: 'neutral' })),
  );
  await timed('tag', async () => finished(client, await client.tagging.run({ tagger: 'annotations' })));
  const { learningSeconds } = await timed('learn', async () =>
    finished<LearnResult>(client, await client.automata.learn({ learner: 'overview' })),
  );
  process.stdout.write(`${JSON.stringify({ learningSeconds })}\n`);
  await timed('findings', () => client.findings.list({}));
  // The page does this once it shows the picture.
  await timed('prepare edits', () => client.automata.prepareSizes({}));
  const { items } = await client.corpus.dialogues({ limit: 9 });
  for (const { id } of items) {
    const { turns } = await client.corpus.dialogue({ dialogue: id });
    const tagOf = ({ tags: [tag] }: (typeof turns)[number]) => tag?.id;
    const turn = turns.find((one) => tagOf(one) !== undefined);
    const other = turns.find((one) => one.role === turn?.role && (tagOf(one) ?? tagOf(turn)) !== tagOf(turn));
    if (!turn || !other) continue;
    const { automaton } = await timed('edit and new picture', async () => {
      await client.tagging.replaceTag({ turn: turn.id, tag: turn.tags[0]!.id, by: other.tags[0]!.name });
      return client.automata.relearn({ keep: true });
    });
    await timed(automaton === null ? 'the picture is the same: measure' : 'measure', () =>
      client.automata.measure({}),
    );
  }
  await timed('first question in Teach', () => client.teaching.next({ skipped: [] }));
} finally {
  await close();
}
