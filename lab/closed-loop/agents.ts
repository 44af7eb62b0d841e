import { answerQuery } from '#backend/features/retrieval/answer-query.ts';
import { buildSymbolCorpusOfAll } from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '#shared/algorithms/automaton/learn.ts';
import { bestDraft } from '#shared/algorithms/flows/drafting/draft-flow.ts';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import type { ReplayedDialogue } from '#shared/algorithms/flows/following/replay-flow.ts';
import { type CallFunction, runTurn, startRun } from '#shared/algorithms/flows/running/run-flow.ts';
import { learn } from '#shared/algorithms/learning/learn.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { createRetrievers, type RetrievalMethod } from '#shared/algorithms/retrieval/methods.ts';
import { makeQuery } from '#shared/algorithms/retrieval/query.ts';
import { buildRetrievalCorpus, type RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { createFitAccumulator } from '#shared/algorithms/text/fit.ts';
import { layoutOf, packUtterances, unpackUtterance } from '#shared/algorithms/text/packed-utterances.ts';
import { tagUtterance } from '#shared/algorithms/text/tag.ts';
import { type CompiledSet, compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { runTurn as runWorksheets } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import {
  type Act,
  type DialogueState,
  NO_KNOWLEDGE,
  START,
} from '#shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import { wordAnswer } from '#shared/algorithms/worksheets/words/word-answer.ts';
import type { Flow } from '#shared/domain/flow.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';

/** The agents that a simulated customer talks to. Nothing corrects them between turns. */

export interface Answer {
  /** Values are placeholders if the agent has no others. Empty if the agent is silent. */
  readonly response: string;
  readonly labels: readonly string[];
  readonly asks: string | null;
  /** What the agent has understood; null if it keeps no values. */
  readonly believed: Readonly<Record<string, string | null>> | null;
}

type Talk = (said: string, call: CallFunction) => Answer;
export type Agent = () => Talk;

/** How a customer's conversation went. `inform` only if the customer has a goal in a database. */
export interface Outcome {
  readonly inform?: boolean;
  readonly success: boolean;
  readonly turns: number;
  readonly wrong: number;
  readonly deadEnd: boolean;
}

/** The conversations of one agent about one task. */
export interface Talks {
  readonly task: string;
  readonly agent: string;
  readonly outcomes: readonly Outcome[];
}

export interface LoopInput {
  readonly dialogues: string;
  readonly isHeldOut: (id: string) => boolean;
  readonly learned: (task: string, dialogues: readonly ReplayedDialogue[]) => Readonly<Record<string, Agent>>;
}

/**
 * Watches an agent's acts. A turn is wrong if the dialogue's agent never did any of its acts. An act is repeated if it
 * comes three times in a row, and more often than by the dialogue's agent.
 */
export function watchActs(known: readonly (readonly string[])[]) {
  const own = new Set(known.flat());
  const most = Math.max(3, 1 + longestRun(known.map(([label]) => label)));
  const said: string[] = [];
  return (labels: readonly string[]) => {
    const label = labels.find((one) => own.has(one)) ?? labels[0]!;
    said.push(label);
    return { label, isWrong: !own.has(label), isRepeated: longestRun(said.slice(-most)) === most };
  };
}

function longestRun(labels: readonly unknown[]): number {
  let [longest, run] = [0, 0];
  for (const [at, label] of labels.entries()) {
    run = at > 0 && label === labels[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const SILENT: Answer = { response: '', labels: [], asks: null, believed: null };
const EXAMPLES = 5;
const MOST_WORDINGS = 50;

export function flowAgent(flow: Flow): Agent {
  const graph = flowGraph(flow);
  return () => {
    let now = startRun(graph);
    return (said, call) => {
      const { next, answer, node, action } = runTurn(graph, now, said, call);
      now = next;
      const label = action ? (action.label ?? action.id) : next.lastLabel;
      const told = node === null ? undefined : graph.nodes.get(node);
      const { pending, slots } = next.state;
      return {
        // A message keeps its placeholders.
        response:
          told === undefined || told.type === 'request' ? answer : ('message' in told && told.message) || '',
        labels: answer === '' || label == null ? [] : [label],
        asks: pending?.kind === 'slot' ? pending.slot : null,
        believed: slots,
      };
    };
  };
}

const SETTINGS = { today: '2020-06-01', knowledge: NO_KNOWLEDGE };

export function worksheetAgent(
  worksheets: WorksheetSet,
  statementsOf = (set: CompiledSet, state: DialogueState, said: string): string =>
    extractStatements(set, state, said, SETTINGS),
  labelsOf: (acts: readonly Act[]) => readonly string[] = () => [],
): Agent {
  const set = compile(worksheets);
  return () => {
    let state = START;
    return (said) => {
      const { acts, ...turn } = runWorksheets(set, state, statementsOf(set, state, said), SETTINGS);
      state = turn.state;
      const values = Object.entries(
        state.instances.findLast(({ worksheet }) => worksheet === 'Main')?.values ?? {},
      );
      return {
        response: wordAnswer(set, state, acts),
        labels: labelsOf(acts),
        asks: state.asked?.act === 'ASK' ? state.asked.field : null,
        believed: Object.fromEntries(
          values.map(([slot, value]) => [slot, typeof value === 'string' ? value : null]),
        ),
      };
    };
  };
}

interface Moment {
  readonly said: string;
  readonly label: string;
  readonly answer: string;
}

/** Returns the labeled turns of the agent, each with the last words of the customer. */
function momentsOf({ turns }: ReplayedDialogue): Moment[] {
  let said = '';
  return turns.flatMap(({ role, text, label }) => {
    if (role === 'user') said = text;
    return role === 'user' || label === null ? [] : [{ said, label, answer: text }];
  });
}

const answered = ({ label, answer }: Pick<Moment, 'label' | 'answer'>): Answer => ({
  ...SILENT,
  response: answer,
  labels: [label],
  asks: label.startsWith('ask_') ? label.slice('ask_'.length) : null,
});

/** Returns the agents that learn from dialogues: a drafted flow, the app's retrieval methods and an automaton. */
export function learnedAgents(
  task: string,
  dialogues: readonly ReplayedDialogue[],
  methods: readonly RetrievalMethod[],
  seed: number,
): Readonly<Record<string, Agent>> {
  const parts = new Map(dialogues.map((dialogue) => [dialogue.id, momentsOf(dialogue)]));
  return {
    'drafted flow': flowAgent(bestDraft(task, dialogues).flow),
    ...retrievalAgents(parts, methods, seed),
    automaton: automatonAgent([...parts.values()]),
  };
}

/** Tags are the labels of the agent's turns, and the offline tagger's for the customer's. */
function retrievalAgents(
  parts: ReadonlyMap<string, readonly Moment[]>,
  methods: readonly RetrievalMethod[],
  seed: number,
) {
  const tagsOf = customerTagger([...parts.values()]);
  const heard = (text: string): RetrievalTurn => ({ role: 'user', text, tags: tagsOf(text) });
  const told = ({ answer, label }: Moment): RetrievalTurn => ({
    role: 'system',
    text: answer,
    tags: [label],
  });
  const corpus = buildRetrievalCorpus(
    [...parts].map(([key, moments]) => ({
      key,
      turns: moments.flatMap((moment) => [heard(moment.said), told(moment)]),
    })),
  );
  const moments = corpus.keys.flatMap((key) => parts.get(key)!);
  const factory = createRetrievers(corpus, { seed });
  const vote = { scorer: createTextScorer(), textOf: (reply: number) => moments[reply]!.answer };
  const agentOf = (method: RetrievalMethod): Agent => {
    const retriever = factory.create(method);
    return () => {
      const history: RetrievalTurn[] = [];
      return (said) => {
        history.push(heard(said));
        const { answer: found } = answerQuery(retriever, makeQuery(corpus, history), EXAMPLES, vote);
        if (found === null) return SILENT;
        history.push(told(moments[found.reply]!));
        return answered(moments[found.reply]!);
      };
    };
  };
  return Object.fromEntries(methods.map((method) => [method, agentOf(method)]));
}

function customerTagger(parts: readonly (readonly Moment[])[]): (text: string) => readonly string[] {
  const analyser = createAnalyser();
  const analyse = (moments: readonly Pick<Moment, 'said'>[]) =>
    packUtterances(moments.map(({ said }) => analyser.analyse(said, 'en')));
  const accumulator = createFitAccumulator();
  const span = { role: 'user' as const, first: 0, last: 0 };
  accumulator.add(analyse(parts.flat()), layoutOf(parts.map((moments) => moments.map(() => span))));
  const model = accumulator.finish();
  return (said) => tagUtterance(model, unpackUtterance(analyse([{ said }]), 0)).map(({ tag }) => tag);
}

/** Takes the most frequent transition, and answers with the most typical turn of its label. */
function automatonAgent(dialogues: readonly (readonly Moment[])[]): Agent {
  const corpus = buildSymbolCorpusOfAll(
    dialogues.map((moments, at) => ({
      key: String(at),
      turns: moments.map(({ label }) => ({ role: 'system' as const, tags: [label] })),
    })),
  );
  const learned = learn('overview', corpus, DEFAULT_PAPER_OPTIONS);
  if (learned.learner === 'context') throw new Error('The automaton has no states.');
  const { symbols, transitionOffsets, transitionSupport, transitionSymbols, transitionTargets } =
    learned.automaton;
  const scorer = createTextScorer();
  const wordings = symbols.map(({ tag }) => {
    const texts = dialogues.flat().flatMap(({ label, answer }) => (label === tag ? [answer] : []));
    return texts[scorer.choose(texts.slice(0, MOST_WORDINGS))?.index ?? 0] ?? '';
  });
  return () => {
    let state = 0;
    return () => {
      let best = -1;
      for (let at = transitionOffsets[state]!; at < transitionOffsets[state + 1]!; at++)
        if (best < 0 || transitionSupport[at]! > transitionSupport[best]!) best = at;
      if (best < 0) return SILENT;
      state = transitionTargets[best]!;
      const symbol = transitionSymbols[best]!;
      return answered({ label: symbols[symbol]!.tag, answer: wordings[symbol]! });
    };
  };
}
