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

/** An answer of the agent in the corpus, and the conversation that it answers. */
export interface GivenAnswer {
  readonly text: string;
  readonly tags: readonly string[];
  readonly talk: ComparedTalk;
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
}

/** The number of fitting answers that vote on what the agent does, and how much a better fit counts. */
const MOST_VOTING = 15;
const POWER = 3;
/** The number of answers among which the most typical is chosen, and the least that they fit, relative to the best. */
const MOST_TYPICAL = 6;
const OF_BEST = 0.7;
/** The factors for each word about things that nobody mentioned, and that supposes what the customer did not say. */
const OF_FOREIGN = 0.93;
const OF_SUPPOSED = 0.6;
/** An answer with a larger share about things that nobody mentioned needs a conversation with at least this word similarity. */
const MOST_FOREIGN = 0.2;
const LEAST_SPECIAL = 0.5;
/** The factor for an answer that repeats what the agent did before. */
const DONE_BEFORE = 0.85;
/** The same if the agent did it in the last turn. */
const JUST_DONE = 0.5;
/** The minimum similarity to an answered turn if the automaton could not follow the customer's turn. */
const LEAST_LIKENESS = 0.3;
/** The minimum share of a state's dialogues that continue with an answer for it to be likely. */
const LIKELY = 0.05;

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
  { followed, frequency }: AnswerWanted,
): ChosenAnswer {
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
      const again = isAll(last) ? JUST_DONE : isAll(done) ? DONE_BEFORE : 1;
      const { count, share } = foreign[at];
      const fit = fitOfAnswer(likeness) * OF_FOREIGN ** count * OF_SUPPOSED ** supposed[at];
      return {
        ...answer,
        at,
        user: user * likeness.matter,
        fit: again * fit,
        isPlain: user + system + earlier >= LEAST_SPECIAL || share <= MOST_FOREIGN,
      };
    })
    .sort((a, b) => b.fit - a.fit);
  const none = { ranked: ranked.map(({ at }) => at), answer: null, among: 0 };
  if (ranked.length === 0) return { ...none, nothing: 'no-examples' };

  const likely = ranked.filter(
    ({ isPlain, user, tags }) =>
      isPlain &&
      (followed || user >= LEAST_LIKENESS) &&
      tags.some((tag) => (frequency?.(tag) ?? 1) >= LIKELY),
  );
  if (likely.length === 0) return { ...none, nothing: 'nothing-similar' };
  const said = turns.flatMap(({ role, text }) => (role === 'system' ? [text] : []));
  const voting = firstOf(
    likely,
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

/** Returns the tag with the most votes; null without tags. An answer with several tags shares its vote among them. */
function mostVoted(
  voting: readonly { readonly tags: readonly string[]; readonly fit: number }[],
): string | null {
  const votes = new Map<string, number>();
  for (const { tags, fit } of voting) {
    for (const tag of tags) votes.set(tag, (votes.get(tag) ?? 0) + fit ** POWER / tags.length);
  }
  let best: string | null = null;
  for (const [tag, vote] of votes) if (best === null || vote > (votes.get(best) ?? 0)) best = tag;
  return best;
}
