/**
 * Checks if the simulator answers sensibly in scripted dialogues of five turns; a reader has to judge most of it.
 *
 * npx node bench/talks.ts [demo|tickets] [--test|--fresh|--last|--newest|--held-out|--more|--varied]
 *
 * A machine can check three things: no answer comes twice in a row, every turn is followed or reported,
 * and every answer is likely. Tickets are in DIALOGRAM_DATA (default ../shared/data).
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunId } from '../shared/domain/ids.ts';
import { type TalkResult, talkThrough } from './kit/talk-through.ts';
import {
  FRESH_TALKS,
  HELD_OUT_TALKS,
  LAST_TALKS,
  MORE_TALKS,
  NEWEST_TALKS,
  TALKS,
  TEST_TALKS,
  VARIED_TALKS,
} from './kit/talks.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const data = process.env.DIALOGRAM_DATA ?? '../shared/data';
const tickets = resolve(data, 'twitter-support-threads', 'dialogues.jsonl.gz');
const options = process.argv.slice(2);
const SETS = {
  '--test': TEST_TALKS,
  '--fresh': FRESH_TALKS,
  '--last': LAST_TALKS,
  '--newest': NEWEST_TALKS,
  '--held-out': HELD_OUT_TALKS,
  '--more': MORE_TALKS,
  '--varied': VARIED_TALKS,
} as const;
const isSet = (option: string): option is keyof typeof SETS => option in SETS;
const set = options.find(isSet);
const talks = set ? SETS[set] : TALKS;
const asked = options.find((option) => !isSet(option));

const { client, close } = openWorkplace();

async function open(corpus: keyof typeof TALKS): Promise<void> {
  if (corpus === 'demo') {
    const { job } = await client.projects.createDemo();
    await finished(client, { job });
    return;
  }
  await client.projects.create({ path: 'tickets' });
  await finished(client, await client.corpus.import({ paths: [tickets] }));
  const { run } = await finished<{ run: RunId }>(client, await client.tagging.run({ tagger: 'moves' }));
  await finished(client, await client.automata.learn({ run, learner: 'overview' }));
}

function print(number: number, { title, turns, faults }: TalkResult): void {
  console.log(`\n## ${number}. ${title}`);
  for (const { said, tags, place, answer, answerTags, remarks } of turns) {
    console.log(`C: ${said}\n     [${tags.join(', ')}] ${place}`);
    console.log(`A: ${answer === null ? '-' : `${answer}\n     [${answerTags.join(', ')}]`}`);
    for (const remark of remarks) console.log(`     (${remark})`);
  }
  console.log(faults.length === 0 ? 'Checked: no fault.' : `Checked: ${faults.join('; ')}`);
}

try {
  let number = 0;
  let sound = 0;
  for (const corpus of ['demo', 'tickets'] as const) {
    if ((asked && asked !== corpus) || (corpus === 'tickets' && !existsSync(tickets))) continue;
    await open(corpus);
    console.log(`\n# ${corpus}`);
    for (const talk of talks[corpus]) {
      const talked = await talkThrough(client, talk);
      print(++number, talked);
      if (talked.faults.length === 0) sound++;
    }
  }
  console.log(`\n${sound} of ${number} talks pass every check.`);
} finally {
  await close();
}
