import type { FlowResult } from '#shared/algorithms/flows/results.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { readFlowFolder } from '../flows/read-flow-folder.ts';
import { type LabelledDialogue, readLabelled } from '../flows/read-labelled.ts';
import { STAR_DOMAINS, said as statementsOf } from '../worksheets/evaluate-star.ts';
import type { StarDomain } from '../worksheets/star-domain.ts';
import {
  type Agent,
  flowAgent,
  type LoopInput,
  type Outcome,
  type Talks,
  watchActs,
  worksheetAgent,
} from './agents.ts';

/** Acts that end no task. */
const NO_GOAL = /^(?:hello|anything_else|out_of_scope|goodbye|req_more)|bye/;

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

/**
 * The goal is the last act of the dialogue's agent for the task. The customer answers a question as in the dialogue,
 * otherwise "I don't know"; also if a question is asked again and the dialogue has no other answer.
 */
function converse(agent: Agent, customer: Customer): Outcome {
  const talk = agent();
  const watch = watchActs(customer.labels.map((label) => [label]));
  const answers = new Map([...customer.answers].map(([label, texts]) => [label, [...texts]]));
  const results = customer.results.values();
  let last: FlowResult = { message: 'Success' };
  const said: string[] = [];
  const given = new Map<string, string>();
  let [text, wrong] = [customer.first, 0];
  const most = 2 * customer.labels.length;
  for (let turns = 1; turns <= most; turns++) {
    const { labels } = talk(text, () => (last = results.next().value ?? last));
    if (labels.length === 0) return { success: false, turns, wrong, deadEnd: true };
    if (labels.includes(customer.goal)) return { success: true, turns, wrong, deadEnd: false };
    const { label, isWrong, isRepeated } = watch(labels);
    if (isWrong) wrong++;
    if (isRepeated) return { success: false, turns, wrong, deadEnd: true };
    const isAgain = label === said.at(-1);
    said.push(label);
    text = answers.get(label)?.shift() ?? (isAgain ? undefined : given.get(label)) ?? "I don't know.";
    given.set(label, text);
  }
  return { success: false, turns: most, wrong, deadEnd: false };
}

const worksheetsOf = (domain: StarDomain): Agent =>
  worksheetAgent(
    domain.set,
    (set, state, text) =>
      statementsOf(domain, set, state, state.asked?.act === 'ASK' ? state.asked.field : null, text),
    (acts) => (acts.length > 0 ? acts.flatMap((act) => domain.labelsOf(act)) : domain.silent),
  );

export async function* talksByLabels(
  { dialogues, isHeldOut, learned }: LoopInput,
  tasks: readonly string[],
  flows: string | null,
  signal: AbortSignal,
): AsyncGenerator<Talks, void> {
  const designed = flows === null ? [] : await readFlowFolder(flows, signal);
  const alone: LabelledDialogue[] = [];
  for await (const dialogue of readLabelled(dialogues, signal)) {
    if (dialogue.tasks.length === 1) alone.push(dialogue);
  }
  for (const task of tasks) {
    const own = alone.filter((dialogue) => dialogue.tasks[0] === task);
    const customers = own.flatMap((one) => (isHeldOut(one.id) ? (customerOf(one) ?? []) : []));
    if (customers.length === 0) {
      throw new DialogramError('NOT_FOUND', `Too few dialogues in ${dialogues} are about ${task} alone.`, {
        value: task,
        nextStep: 'Choose tasks that the file names in "tasks" or "domain".',
      });
    }
    const flow = designed.find(({ name }) => name === task);
    const domain = Object.values(STAR_DOMAINS).find((one) => one.task === task);
    const agents = {
      ...(flow && { flow: flowAgent(flow) }),
      ...(domain && { worksheet: worksheetsOf(domain) }),
      ...learned(
        task,
        own.filter(({ id }) => !isHeldOut(id)),
      ),
    };
    for (const [agent, open] of Object.entries(agents)) {
      yield { task, agent, outcomes: customers.map((customer) => converse(open, customer)) };
    }
  }
}
