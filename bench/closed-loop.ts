/**
 * A simulated customer talks to a flow, worksheets, retrieval and an automaton, without corrections between turns.
 *
 * npx node bench/closed-loop.ts [STAR folder] [dialogues per task]
 *
 * The customer is a held-out STAR dialogue of one task; its goal is the agent's last act for the task.
 * The customer answers a question as in the dialogue, otherwise "I don't know"; also if a question is asked again and the
 * dialogue has no other answer.
 * An agent succeeds if it reaches the goal within twice the dialogue's turns.
 * An act is wrong if the dialogue's agent never did it. A dead end is silence, or an act that is repeated in a row three
 * times, and more often than by the dialogue's agent.
 */
import { join } from 'node:path';
import { shareOfId } from '../electron/backend/features/retrieval/answer-query.ts';
import { readFlowFolder } from '../lab/flows/read-flow-folder.ts';
import { type LabelledDialogue, readLabelled } from '../lab/flows/read-labelled.ts';
import { said as statementsOf, withAsked } from '../lab/worksheets/evaluate-star.ts';
import type { StarDomain } from '../lab/worksheets/star-domain.ts';
import { STAR_DOMAINS } from '../lab/worksheets/star-domains.ts';
import { wilsonInterval } from '../shared/algorithms/agreement/wilson.ts';
import { buildSymbolCorpusOfAll } from '../shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import { bestDraft } from '../shared/algorithms/flows/drafting/draft-flow.ts';
import { flowGraph } from '../shared/algorithms/flows/flow-graph.ts';
import type { FlowResult } from '../shared/algorithms/flows/results.ts';
import { runTurn as runFlow, startRun } from '../shared/algorithms/flows/running/run-flow.ts';
import { learn } from '../shared/algorithms/learning/learn.ts';
import { bootstrapMean } from '../shared/algorithms/metrics/bootstrap.ts';
import { buildPassageIndex } from '../shared/algorithms/passages/passage-index.ts';
import { compile } from '../shared/algorithms/worksheets/runtime/compile.ts';
import { runTurn as runWorksheets } from '../shared/algorithms/worksheets/runtime/run-turn.ts';
import { NO_KNOWLEDGE, START } from '../shared/algorithms/worksheets/runtime/state.ts';
import type { Flow } from '../shared/domain/flow.ts';

const folder = process.argv[2] ?? '../shared/data/star';
const MOST = Number(process.argv[3] ?? 40);
const TASKS = ['bank_fraud_report', 'trip_directions', 'trivia'] as const;
const signal = new AbortController().signal;

type Talk = (text: string, results: () => FlowResult) => readonly string[];
type Agent = () => Talk;

const NO_GOAL = /^(?:hello|anything_else|out_of_scope|goodbye)|bye/;

const flowAgent = (flow: Flow): Agent => {
  const graph = flowGraph(flow);
  return () => {
    let now = startRun(graph);
    return (text, results) => {
      const turn = runFlow(graph, now, text, results);
      now = turn.next;
      if (turn.answer === '') return [];
      const label = turn.action ? (turn.action.label ?? turn.action.id) : turn.next.lastLabel;
      return label == null ? [] : [label];
    };
  };
};

const worksheetAgent = (domain: StarDomain): Agent => {
  const set = compile(domain.set);
  const settings = { today: '2020-06-01', knowledge: NO_KNOWLEDGE };
  return () => {
    let state = START;
    let waiting: string | null = null;
    return (text) => {
      const asked = withAsked(state, waiting);
      const turn = runWorksheets(set, asked, statementsOf(domain, set, state, waiting, text), settings);
      state = turn.state;
      waiting = state.asked?.act === 'ASK' ? state.asked.field : null;
      const labels = turn.acts.flatMap((act) => domain.labelsOf(act));
      return labels.length > 0 || turn.acts.length > 0 ? labels : domain.silent;
    };
  };
};

interface Moment {
  readonly said: string;
  readonly before: string;
  readonly label: string;
}

function* momentsOf({ turns }: LabelledDialogue): Generator<Moment> {
  let [before, said] = ['', ''];
  for (const { role, text, label } of turns) {
    if (role === 'user') said = text;
    else if (label !== null) {
      yield { said, before, label };
      before = label;
    }
  }
}

const retrievalAgent = (taught: readonly LabelledDialogue[]): Agent => {
  const moments = taught.flatMap((dialogue) => [...momentsOf(dialogue)]);
  const wordsOf = ({ said, before }: Pick<Moment, 'said' | 'before'>): string =>
    `${said} ${before.replaceAll('_', '')} ${before.replaceAll('_', '')}`;
  const index = buildPassageIndex(moments.map(wordsOf));
  return () => {
    let before = '';
    return (said) => {
      const [found] = index.search(wordsOf({ said, before }), 1);
      before = found ? moments[found.passage]!.label : '';
      return before === '' ? [] : [before];
    };
  };
};

const automatonAgent = (taught: readonly LabelledDialogue[]): Agent => {
  const corpus = buildSymbolCorpusOfAll(
    taught.map((dialogue) => ({
      key: dialogue.id,
      turns: [...momentsOf(dialogue)].map(({ label }) => ({ role: 'system' as const, tags: [label] })),
    })),
  );
  const learned = learn('overview', corpus, DEFAULT_PAPER_OPTIONS);
  if (learned.learner === 'context') throw new Error('The automaton has no states.');
  const { symbols, transitionOffsets, transitionSupport, transitionSymbols, transitionTargets } =
    learned.automaton;
  return () => {
    let state = 0;
    return () => {
      let best = -1;
      for (
        let transition = transitionOffsets[state]!;
        transition < transitionOffsets[state + 1]!;
        transition++
      )
        if (best < 0 || transitionSupport[transition]! > transitionSupport[best]!) best = transition;
      if (best < 0) return [];
      state = transitionTargets[best]!;
      return [symbols[transitionSymbols[best]!]!.tag];
    };
  };
};

function customerOf(dialogue: LabelledDialogue) {
  const answers = new Map<string, string[]>();
  const labels: string[] = [];
  const results = dialogue.turns.flatMap(({ result }) => (result === undefined ? [] : [result]));
  let first: string | null = null;
  for (const { role, text, label } of dialogue.turns) {
    if (role !== 'user') {
      if (label !== null) labels.push(label);
    } else if (first === null) first = text;
    else if (labels.length > 0) answers.set(labels.at(-1)!, [...(answers.get(labels.at(-1)!) ?? []), text]);
  }
  const goal = labels.findLast((label) => !NO_GOAL.test(label));
  return first === null || goal === undefined ? null : { first, answers, labels, goal, results };
}

type Customer = NonNullable<ReturnType<typeof customerOf>>;

function longestRun(labels: readonly string[]): number {
  let [longest, run] = [0, 0];
  for (const [at, label] of labels.entries()) {
    run = label === labels[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

function converse(agent: Agent, customer: Customer) {
  const talk = agent();
  const answers = new Map([...customer.answers].map(([label, texts]) => [label, [...texts]]));
  const results = customer.results.values();
  let last: FlowResult = { message: 'Success' };
  const known = new Set(customer.labels);
  const said: string[] = [];
  const given = new Map<string, string>();
  let [text, wrong] = [customer.first, 0];
  for (let turn = 1; turn <= 2 * customer.labels.length; turn++) {
    const labels = talk(text, () => (last = results.next().value ?? last));
    if (labels.length === 0) return { success: false, turns: turn, wrong, deadEnd: true };
    if (labels.includes(customer.goal)) return { success: true, turns: turn, wrong, deadEnd: false };
    const label = labels.find((one) => known.has(one)) ?? labels[0]!;
    if (!known.has(label)) wrong++;
    said.push(label);
    const most = Math.max(3, longestRun(customer.labels) + 1);
    if (said.length >= most && said.slice(-most).every((one) => one === label))
      return { success: false, turns: turn, wrong, deadEnd: true };
    const isAgain = label === said.at(-2);
    text = answers.get(label)?.shift() ?? (isAgain ? undefined : given.get(label)) ?? "I don't know.";
    given.set(label, text);
  }
  return { success: false, turns: 2 * customer.labels.length, wrong, deadEnd: false };
}

const flows = new Map(
  (await readFlowFolder(join(folder, 'native/tasks'), signal)).map((flow) => [flow.name, flow]),
);
const byTask = new Map<string, { held: LabelledDialogue[]; taught: LabelledDialogue[] }>();
for await (const dialogue of readLabelled(join(folder, 'dialogues.jsonl.gz'), signal)) {
  const [task = '', ...others] = dialogue.tasks;
  if (others.length > 0) continue;
  const own = byTask.get(task) ?? { held: [], taught: [] };
  byTask.set(task, own);
  own[shareOfId(dialogue.id) < 0.1 ? 'held' : 'taught'].push(dialogue);
}
const percent = (share: number): number => Number((100 * share).toFixed(1));
for (const task of TASKS) {
  const { held, taught } = byTask.get(task)!;
  const customers = held.flatMap((dialogue) => customerOf(dialogue) ?? []).slice(0, MOST);
  const domain = Object.values(STAR_DOMAINS).find((one) => one.task === task)!;
  const agents = {
    flow: flowAgent(flows.get(task)!),
    draft: flowAgent(bestDraft(task, taught).flow),
    worksheets: worksheetAgent(domain),
    retrieval: retrievalAgent(taught),
    automaton: automatonAgent(taught),
  };
  for (const [agent, open] of Object.entries(agents)) {
    const talks = customers.map((customer) => converse(open, customer));
    const count = (test: (talk: (typeof talks)[number]) => boolean): number => talks.filter(test).length;
    const shareOf = (part: number) => {
      const { low, high } = wilsonInterval(part, talks.length);
      return [part / talks.length, low, high].map(percent);
    };
    const meanOf = (values: readonly number[]) => {
      const { estimate, lower, upper } = bootstrapMean(
        values.map((sum) => ({ sum, count: 1 })),
        { seed: 1 },
      );
      return [estimate, lower, upper].map((one) => one && Number(one.toFixed(1)));
    };
    console.log(
      JSON.stringify({
        task,
        agent,
        customers: talks.length,
        success: shareOf(count(({ success }) => success)),
        deadEnds: shareOf(count(({ deadEnd }) => deadEnd)),
        turns: meanOf(talks.map(({ turns }) => turns)),
        wrong: meanOf(talks.map(({ wrong }) => wrong)),
      }),
    );
  }
}
