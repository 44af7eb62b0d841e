import { drawWithoutRepetition } from '#shared/algorithms/automaton/routing/examples.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { TagsOfPlace } from '#shared/algorithms/simulation/choose-tags.ts';
import {
  type ComparedTalk,
  compareTalks,
  fitOfAnswer,
  fitOfTags,
  foreignShares,
  type SaidTurn,
  saysTheSame,
  talkOf,
} from '#shared/algorithms/simulation/similar-talks.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import type { AgentTurn } from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { CorpusReader } from './corpus-reader.ts';
import type { LiveAutomaton } from './live-automaton.ts';

/** A turn of the agent in the corpus. */
export interface AnsweredTurn {
  readonly dialogue: DialogueId;
  readonly round: number;
}

interface StateExamples {
  /** The most similar first. */
  readonly examples: readonly AnsweredTurn[];
  /** The most typical answer in the most similar conversations; null if none fits. */
  readonly answer: AnsweredTurn | null;
  readonly among: number;
  /** The reason why there is no answer; null if there is one. */
  readonly nothing: 'no-examples' | 'nothing-similar' | 'all-said' | null;
}

interface Wanted {
  readonly count: number;
  readonly seed: number;
  /** A dialogue that is never drawn. */
  readonly excluded: DialogueId | null;
  /** The conversation; its last turn is the customer's turn to answer. */
  readonly turns: readonly AgentTurn[];
  /** False if the automaton could not follow the customer's turn. */
  readonly followed: boolean;
  /** Returns the share of dialogues in which the agent's tag follows here, 0 … 1; null if it is not known. */
  readonly frequency: ((tag: string) => number) | null;
}

/** The maximum number of a state's conversations that are compared with this one, drawn at random. */
const MOST_COMPARED = 400;
/**
 * The number of answers to choose the most typical one from, and how far their fit may lie below the best.
 */
const MOST_VOTING = 6;
const FIT_OF_BEST = 0.2;
/** The penalty for an answer that is entirely about things nobody mentioned. */
const OF_FOREIGN = 0.7;
/**
 * If more of an answer is about things nobody mentioned, the conversation needs at least this word
 * similarity.
 */
const MOST_FOREIGN = 0.2;
const LEAST_SPECIAL = 0.5;
/** The factor for an answer that repeats what the agent did before. */
const DONE_BEFORE = 0.85;
/** The minimum similarity to an answered turn if the automaton could not follow the customer's turn. */
const LEAST_LIKENESS = 0.3;
/** The minimum share of a state's dialogues that continue with an answer for it to be likely. */
const LIKELY = 0.05;

/**
 * Returns the agent's answers at a state in the conversations most similar to this one: for the paper's
 * automaton the first turn of the agent after a dialogue's last visit (section 3.3), for a context automaton
 * the turns that the state tracks. Leaves out answers that were given before. Returns nothing if no
 * conversation is similar enough.
 */
export function drawExamples(
  live: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  { count, seed, excluded, turns, followed, frequency }: Wanted,
): StateExamples {
  const found = answeredAt(live, corpus, state, Math.max(MOST_COMPARED, count), seed, excluded);
  const textOf = ({ dialogue, round }: AnsweredTurn) => corpus.roundsOf(dialogue)[round]?.text ?? '';
  const foreign = foreignShares(
    found.map(textOf),
    turns.map(({ text }) => text),
  );
  const talks = found.map(({ dialogue, round }) => talkOfCorpus(corpus, dialogue, round));
  const ranked = compareTalks(talks, talkOf(turns))
    .flatMap((likeness, at) => {
      const turn = found[at];
      const score = fitOfAnswer(likeness) * (1 - OF_FOREIGN * (foreign[at] ?? 0));
      const { user, system, earlier } = likeness;
      const isPlain = user + system + earlier >= LEAST_SPECIAL || (foreign[at] ?? 0) <= MOST_FOREIGN;
      return turn ? [{ turn, likeness: likeness.user, score, isPlain }] : [];
    })
    .sort((a, b) => b.score - a.score);
  const none = { examples: ranked.slice(0, count).map(({ turn }) => turn), answer: null, among: 0 };
  if (ranked.length === 0) return { ...none, nothing: 'no-examples' };
  const similar = ranked.filter(
    ({ likeness, isPlain }) => isPlain && (followed || likeness >= LEAST_LIKENESS),
  );
  if (similar.length === 0) return { ...none, nothing: 'nothing-similar' };

  const said = turns.flatMap(({ role, text }) => (role === 'system' ? [text] : []));
  const done = new Set(turns.flatMap(({ role, tags }) => (role === 'system' ? tags : [])));
  const tagsOf = ({ dialogue, round }: AnsweredTurn): string[] => {
    const id = corpus.roundId(dialogue, round);
    return id === undefined ? [] : corpus.tagsOf(id);
  };
  const likely = similar
    .flatMap((one) => {
      const tags = tagsOf(one.turn);
      if (!tags.some((tag) => (frequency?.(tag) ?? 1) >= LIKELY)) return [];
      return [{ ...one, score: tags.every((tag) => done.has(tag)) ? DONE_BEFORE * one.score : one.score }];
    })
    .sort((a, b) => b.score - a.score);
  const voting: typeof similar = [];
  for (const one of likely) {
    if (one.score < (voting[0]?.score ?? 0) - FIT_OF_BEST) break;
    if (said.some((before) => saysTheSame(before, textOf(one.turn)))) continue;
    voting.push(one);
    if (voting.length === MOST_VOTING) break;
  }
  if (voting.length === 0) return { ...none, nothing: likely.length === 0 ? 'nothing-similar' : 'all-said' };
  const choice = createTextScorer().choose(voting.map(({ turn }) => textOf(turn)));
  return {
    ...none,
    answer: (choice && voting[choice.index]?.turn) ?? null,
    among: voting.length,
    nothing: null,
  };
}

/** The number of turns that vote on the tags of a turn, and their minimum similarity. */
const MOST_TELLING = 10;
const LEAST_TELLING = 0.15;

/**
 * Returns the tags of customers' turns after a state, in the conversations most similar to this one.
 * @param turns the conversation, with the customer's turn that has no tags yet last
 * @returns the share of each tag, empty if nothing similar was said there, and how similar it is; all 0 … 1
 */
export function tagsSaidAfter(
  live: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  turns: readonly SaidTurn[],
  { seed, excluded }: Pick<Wanted, 'seed' | 'excluded'>,
): Pick<TagsOfPlace, 'similar' | 'likeness'> {
  const said = turnsAfter(live, corpus, state, 'user', seed, excluded);
  const talks = said.map(({ dialogue, round }) => talkOfCorpus(corpus, dialogue, round + 1));
  const ranked = compareTalks(talks, talkOf(turns))
    .map((likeness, at) => ({ at, likeness: likeness.user, score: fitOfTags(likeness) }))
    .filter(({ likeness }) => likeness >= LEAST_TELLING)
    .sort((a, b) => b.score - a.score);
  const shares = new Map<string, number>();
  let total = 0;
  let likenesses = 0;
  for (const { at, score, likeness } of ranked.slice(0, MOST_TELLING)) {
    total += score;
    likenesses += score * likeness;
    for (const tag of talks[at]!.userTags) shares.set(tag, (shares.get(tag) ?? 0) + score);
  }
  for (const [tag, share] of shares) shares.set(tag, share / total);
  return { similar: shares, likeness: total === 0 ? 0 : likenesses / total };
}

/** Returns a dialogue up to one of its turns for comparison. Reads only the tags that are compared. */
function talkOfCorpus(corpus: CorpusReader, dialogue: DialogueId, end: number): ComparedTalk {
  const rounds = corpus.roundsOf(dialogue).slice(0, end);
  const user = rounds.findLastIndex(({ role }) => role === 'user');
  const system = rounds.findLastIndex(({ role }, at) => role === 'system' && at < user);
  return talkOf(
    rounds.map(({ id, role, text }, at) => ({
      role,
      text,
      tags: at === user || at === system ? corpus.tagsOf(id) : [],
    })),
  );
}

/** Returns agent turns that answer at a state, drawn at random. */
function answeredAt(
  live: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
  most: number,
  seed: number,
  excluded: DialogueId | null,
): AnsweredTurn[] {
  const { view, dialogueIds } = live.loaded;
  if (!view.context) {
    // A turn of the agent that opens its dialogue answers nobody.
    return turnsAfter(live, corpus, state, 'system', seed, excluded).filter(
      ({ dialogue, round }) => corpus.roundsOf(dialogue)[round - 1]?.role === 'user',
    );
  }
  const { automaton, turnDialogues, turnRounds } = view.context;
  const turns = automaton.turns.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
  const found: AnsweredTurn[] = [];
  for (const at of drawWithoutRepetition(turns.length, createRandom(seed))) {
    if (found.length >= most) break;
    const dialogue = dialogueIds[turnDialogues[turns[at]!]!] as DialogueId;
    if (dialogue !== excluded) found.push({ dialogue, round: turnRounds[turns[at]!]! });
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
    const rounds = corpus.roundsOf(dialogue);
    const visits = view.visitsOf(dialogues[at]!).filter((visit) => visit.state === state);
    const nexts = (state === 0 ? [-1] : visits.map(({ round }) => round)).map((after) =>
      rounds.findIndex((round, index) => index > after && round.role === role),
    );
    for (const round of new Set(nexts)) if (round >= 0) found.push({ dialogue, round });
  }
  return found;
}

const SAMPLED_ANSWERS = 500;

interface AnswerTags {
  readonly tags: readonly { readonly tag: string; readonly support: number; readonly share: number }[];
}

/**
 * The tags of the answers that a state of a context automaton tracks, with the share of the answers that
 * carry them. If there are more than `SAMPLED_ANSWERS`, an even sample is counted and support is
 * extrapolated.
 */
export function answerTags(
  { loaded: { view, dialogueIds } }: LiveAutomaton,
  corpus: CorpusReader,
  state: number,
): AnswerTags['tags'] {
  if (!view.context) return [];
  const { automaton, turnDialogues, turnRounds } = view.context;
  const turns = automaton.turns.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
  const sample = evenly(turns.length, SAMPLED_ANSWERS);
  const counts = new Map<string, number>();
  for (const at of sample) {
    const dialogue = dialogueIds[turnDialogues[turns[at]!]!] as DialogueId;
    const round = corpus.roundId(dialogue, turnRounds[turns[at]!]!);
    if (round === undefined) continue;
    for (const tag of corpus.tagsOf(round)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => {
      const share = count / sample.length;
      return { tag, share, support: Math.round(share * turns.length) };
    })
    .sort((a, b) => b.share - a.share || (a.tag < b.tag ? -1 : 1));
}
