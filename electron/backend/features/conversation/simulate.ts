import type { Simulation } from '#shared/contract/simulator.ts';
import type { AgentTurn } from '#shared/domain/agent.ts';
import { known } from '#shared/domain/known.ts';
import type { Project } from '../../project.ts';
import { automatonCache } from '../automata/index.ts';
import { standing } from './automaton-agent.ts';
import { type AutomatonOrigin, originOf } from './automaton-origin.ts';
import { type Conversation, heardTurns, inForce, type Turn, tagsOf } from './conversation.ts';
import type { CorpusReader } from './corpus-reader.ts';
import type { FoundExamples } from './find-examples.ts';
import { type LiveAutomaton, liveAutomaton } from './live-automaton.ts';

/** Returns everything a page shows, except the effects of a change of tags. */
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
  const { live, corpus, way, found, next, outcome } = await standing(
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
    next,
    offTheMap: [...way.sentences],
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
  const { id } = known(corpus.roundsOf(answer.dialogue)[answer.round], `turn ${answer.round}`);
  return {
    ...corpus.turn(answer.dialogue, answer.round),
    by: 'examples' as const,
    text: corpus.answer(answer.dialogue, answer.round),
    tags: corpus.tagsOf(id),
    among,
  };
}

/**
 * The route under every matching rule, and through the newest automaton of the other kind with the same tags.
 */
function routesOf(
  project: Project,
  origin: AutomatonOrigin,
  live: LiveAutomaton,
  turns: readonly AgentTurn[],
): Simulation['routes'] {
  const read = (automaton: LiveAutomaton) =>
    automaton.policies.map((policy) => {
      const way = automaton.walk(turns, policy);
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
