import { nextTags } from '#shared/algorithms/simulation/next-tags.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import type { Agent, AgentTurn } from '#shared/domain/agent.ts';
import type { Project } from '../../project.ts';
import { automatonCache } from '../automata/index.ts';
import type { AutomatonOrigin } from './automaton-origin.ts';
import type { Conversation } from './conversation.ts';
import { type CorpusReader, readCorpus } from './corpus-reader.ts';
import { type FoundExamples, findExamples, type RetrievalMode } from './find-examples.ts';
import { type LiveAutomaton, liveAutomaton, type Way } from './live-automaton.ts';
import { answerTags } from './state-examples.ts';

/** The state of a conversation, without data that only a page needs. */
interface Standing {
  readonly live: LiveAutomaton;
  readonly corpus: CorpusReader;
  readonly way: Way;
  readonly found: FoundExamples;
  readonly next: Simulation['next'];
  readonly outcome: NonNullable<Simulation['outcome']>;
}

/** The settings of the question to the automaton, and the dialogue that must not be its own example. */
type Asking = Pick<Conversation, 'settings' | 'start'>;

/** Routes a conversation through an automaton and finds its examples and its answer. */
export async function standing(
  project: Project,
  origin: AutomatonOrigin,
  { settings, start }: Asking,
  turns: readonly AgentTurn[],
  mode: RetrievalMode,
): Promise<Standing> {
  const live = liveAutomaton(project.use(automatonCache).load(origin.automaton));
  const corpus = readCorpus(project.database, origin.tagging.id);
  const policy = live.policyFor(settings.policy);
  const way = live.walk(turns, policy);
  const found = await findExamples({ project, live, origin, corpus, turns, settings, start, mode, policy });
  const answer = found.answer && corpus.answer(found.answer.dialogue, found.answer.round);
  return {
    live,
    corpus,
    way,
    found,
    next: nextOf(live, corpus, way.state),
    outcome: {
      route: way.path.map(({ symbol: { role, tag } }) => ({ role, tag })),
      missed: [...way.missed],
      state: [...live.placeOf(way.state).tags],
      examples: found.items.map(({ source, externalId, round }) => ({ source, externalId, round })),
      answer,
    },
  };
}

/**
 * An automaton as an agent. Its state is the conversation so far. It answers the last user turn, even if the
 * system has spoken since, and replies after every turn, since the possible next moves change.
 */
export function automatonAgent(
  project: Project,
  origin: AutomatonOrigin,
  asking: Asking,
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
