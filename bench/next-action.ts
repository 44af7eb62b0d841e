/**
 * Measures how well flows and transcripts predict STAR's next action, by share of the training dialogues.
 *
 * npx node bench/next-action.ts [STAR folder] [fold of 10]
 *
 * The fold is held out by hash of the id; 2 to 100 % of the others are for training.
 */
import { join } from 'node:path';
import { shareOfId } from '../electron/backend/features/retrieval/answer-query.ts';
import { fitReplyChooser, type TaughtMoment } from '../lab/flows/choose-reply.ts';
import { readFlowFolder } from '../lab/flows/read-flow-folder.ts';
import { readLabelled } from '../lab/flows/read-labelled.ts';
import { scoreLabels } from '../lab/label-scores.ts';
import { flowGraph } from '../shared/algorithms/flows/flow-graph.ts';
import { trackedFlow, trackFlows } from '../shared/algorithms/flows/following/track-flows.ts';

const folder = process.argv[2] ?? '../shared/data/star';
const fold = Number(process.argv[3] ?? 1);
const signal = new AbortController().signal;
const flows = (await readFlowFolder(join(folder, 'native/tasks'), signal)).map((flow) =>
  trackedFlow(flowGraph(flow)),
);
const byName = new Map(flows.map((flow) => [flow.graph.flow.name, flow]));

const asked: TaughtMoment[] = [];
const others: (TaughtMoment & { readonly at: number })[] = [];
for await (const { id, tasks, turns } of readLabelled(join(folder, 'dialogues.jsonl.gz'), signal)) {
  const at = shareOfId(id);
  const own = tasks.flatMap((task) => byName.get(task) ?? []);
  for (const moment of trackFlows(own, turns)) {
    const { label } = turns[moment.turn]!;
    if (label === null) continue;
    if (at >= (fold - 1) / 10 && at < fold / 10) asked.push({ moment, label });
    else others.push({ moment, label, at: (at - fold / 10 + 1) % 1 });
  }
}
const scored = (predict: (taught: TaughtMoment) => string | null) => {
  const { f1, accuracy } = scoreLabels(asked.map((taught) => [predict(taught), taught.label]));
  return { f1: f1?.toFixed(1), accuracy: accuracy?.toFixed(1) };
};
console.log(
  JSON.stringify({ fold, turns: asked.length, flow: scored(({ moment }) => moment.reply?.label ?? null) }),
);
for (const share of [0.02, 0.05, 0.1, 0.25, 0.5, 1]) {
  const taught = others.filter(({ at }) => at < share * 0.9);
  const started = performance.now();
  const chooser = fitReplyChooser(taught);
  const both = scored(({ moment }) => chooser.choose(moment)[0]?.label ?? null);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(JSON.stringify({ share, trainedOn: taught.length, both, seconds }));
}
