/**
 * Measures how often a flow without a model knows exactly MultiWOZ's annotated slots after a user's turn.
 *
 * npx node bench/flow-slots.ts [MultiWOZ folder]
 *
 * Uses dialogues of a single domain and the flow made by rule from its table. "dontcare" counts as no value.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { flowOfTable } from '../lab/success/designs-of-tables.ts';
import { readDatabases } from '../lab/success/read-databases.ts';
import { flowGraph } from '../shared/algorithms/flows/flow-graph.ts';
import { GIVEN } from '../shared/algorithms/flows/following/follow-flow.ts';
import { trackedFlow, trackFlows } from '../shared/algorithms/flows/following/track-flows.ts';

interface Dialogue {
  readonly domain: readonly string[];
  readonly turns: readonly {
    readonly speaker: 'user' | 'system';
    readonly text: string;
    readonly acts?: readonly string[];
    readonly state?: Readonly<Record<string, string>>;
  }[];
}

const DOMAINS = ['restaurant', 'attraction', 'hotel', 'train'];
const folder = process.argv[2] ?? '../shared/data/multiwoz';
const { database } = await readDatabases(join(folder, 'native', 'db'), new AbortController().signal);
const flows = DOMAINS.flatMap((domain) => {
  const table = database.tables.get(domain);
  return table ? [flowOfTable(domain, table)] : [];
});
const lines = gunzipSync(readFileSync(join(folder, 'dialogues.jsonl.gz')))
  .toString('utf8')
  .trim()
  .split('\n');
const dialogues = lines.map((line): Dialogue => JSON.parse(line));

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const plain = (value: string): string => {
  const text = value
    .toLowerCase()
    .replace(/^#|^the /, '')
    .trim();
  return NUMBERS.includes(text) ? String(NUMBERS.indexOf(text)) : text;
};

for (const flow of flows) {
  const tracked = trackedFlow(flowGraph(flow));
  const sums = { dialogues: 0, turns: 0, exact: 0, right: 0, found: 0, true: 0 };
  for (const { domain, turns } of dialogues) {
    if (domain.length !== 1 || domain[0] !== flow.name) continue;
    sums.dialogues++;
    const heard = turns.map(({ speaker, text, acts }) => ({
      role: speaker,
      text,
      label: speaker === 'user' ? null : (acts?.find((act) => tracked.steps.has(act)) ?? acts?.[0] ?? null),
      result: undefined,
    }));
    for (const { turn, follower } of trackFlows([tracked], heard)) {
      const state = turns[turn - 1]?.state ?? {};
      const known = Object.entries(follower?.state.slots ?? {}).flatMap(([slot, value]) =>
        value === null || value === GIVEN ? [] : [`${slot} ${plain(value)}`],
      );
      const truth = Object.entries(state).flatMap(([name, value]) => {
        const slot = name.replace(/^\w+\.(?:book\.)?/, '');
        if (!tracked.graph.slots.has(slot) || /^(?:dontcare|none|not mentioned|)$/.test(value)) return [];
        return [`${slot} ${plain(value)}`];
      });
      const right = known.filter((one) => truth.includes(one)).length;
      sums.turns++;
      sums.right += right;
      sums.found += known.length;
      sums.true += truth.length;
      if (right === known.length && right === truth.length) sums.exact++;
    }
  }
  const percent = (part: number, whole: number): string => ((100 * part) / Math.max(1, whole)).toFixed(1);
  console.log(
    JSON.stringify({
      domain: flow.name,
      dialogues: sums.dialogues,
      turns: sums.turns,
      jointGoalAccuracy: percent(sums.exact, sums.turns),
      precision: percent(sums.right, sums.found),
      recall: percent(sums.right, sums.true),
    }),
  );
}
