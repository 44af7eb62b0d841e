import { nextTags } from '#shared/algorithms/simulation/next-tags.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import type { Agent, AgentTurn } from '#shared/domain/agent.ts';
import { required } from '#shared/domain/required.ts';
import type { Project } from '../../project.ts';
import { automatonCache } from '../automata/index.ts';
import {
  type AutomatonOrigin,
  type Conversation,
  type CorpusReader,
  heardTurns,
  inForce,
  originOf,
  readCorpus,
  type Turn,
  tagsOf,
} from './conversation.ts';
import { type FoundExamples, findExamples, type RetrievalMode } from './find-examples.ts';
import { type ConversationPath, type LiveAutomaton, liveAutomaton } from './live-automaton.ts';
import { answerTags } from './state-examples.ts';

interface Standing {
  readonly live: LiveAutomaton;
  readonly corpus: CorpusReader;
  readonly walk: ConversationPath;
  readonly found: FoundExamples;
  readonly next: Simulation['next'];
  readonly outcome: NonNullable<Simulation['outcome']>;
}

/** The settings for the automaton, and the dialogue that must not be its own example. */
type QuestionContext = Pick<Conversation, 'settings' | 'start'>;

export async function standing(
  project: Project,
  origin: AutomatonOrigin,
  { settings, start }: QuestionContext,
  turns: readonly AgentTurn[],
  mode: RetrievalMode,
): Promise<Standing> {
  const live = liveAutomaton(project.use(automatonCache).load(origin.automaton));
  const corpus = readCorpus(project.database, origin.tagging.id);
  const policy = live.policyFor(settings.policy);
  const walk = live.walk(turns, policy);
  const found = await findExamples({ project, live, origin, corpus, turns, settings, start, mode, policy });
  const answer = found.answer && corpus.answer(found.answer);
  return {
    live,
    corpus,
    walk,
    found,
    next: nextOf(live, corpus, walk.state),
    outcome: {
      route: walk.path.map(({ symbol: { role, tag } }) => ({ role, tag })),
      missed: [...walk.missed],
      state: [...live.placeOf(walk.state).tags],
      examples: found.items.map(({ source, externalId, turn }) => ({ source, externalId, turn })),
      answer,
    },
  };
}

/** An automaton as an agent. It replies after every turn, because the possible next moves change. */
export function automatonAgent(
  project: Project,
  origin: AutomatonOrigin,
  asking: QuestionContext,
  mode: RetrievalMode,
): Agent<readonly AgentTurn[], Standing> {
  return {
    start: [],
    hear: async (heard, turn) => ({ state: [...heard, turn] }),
    async step(heard, turn) {
      const state = [...heard, turn];
      const why = await standing(project, origin, asking, state, mode);
      const text = why.outcome.answer;
      const problem = text === null ? (why.found.remark ?? 'No examples were found.') : null;
      return { state, reply: { text, problem, why, next: why.next.tags } };
    },
  };
}

function nextOf(live: LiveAutomaton, corpus: CorpusReader, state: number): Simulation['next'] {
  const { structure } = live.loaded.view;
  if (live.learner === 'context') {
    const tags = answerTags(live, corpus, state).map((next) => ({
      ...next,
      role: 'system' as const,
      to: null,
    }));
    return { of: 'answers', tags, ends: 0 };
  }
  const tags = nextTags(structure, state).map(({ symbol, to, share, support }) => ({
    ...symbol,
    to,
    share,
    support,
  }));
  return { of: 'dialogues', tags, ends: structure.ends[state]! };
}

export async function simulate(
  project: Project,
  conversation: Conversation,
): Promise<Omit<Simulation, 'change' | 'taggedBy' | 'unasked' | 'milliseconds'>> {
  const origin = originOf(project.database, conversation.settings.automaton);
  const rewound = (turn: Turn) => ({ ...shownTurn(turn), inForce: false, place: null, offTheMap: null });
  const base = {
    settings: conversation.settings,
    start: conversation.start,
    at: conversation.at,
  };
  if (origin === null) {
    return {
      ...base,
      automaton: null,
      turns: conversation.turns.map(rewound),
      place: null,
      path: [],
      routes: [],
      next: { of: 'dialogues', tags: [], ends: 0 },
      offTheMap: [],
      examples: { answering: null, items: [], remark: null, needsIndex: false, route: null },
      answers: [],
      outcome: null,
    };
  }
  const turns = heardTurns(inForce(conversation));
  const { live, corpus, walk, found, next, outcome } = await standing(
    project,
    origin,
    conversation,
    turns,
    'if-ready',
  );
  return {
    ...base,
    automaton: {
      id: origin.automaton,
      learner: live.learner,
      tagger: origin.tagging.tagger,
      taggingRun: origin.tagging.id,
    },
    turns: conversation.turns.map((turn, at) => {
      if (at >= conversation.at) return rewound(turn);
      const state = walk.states[at] ?? null;
      return {
        ...shownTurn(turn),
        inForce: true,
        place: state === null ? null : live.placeOf(state),
        offTheMap: walk.offTheMap[at] ?? null,
      };
    }),
    place: live.placeOf(walk.state),
    path: walk.path.map(({ state, symbol: { role, tag }, turn }) => ({ state, role, tag, turn })),
    routes: routesOf(project, origin, live, turns),
    next,
    offTheMap: [...walk.sentences],
    examples: {
      answering: found.answering,
      items: [...found.items],
      remark: found.remark,
      needsIndex: found.needsIndex,
      route: found.route,
    },
    answers: found.answer === null ? [] : [answerOf(corpus, found.answer, found.among)],
    outcome,
  };
}

function shownTurn(turn: Turn) {
  const { role, text, source, from, removed } = turn;
  return { role, text, source, from, tags: tagsOf(turn).map((tag) => ({ ...tag })), removed: [...removed] };
}

function answerOf(corpus: CorpusReader, answer: NonNullable<FoundExamples['answer']>, among: number) {
  const { id } = required(corpus.turnsOf(answer.dialogue)[answer.turn], `turn ${answer.turn}`);
  return {
    ...corpus.turn(answer.dialogue, answer.turn),
    by: 'examples' as const,
    text: corpus.answer(answer),
    part: answer.part,
    tags: answer.part ? [] : corpus.tagsOf(id),
    among,
  };
}

function routesOf(
  project: Project,
  origin: AutomatonOrigin,
  live: LiveAutomaton,
  turns: readonly AgentTurn[],
): Simulation['routes'] {
  const read = (automaton: LiveAutomaton) =>
    automaton.policies.map((policy) => {
      const walk = automaton.walk(turns, policy);
      return {
        automaton: automaton.loaded.run,
        learner: automaton.learner,
        policy,
        place: automaton.placeOf(walk.state),
        matched: walk.path.length,
        missed: walk.missed.length,
        stopped: walk.stopped,
      };
    });
  const other = origin.other(live.learner);
  return [
    ...read(live),
    ...(other === null ? [] : read(liveAutomaton(project.use(automatonCache).load(other)))),
  ];
}
