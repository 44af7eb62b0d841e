import type { RoutePolicy } from '#shared/algorithms/automaton/routing/route.ts';
import { shapeOfMethod } from '#shared/algorithms/generation/answer-messages.ts';
import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { LIKELY } from '#shared/algorithms/simulation/choose-answer.ts';
import { joinTurns } from '#shared/algorithms/simulation/off-the-map.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { SimulatedExample, Simulation, SimulationSettings } from '#shared/contract/simulator.ts';
import type { AgentTurn } from '#shared/domain/agent.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { Project } from '../../project.ts';
import { type BuiltIndex, retrievalIndex, sentenceVectors } from '../comparison/index.ts';
import { comparedMethodsNamed, methodInfo, shownReasons } from '../retrieval/index.ts';
import type { AutomatonOrigin, CorpusReader, CorpusTurn, FoundAnswer } from './conversation.ts';
import type { LiveAutomaton } from './live-automaton.ts';
import { drawExamples } from './state-examples.ts';
import { tagSpoken, turnTaggers } from './turn-tagger.ts';

export const STATE_METHOD = 'state';

/** If the index is not built yet: either continue without it, or wait for it. */
export type RetrievalMode = 'if-ready' | 'wait';

export interface FoundExamples {
  readonly answering: number | null;
  readonly items: readonly SimulatedExample[];
  readonly answer: FoundAnswer | null;
  readonly among: number;
  readonly remark: string | null;
  readonly needsIndex: boolean;
  readonly route: Simulation['examples']['route'];
}

/** Returns which part of an example a model gets to see, if the method's paper specifies it. */
export const exampleShapeOf = (method: string, learner: Learner | null): 'dialogue' | 'window' =>
  method === STATE_METHOD && learner !== 'context' ? 'dialogue' : shapeOfMethod(method);

const NOTHING: FoundExamples = {
  answering: null,
  items: [],
  answer: null,
  among: 0,
  remark: null,
  needsIndex: false,
  route: null,
};

interface ExampleQuestion {
  readonly project: Project;
  readonly live: LiveAutomaton;
  readonly origin: AutomatonOrigin;
  readonly corpus: CorpusReader;
  readonly turns: readonly AgentTurn[];
  readonly settings: SimulationSettings;
  readonly start: CorpusTurn | null;
  readonly mode: RetrievalMode;
  readonly policy: RoutePolicy | null;
}

export async function findExamples(question: ExampleQuestion): Promise<FoundExamples> {
  const { turns, settings } = question;
  const answering = turns.findLastIndex(({ role }) => role === 'user');
  if (answering < 0)
    return {
      ...NOTHING,
      remark: 'Examples help the agent answer. They appear after the customer has said something.',
    };
  const asked = turns.slice(0, answering + 1);
  return settings.method === STATE_METHOD
    ? fromState(question, asked, answering)
    : fromIndex(question, asked, answering);
}

/** The reasons why no example at a state has an answer. */
const noAnswer = (place: string) => ({
  'no-examples': `the agent never answered at ${place}, so there is no answer.`,
  'nothing-similar': 'no answer in these dialogues fits this turn.',
  'all-said': 'no other answer in these dialogues fits this turn.',
});

const continuation = (tags: readonly string[]): string =>
  tags.length === 0
    ? ''
    : ` In similar dialogues, agents mostly continue with ${tags.map((tag) => `#${tag}`).join(' or ')}.`;

async function fromState(
  { project, live, origin, corpus, settings, start, policy }: ExampleQuestion,
  asked: readonly AgentTurn[],
  answering: number,
): Promise<FoundExamples> {
  const { state: reached, offTheMap, path } = live.walk(asked, policy);
  const frequency = live.frequencyFrom(reached, 'system');
  const taggers = project.use(turnTaggers);
  const recalled = await taggers.recall(origin.tagging, asked);
  const { examples, answer, answeredAt, among, nothing, usual } = await drawExamples(live, corpus, reached, {
    count: settings.examples,
    seed: settings.seed,
    excluded: start?.dialogue ?? null,
    turns: asked,
    followed: path.at(-1)?.turn === answering && offTheMap[answering] === null,
    frequency,
    recalled,
    compare: (answers) => taggers.compare(origin.tagging, asked, answers),
  });
  const place = live.placeOf(reached).words;
  const few =
    examples.length < settings.examples
      ? `only ${examples.length} ${examples.length === 1 ? 'turn' : 'turns'} at ${place} can be shown as examples.`
      : null;
  const answerTags =
    answer === null ? [] : corpus.tagsOf(required(corpus.turnsOf(answer.dialogue)[answer.turn], 'answer').id);
  const rare =
    frequency === null || answer === null || answerTags.some((tag) => frequency(tag) >= LIKELY)
      ? few
      : `past dialogues rarely continue with this answer at ${place}.`;
  const borrowed =
    answeredAt === null || answeredAt === reached
      ? rare
      : `this answer is from ${live.placeOf(answeredAt).words}, where dialogues are more like this one than at ${place}.`;
  const off = answer !== null && nothing !== null ? ' This one only promises to look into it.' : '';
  const remark = nothing === null ? borrowed : noAnswer(place)[nothing] + off + continuation(usual);
  const why = shownReasons({ state: reached });
  return {
    ...NOTHING,
    answering,
    items: examples.map(({ dialogue, turn }) => exampleOf(corpus, dialogue, turn, why)),
    answer,
    among,
    remark: remark && remark.charAt(0).toUpperCase() + remark.slice(1),
  };
}

async function fromIndex(
  { project, origin, corpus, settings, start, mode }: ExampleQuestion,
  asked: readonly AgentTurn[],
  answering: number,
): Promise<FoundExamples> {
  const [named] = comparedMethodsNamed([settings.method], project.use(sentenceVectors).ready());
  const method = required(named, `method ${settings.method}`);
  const indexes = project.use(retrievalIndex);
  const index =
    mode === 'wait' ? await indexes.ensure(origin.tagging.id) : indexes.current(origin.tagging.id);
  if (index === null) {
    return {
      ...NOTHING,
      answering,
      remark: `${methodInfo(method).title} needs the retrieval index, which has not been built.`,
      needsIndex: true,
    };
  }
  const [first] = await index.ask({
    history: historyOf(asked),
    rankingTags: await rankingTagsOf(project, index, asked),
    key: start === null ? '' : dialogueKey(start.source, start.externalId),
    methods: [method],
    examples: settings.examples,
    seed: settings.seed,
  });
  const found = required(first, 'answer of the index');
  return {
    ...NOTHING,
    answering,
    items: found.candidates.map(({ dialogue, turn, why }) =>
      exampleOf(corpus, dialogue, turn, shownReasons(why)),
    ),
    answer: found.answer && { ...found.answer, part: null },
    among: found.answerPool,
    remark: found.candidates.length === 0 ? 'No examples were found.' : null,
    route: found.route && {
      ...found.route.route,
      automaton: index.automata[found.route.through],
    },
  };
}

/**
 * Returns the tags for ranking, by turn: for moves, the words behind them. Null if the automaton's own tags are used.
 */
export async function rankingTagsOf(
  project: Project,
  { ranking }: BuiltIndex,
  turns: readonly AgentTurn[],
): Promise<readonly (readonly string[])[] | null> {
  return ranking && historyOf(await tagSpoken(project, ranking, turns)).map(({ tags }) => tags);
}

/** Returns the conversation as turns for retrieval. Consecutive messages of one side form one turn. */
export function historyOf(turns: readonly AgentTurn[]): RetrievalTurn[] {
  return joinTurns(turns.map((turn) => ({ ...turn, forced: false }))).map(({ role, turns: own }) => ({
    role,
    text: own
      .map((at) => turns[at]!.text)
      .filter((text) => text !== '')
      .join(' '),
    tags: [...new Set(own.flatMap((at) => turns[at]!.tags))],
  }));
}

function exampleOf(
  corpus: CorpusReader,
  dialogue: DialogueId,
  turn: number,
  why: SimulatedExample['why'],
): SimulatedExample {
  const turns = corpus.turnsOf(dialogue);
  const { id, text } = required(turns[turn], `turn ${turn}`);
  return {
    ...corpus.turn(dialogue, turn),
    userText: turns[turn - 1]?.text ?? '',
    text,
    tags: corpus.tagsOf(id),
    why,
  };
}
