import { drawWithoutRepetition } from '#shared/algorithms/automaton/routing/examples.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import {
  type AnswerQuestion,
  type ChosenAnswer,
  chooseAnswer,
} from '#shared/algorithms/simulation/choose-answer.ts';
import type { AnswerMeaning } from '#shared/algorithms/simulation/live-tagger.ts';
import type { TagsOfPlace } from '#shared/algorithms/simulation/neighbour-tagger.ts';
import {
  type ComparedTalk,
  compareTalks,
  evidenceOf,
  fitOfTags,
  type SaidTurn,
  talkOf,
} from '#shared/algorithms/simulation/similar-talks.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import type { AgentTurn } from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { AnsweredTurn, CorpusReader, FoundAnswer } from './conversation.ts';
import type { LiveAutomaton } from './live-automaton.ts';
import type { RecalledAnswers } from './open-turn-tagger.ts';

interface StateExamples extends Pick<ChosenAnswer, 'among' | 'nothing'> {
  readonly examples: readonly AnsweredTurn[];
  /** The most typical answer of the most similar conversations, or a sentence that fits where none does; null if there is none. */
  readonly answer: FoundAnswer | null;
  /** The state at which the most typical answer was given; null without an answer, and for a context automaton. */
  readonly answeredAt: number | null;
  /** Tags that agents use most in the most similar dialogues, without those that they have used in this one. */
  readonly usual: readonly string[];
}

interface ExamplesQuestion extends Omit<AnswerQuestion, 'habits' | 'general' | 'unusual' | 'spare'> {
  /** Answers from the whole corpus that may fit. */
  readonly recalled: RecalledAnswers;
  /** Compares the conversation with the conversations before possible answers; null if those are not encoded. */
  readonly compare: (answers: readonly AnsweredTurn[]) => Promise<AnswerMeaning[] | null>;
  readonly count: number;
  readonly seed: number;
  /** A dialogue that is never used as an example. */
  readonly excluded: DialogueId | null;
  readonly turns: readonly AgentTurn[];
}

/** The maximum number of a state's conversations to compare, drawn at random. */
const MOST_COMPARED = 400;

/**
 * In the paper's automaton, an answer is the first agent turn after a dialogue's last visit (section 3.3). In a context
 * automaton, an answer is a turn of the state.
 */
export async function drawExamples(
  live: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  { count, seed, excluded, turns, followed, frequency, recalled, compare }: ExamplesQuestion,
): Promise<StateExamples> {
  const here = answersAt(live, corpus, state, Math.max(MOST_COMPARED, count), seed, excluded);
  const known = new Set(here.map(({ dialogue, turn }) => `${dialogue} ${turn}`));
  const elsewhere = recalled.answers.filter(
    ({ dialogue, turn }) => dialogue !== excluded && !known.has(`${dialogue} ${turn}`),
  );
  const found = [
    ...here.map((turn) => ({ ...turn, isHere: true })),
    ...elsewhere.map((turn) => ({ ...turn, isHere: stateBefore(live, turn) === state })),
  ];
  const meanings = await compare(found.map(({ dialogue, turn }) => ({ dialogue, turn })));
  const answers = found.map(({ dialogue, turn, isHere }, at) => {
    const own = corpus.turnsOf(dialogue)[turn];
    return {
      isHere,
      text: own?.text ?? '',
      tags: own === undefined ? [] : corpus.tagsOf(own.id),
      talk: talkOfCorpus(corpus, dialogue, turn),
      meaning: meanings?.[at] ?? null,
    };
  });
  const { ranked, answer, spare, among, nothing } = chooseAnswer(answers, turns, {
    followed,
    frequency,
    habits: recalled.habits,
    general: recalled.general,
    unusual: recalled.unusual,
    spare: recalled.spare,
  });
  const chosen = answer === null ? null : (found[answer] ?? null);
  const sentence = spare === null ? null : (recalled.spare[spare] ?? null);
  return {
    examples: ranked.flatMap((at) => here[at] ?? []).slice(0, count),
    answer: sentence ?? (chosen && { ...chosen, part: null }),
    answeredAt: chosen && (chosen.isHere ? state : stateBefore(live, chosen)),
    among,
    nothing,
    usual: usualTags(
      ranked.map((at) => answers[at]?.tags ?? []),
      turns,
    ),
  };
}

const MOST_SIMILAR = 25;
const MOST_USUAL = 2;

function usualTags(answers: readonly (readonly string[])[], turns: readonly AgentTurn[]): string[] {
  const done = new Set(turns.flatMap(({ role, tags }) => (role === 'system' ? tags : [])));
  const counts = new Map<string, number>();
  for (const tag of answers.slice(0, MOST_SIMILAR).flat())
    if (!done.has(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_USUAL)
    .map(([tag]) => tag);
}

/** Returns a dialogue's state before a turn; null if there is none, and for a context automaton. */
function stateBefore(
  { loaded: { view, indexOf } }: LiveAutomaton,
  { dialogue, turn }: AnsweredTurn,
): number | null {
  const at = indexOf(dialogue);
  if (view.context || at === undefined) return null;
  return view.visitsOf(at).findLast((visit) => visit.turn < turn)?.state ?? 0;
}

/** The number of turns that vote on the tags of a turn, and their minimum similarity. */
const MOST_TELLING = 10;
const LEAST_TELLING = 0.15;

/**
 * Returns the share of each tag in similar conversations, and their similarity; all 0 … 1.
 * @param turns the conversation, with the untagged customer turn last
 */
export function tagsSaidAfter(
  live: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  turns: readonly SaidTurn[],
  { seed, excluded }: Pick<ExamplesQuestion, 'seed' | 'excluded'>,
): Pick<TagsOfPlace, 'similar' | 'likeness'> {
  const said = turnsAfter(live, corpus, state, 'user', seed, excluded);
  const talks = said.map(({ dialogue, turn }) => talkOfCorpus(corpus, dialogue, turn + 1));
  const ranked = compareTalks(talks, talkOf(turns))
    .map((likeness, at) => {
      const { weight, most } = evidenceOf(likeness.matter);
      const fit = fitOfTags(likeness);
      return { at, likeness: likeness.user, score: fit * weight, most: fit * most };
    })
    .filter(({ likeness }) => likeness >= LEAST_TELLING)
    .sort((a, b) => b.score - a.score);
  const shares = new Map<string, number>();
  let likenesses = 0;
  let most = 0;
  for (const { at, score, likeness, most: own } of ranked.slice(0, MOST_TELLING)) {
    most += own;
    likenesses += score * likeness;
    for (const tag of talks[at]!.userTags) shares.set(tag, (shares.get(tag) ?? 0) + score);
  }
  for (const [tag, share] of shares) shares.set(tag, share / most);
  return { similar: shares, likeness: most === 0 ? 0 : likenesses / most };
}

function talkOfCorpus(corpus: CorpusReader, dialogue: DialogueId, end: number): ComparedTalk {
  const all = corpus.turnsOf(dialogue);
  const turns = all.slice(0, end);
  const user = turns.findLastIndex(({ role }) => role === 'user');
  const system = turns.findLastIndex(({ role }, at) => role === 'system' && at < user);
  return talkOf(
    turns.map(({ id, role, text }, at) => ({
      role,
      text,
      tags: at === user || at === system ? corpus.tagsOf(id) : [],
    })),
    all.map(({ text }) => text).join(' '),
  );
}

function answersAt(
  live: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  most: number,
  seed: number,
  excluded: DialogueId | null,
): AnsweredTurn[] {
  const { view, dialogueIds } = live.loaded;
  if (!view.context) {
    // If an agent's turn opens its dialogue, it answers nobody.
    return turnsAfter(live, corpus, state, 'system', seed, excluded).filter(
      ({ dialogue, turn }) => corpus.turnsOf(dialogue)[turn - 1]?.role === 'user',
    );
  }
  const { automaton, replyDialogues, replyTurns } = view.context;
  const replies = automaton.replies.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
  const found: AnsweredTurn[] = [];
  for (const at of drawWithoutRepetition(replies.length, createRandom(seed))) {
    if (found.length >= most) break;
    const dialogue = dialogueIds[replyDialogues[replies[at]!]!] as DialogueId;
    if (dialogue !== excluded) found.push({ dialogue, turn: replyTurns[replies[at]!]! });
  }
  return found;
}

/** Returns the next turn of a role after each visit to a state, in dialogues drawn at random with equal probability. */
function turnsAfter(
  { loaded: { view, dialogueIds } }: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  role: Role,
  seed: number,
  excluded: DialogueId | null,
): AnsweredTurn[] {
  const dialogues = view.dialoguesAtState(state);
  const found: AnsweredTurn[] = [];
  for (const at of drawWithoutRepetition(dialogues.length, createRandom(seed))) {
    if (found.length >= MOST_COMPARED) break;
    const dialogue = dialogueIds[dialogues[at]!]! as DialogueId;
    if (dialogue === excluded) continue;
    const turns = corpus.turnsOf(dialogue);
    const visits = view.visitsOf(dialogues[at]!).filter((visit) => visit.state === state);
    const nexts = (state === 0 ? [-1] : visits.map(({ turn }) => turn)).map((after) =>
      turns.findIndex((turn, index) => index > after && turn.role === role),
    );
    for (const turn of new Set(nexts)) if (turn >= 0) found.push({ dialogue, turn });
  }
  return found;
}

const SAMPLED_ANSWERS = 500;

interface AnswerTags {
  readonly tags: readonly { readonly tag: string; readonly support: number; readonly share: number }[];
}

/** Returns the shares of tags. Of more than `SAMPLED_ANSWERS` answers, an even sample is counted. */
export function answerTags(
  { loaded: { view, dialogueIds } }: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
): AnswerTags['tags'] {
  if (!view.context) return [];
  const { automaton, replyDialogues, replyTurns } = view.context;
  const replies = automaton.replies.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
  const sample = evenly(replies.length, SAMPLED_ANSWERS);
  const counts = new Map<string, number>();
  for (const at of sample) {
    const dialogue = dialogueIds[replyDialogues[replies[at]!]!] as DialogueId;
    const turn = corpus.turnId(dialogue, replyTurns[replies[at]!]!);
    if (turn === undefined) continue;
    for (const tag of corpus.tagsOf(turn)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => {
      const share = count / sample.length;
      return { tag, share, support: Math.round(share * replies.length) };
    })
    .sort((a, b) => b.share - a.share || (a.tag < b.tag ? -1 : 1));
}
