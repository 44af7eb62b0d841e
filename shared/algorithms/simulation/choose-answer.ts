import { createTextScorer } from '../metrics/text/text-scorer.ts';
import {
  type ComparedTalk,
  compareTalks,
  fitOfAnswer,
  foreignWords,
  type SaidTurn,
  saysTheSame,
  supposedWords,
  talkOf,
} from './similar-talks.ts';
import type { AgentHabit } from './talk-memory.ts';

/** An answer of the agent in the corpus, and the conversation that it answers. */
export interface GivenAnswer {
  readonly text: string;
  readonly tags: readonly string[];
  readonly talk: ComparedTalk;
  /** True if it was given at the state of the conversation. */
  readonly isHere: boolean;
}

export interface ChosenAnswer {
  /** All answers, the one from the most similar conversation first. */
  readonly ranked: readonly number[];
  /** Null if none fits. */
  readonly answer: number | null;
  /** The number of answers among which the most typical was chosen. */
  readonly among: number;
  /** The reason why none fits; null if one does. */
  readonly nothing: 'no-examples' | 'nothing-similar' | 'all-said' | null;
}

export interface AnswerWanted {
  /** False if the automaton could not follow the customer's turn. */
  readonly followed: boolean;
  /** Returns the share of dialogues in which the agent's tag follows here, 0 … 1; null if it is not known. */
  readonly frequency: ((tag: string) => number) | null;
  readonly habits: ReadonlyMap<string, AgentHabit>;
  /** Tags that are unusual in dialogues about the same, with how usual they are, 0 … 1. */
  readonly unusual: ReadonlyMap<string, number>;
}

/** The number of fitting answers that vote on what the agent does, and how much a better fit counts. */
const MOST_VOTING = 40;
const POWER = 2;
/** The number of answers among which the most typical is chosen, and the least that they fit, relative to the best. */
const MOST_TYPICAL = 6;
const OF_BEST = 0.7;
/** The factors for each word about things that nobody mentioned, and that supposes what the customer did not say. */
const OF_FOREIGN = 0.9;
const OF_SUPPOSED = 0.6;
/** An answer with a larger share about things that nobody mentioned needs a conversation with at least this word similarity. */
const MOST_FOREIGN = 0.2;
const LEAST_SPECIAL = 0.5;
/** The factor for an answer that repeats what the agent did before. */
const DONE_BEFORE = 0.75;
/** The same if the agent did it in the last turn. */
const JUST_DONE = 0.35;
/** The same if the agent hardly ever does it twice in a dialogue, or asks what the customer has already said. */
const HARDLY_AGAIN = 0.12;
const ALREADY_SAID = 0.35;
const HARDLY = 0.12;
/** The factor for an answer from another state or one that rarely follows here, and for one to a turn with other tags. */
const ELSEWHERE = 0.85;
const OTHER_TAGS = 0.5;
/** The factor for what an agent never does in dialogues about the same. */
const OF_UNUSUAL = 0.3;
/** An answer to a turn without common tags must be at least this usual there. */
const HALF_USUAL = 0.5;
/** The minimum similarity to an answered turn if the automaton could not follow the customer's turn. */
const LEAST_LIKENESS = 0.3;
/** The minimum share of a state's dialogues that continue with an answer for it to be likely. */
export const LIKELY = 0.05;

/**
 * Chooses the answer to a conversation in two steps: what the agent does, by the vote of the answers in the most similar
 * conversations, and the most typical of the answers that do this. Nothing is answered that was said before, and nothing if
 * no conversation is similar enough.
 *
 * @param turns the conversation, with the customer's turn that is to be answered last
 */
export function chooseAnswer(
  answers: readonly GivenAnswer[],
  turns: readonly SaidTurn[],
  { followed, frequency, habits, unusual }: AnswerWanted,
): ChosenAnswer {
  const asked = new Set(turns.findLast(({ role }) => role === 'user')?.tags);
  const told = new Set(turns.flatMap(({ role, tags }) => (role === 'user' ? tags : [])));
  const hardlyAgain = (tag: string) => (habits.get(tag)?.repeats ?? 1) < HARDLY;
  const isAnswered = (tag: string) =>
    hardlyAgain(tag) && habits.get(tag)?.answeredBy.some((answer) => told.has(answer)) === true;
  const last = new Set(turns.findLast(({ role }) => role === 'system')?.tags);
  const done = new Set(turns.flatMap(({ role, tags }) => (role === 'system' ? tags : [])));
  const foreign = foreignWords(
    answers.map(({ text }) => text),
    turns.map(({ text }) => text),
  );
  const supposed = supposedWords(
    answers.map(({ text, talk: { user, earlier } }) => ({ text, user: `${user} ${earlier}` })),
    turns.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join(' '),
  );
  const likenesses = compareTalks(
    answers.map(({ talk }) => talk),
    talkOf(turns),
  );
  const ranked = answers
    .map((answer, at) => {
      const likeness = likenesses[at];
      const { user, system, earlier } = likeness;
      const isAll = (tags: ReadonlySet<string>) =>
        answer.tags.length > 0 && answer.tags.every((tag) => tags.has(tag));
      const again = answer.tags.some((tag) => done.has(tag) && hardlyAgain(tag))
        ? HARDLY_AGAIN
        : isAll(last)
          ? JUST_DONE
          : answer.tags.some(isAnswered)
            ? ALREADY_SAID
            : isAll(done)
              ? DONE_BEFORE
              : 1;
      const shares = answer.talk.userTags.some((tag) => asked.has(tag));
      const isNext = answer.isHere && answer.tags.some((tag) => (frequency?.(tag) ?? 1) >= LIKELY);
      const place = (isNext ? 1 : ELSEWHERE) * (shares || asked.size === 0 ? 1 : OTHER_TAGS);
      const usual = Math.min(1, ...answer.tags.map((tag) => unusual.get(tag) ?? 1));
      const { count, share } = foreign[at];
      const fit = fitOfAnswer(likeness) * OF_FOREIGN ** count * OF_SUPPOSED ** supposed[at];
      return {
        ...answer,
        at,
        user: user * likeness.matter,
        fit: again * place * fit * (OF_UNUSUAL + (1 - OF_UNUSUAL) * usual),
        shares,
        isUsual: usual >= HALF_USUAL,
        isPlain: user + system + earlier >= LEAST_SPECIAL || share <= MOST_FOREIGN,
      };
    })
    .sort((a, b) => b.fit - a.fit);
  const none = { ranked: ranked.map(({ at }) => at), answer: null, among: 0 };
  if (ranked.length === 0) return { ...none, nothing: 'no-examples' };

  const fitting = ranked.filter(
    ({ isPlain, isHere, isUsual, user, shares }) =>
      isPlain && (shares || (followed && isHere) || (isUsual && user >= LEAST_LIKENESS)),
  );
  if (fitting.length === 0) return { ...none, nothing: 'nothing-similar' };
  const said = turns.flatMap(({ role, text }) => (role === 'system' ? [text] : []));
  const voting = firstOf(
    fitting,
    MOST_VOTING,
    ({ text }) => !said.some((before) => saysTheSame(before, text)),
  );
  const tag = mostVoted(voting);
  const doing = voting.filter(({ tags }) => tag === null || tags.includes(tag));
  const typical = doing.filter(({ fit }) => fit >= OF_BEST * doing[0].fit).slice(0, MOST_TYPICAL);
  const choice = createTextScorer().choose(typical.map(({ text }) => text));
  if (choice === null) return { ...none, nothing: 'all-said' };
  return { ...none, answer: typical[choice.index].at, among: typical.length, nothing: null };
}

/** Returns the first items that pass, without testing more than needed. */
function firstOf<Item>(items: readonly Item[], most: number, passes: (item: Item) => boolean): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    if (found.length === most) break;
    if (passes(item)) found.push(item);
  }
  return found;
}

/** Returns the tag with the most votes; null without tags. */
function mostVoted(
  voting: readonly { readonly tags: readonly string[]; readonly fit: number }[],
): string | null {
  const votes = new Map<string, number>();
  for (const { tags, fit } of voting) {
    for (const tag of tags) votes.set(tag, (votes.get(tag) ?? 0) + fit ** POWER);
  }
  let best: string | null = null;
  for (const [tag, vote] of votes) if (best === null || vote > (votes.get(best) ?? 0)) best = tag;
  return best;
}
