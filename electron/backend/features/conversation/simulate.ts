import { nextTags } from '#shared/algorithms/simulation/next-tags.ts';
import type { Outcome } from '#shared/algorithms/simulation/outcome.ts';
import { learnerSchema } from '#shared/contract/automata.ts';
import type { Simulation, SimulationSettings } from '#shared/contract/simulator.ts';
import { known } from '#shared/domain/known.ts';
import type { Project } from '../../project.ts';
import { automatonCache } from '../automata/index.ts';
import { type AutomatonOrigin, originOf } from './automaton-origin.ts';
import { type Conversation, inForce, type Turn, tagsOf, toLiveTurns } from './conversation.ts';
import { type CorpusReader, readCorpus } from './corpus-reader.ts';
import { type FoundExamples, findExamples, type RetrievalMode } from './find-examples.ts';
import { type LiveAutomaton, liveAutomaton, type Way } from './live-automaton.ts';
import { answerTags } from './state-examples.ts';

/** Where a conversation stands, without what only a page needs. */
interface Standing {
  readonly live: LiveAutomaton;
  readonly origin: AutomatonOrigin;
  readonly corpus: CorpusReader;
  readonly way: Way;
  readonly found: FoundExamples;
  readonly outcome: Outcome;
}

/** Routes a conversation through an automaton and finds its examples and its answer. */
export async function standing(
  project: Project,
  origin: AutomatonOrigin,
  conversation: Pick<Conversation, 'start'> & {
    readonly turns: readonly Turn[];
    readonly settings: SimulationSettings;
  },
  mode: RetrievalMode,
): Promise<Standing> {
  const { turns, settings, start } = conversation;
  const live = liveAutomaton(project.use(automatonCache).load(origin.automaton));
  const corpus = readCorpus(project.database, origin.tagging.id);
  const policy = live.learner === 'context' ? null : settings.policy;
  const way = live.walk(toLiveTurns(turns), policy);
  const found = await findExamples({ project, live, origin, corpus, turns, settings, start, mode, policy });
  const answer = found.answer && corpus.roundsOf(found.answer.dialogue)[found.answer.round];
  return {
    live,
    origin,
    corpus,
    way,
    found,
    outcome: {
      route: way.path.map(({ symbol: { role, tag } }) => ({ role, tag })),
      missed: [...way.missed],
      state: [...live.placeOf(way.state).tags],
      examples: found.items.map(({ source, externalId, round }) => ({ source, externalId, round })),
      answer: answer?.text ?? null,
    },
  };
}

/** The whole of what a page shows, but for what a change of tags changed. */
export async function simulate(
  project: Project,
  conversation: Conversation,
): Promise<Omit<Simulation, 'change' | 'taggedBy' | 'milliseconds'>> {
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
  const turns = inForce(conversation);
  const { live, corpus, way, found, outcome } = await standing(
    project,
    origin,
    { ...conversation, turns },
    'if-ready',
  );
  return {
    ...base,
    automaton: {
      id: origin.automaton,
      learner: learnerSchema.parse(live.learner),
      tagger: origin.tagging.tagger,
      taggingRun: origin.tagging.id,
    },
    turns: conversation.turns.map((turn, at) => {
      if (at >= conversation.at) return rewound(turn);
      const state = way.states[at] ?? null;
      return {
        ...shownTurn(turn),
        inForce: true,
        place: state === null ? null : live.placeOf(state),
        offTheMap: way.offTheMap[at] ?? null,
      };
    }),
    place: live.placeOf(way.state),
    path: way.path.map(({ state, symbol: { role, tag }, turn }) => ({ state, role, tag, turn })),
    routes: routesOf(project, origin, live, turns),
    next: nextOf(live, corpus, way.state),
    offTheMap: [...way.sentences],
    examples: {
      answering: found.answering,
      items: [...found.items],
      remark: found.remark,
      needsIndex: found.needsIndex,
      route: found.route,
    },
    answers: found.answer === null ? [] : [answerOf(corpus, found.answer, found.among)],
    outcome: {
      ...outcome,
      route: [...outcome.route],
      missed: [...outcome.missed],
      state: [...outcome.state],
      examples: [...outcome.examples],
    },
  };
}

function shownTurn(turn: Turn) {
  const { role, text, source, from, removed } = turn;
  return { role, text, source, from, tags: tagsOf(turn).map((tag) => ({ ...tag })), removed: [...removed] };
}

function answerOf(corpus: CorpusReader, answer: NonNullable<FoundExamples['answer']>, among: number) {
  const { id, text } = known(corpus.roundsOf(answer.dialogue)[answer.round], `round ${answer.round}`);
  return {
    ...corpus.turn(answer.dialogue, answer.round),
    by: 'examples' as const,
    text,
    tags: corpus.tagsOf(id),
    among,
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

/** Every reading of the automaton, and the newest automaton of the other kind that reads the same tags. */
function routesOf(
  project: Project,
  origin: AutomatonOrigin,
  live: LiveAutomaton,
  turns: readonly Turn[],
): Simulation['routes'] {
  const spoken = toLiveTurns(turns);
  const read = (automaton: LiveAutomaton) =>
    automaton.policies.map((policy) => {
      const way = automaton.walk(spoken, policy);
      return {
        automaton: automaton.loaded.run,
        learner: automaton.learner,
        policy,
        place: automaton.placeOf(way.state),
        matched: way.path.length,
        missed: way.missed.length,
        stopped: way.stopped,
      };
    });
  const other = origin.other(live.learner);
  return [
    ...read(live),
    ...(other === null ? [] : read(liveAutomaton(project.use(automatonCache).load(other)))),
  ];
}
