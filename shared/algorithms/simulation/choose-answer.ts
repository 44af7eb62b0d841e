import { createTextScorer } from '../metrics/text/text-scorer.ts';
import type { AnswerMeaning } from './live-tagger.ts';
import {
  type ComparedTalk,
  compareTalks,
  fitOfAnswer,
  foreignWords,
  otherForms,
  relativeToBest,
  type SaidTurn,
  saysItArrived,
  saysItWasSent,
  saysTheSame,
  supposedWords,
  type TalkLikeness,
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
  /** The comparison by sentence vectors, which then counts instead of words; null without an encoder. */
  readonly meaning: AnswerMeaning | null;
}

export interface ChosenAnswer {
  /** All answers, the one from the most similar conversation first. */
  readonly ranked: readonly number[];
  readonly answer: number | null;
  /** The number of answers among which the most typical was chosen. */
  readonly among: number;
  /** The reason why no answer fits; null if one does. */
  readonly nothing: 'no-examples' | 'nothing-similar' | 'all-said' | null;
}

export interface AnswerQuestion {
  /** False if the automaton could not follow the customer's turn. */
  readonly followed: boolean;
  /** Returns how often the agent's tag follows here, 0 … 1; null if unknown. */
  readonly frequency: ((tag: string) => number) | null;
  readonly habits: ReadonlyMap<string, AgentHabit>;
  /** Tags that are unusual in dialogues about the same, with how usual they are, 0 … 1. */
  readonly unusual: ReadonlyMap<string, number>;
}

/** The exponent of an answer's fit in the vote. */
const POWER = 4;
/** The number of answers among which the most typical is chosen, and the least that they fit, relative to the best. */
const MOST_TYPICAL = 6;
const OF_BEST = 0.8;
const OF_FOREIGN = 0.9;
const OF_SUPPOSED = 0.6;
/** An answer with a larger share of unmentioned things needs a conversation with this word similarity. */
const MOST_FOREIGN = 0.6;
const LEAST_SPECIAL = 0.5;
/**
 * With sentence vectors: an answer that names something new or fits its own dialogue this much better needs a
 * conversation with this similarity. The same holds if it is neither usual nor given to a similar turn, by the sum.
 */
const FOREIGN = 0.25;
const USUAL = 0.85;
const LEAST_NAMED = 0.7;
/** An act of the agent that is less usual in dialogues about the same is about something else. */
const LEAST_USUAL = 0.1;
/** The power of the factor for an answer that fits its own dialogue better. */
const OF_STRANGE = 3;
/** Factors for an answer from another state or unlikely here, and for one to a turn with other tags. */
const ELSEWHERE = 0.85;
const OTHER_TAGS = 0.25;
/** The factor for an answer to thanks, a goodbye, praise or something sent if there is none, and the reverse. */
const OTHER_FORM = 0.4;
/** The least factor for something that the agent already did. */
const AGAIN = 0.1;
/** The share of turns with the customer's tag from which a reply to them is usual, and the factor for one that never is. */
const USUAL_REPLY = 0.25;
const LEAST_REPLY = 0.02;
/** An agent that does something twice in fewer dialogues has the customer's answer already, if that was given. */
const HARDLY = 0.25;
/** The minimum similarity to an answered turn if the automaton could not follow the customer's turn. */
const LEAST_LIKENESS = 0.3;
/** An answer is likely if this share of a state's dialogues continues with it. */
export const LIKELY = 0.05;

/**
 * Chooses the answer to a conversation. A candidate's customer turn must share a tag, be similar or lead to the same
 * state, and the answer must name nothing new, nor anything that the customer did not send. It fits better in a similar
 * conversation, worse if it repeats, supposes unsaid things, comes from another state, or seldom follows the
 * customer's tag, thanks, praise or goodbye. Candidates vote on the tag, and the most typical of the best ones with it is
 * taken. Nothing is said twice, and what customers neither call for nor answer is done once.
 * @param turns the conversation, with the customer's turn last
 */
export function chooseAnswer(
  answers: readonly GivenAnswer[],
  turns: readonly SaidTurn[],
  { followed, frequency, habits, unusual }: AnswerQuestion,
): ChosenAnswer {
  const asked = new Set(turns.findLast(({ role }) => role === 'user')?.tags);
  const told = new Set(turns.flatMap(({ role, tags }) => (role === 'user' ? tags : [])));
  const done = new Set(turns.flatMap(({ role, tags }) => (role === 'system' ? tags : [])));
  /** True for something already done, unless the customer asks for it again, and for an answered question. */
  const isDone = (tag: string): boolean => {
    const habit = habits.get(tag);
    const isRare = (habit?.repeats ?? 0) < HARDLY;
    if (done.has(tag)) return isRare || habit?.calledBy.some((call) => asked.has(call)) !== true;
    return habit !== undefined && isRare && habit.answeredBy.some((answer) => told.has(answer));
  };
  /** True for something already done that no customer calls for or answers, such as a request to write privately. */
  const isDoneOnce = (tag: string): boolean => {
    const habit = habits.get(tag);
    return done.has(tag) && habit?.calledBy.length === 0 && habit.answeredBy.length === 0;
  };
  /** An agent that does something twice in more dialogues may do it again. */
  const againOf = (tags: readonly string[]): number =>
    Math.min(1, ...tags.filter(isDone).map((tag) => Math.max(AGAIN, habits.get(tag)?.repeats ?? 0)));
  /** A factor for what the agent seldom answers to the customer's tag. */
  const replyOf = (tags: readonly string[]): number => {
    const shares = tags.flatMap((tag) => {
      const after = habits.get(tag)?.after;
      return after ? [...asked].map((call) => after.get(call) ?? 0) : [1];
    });
    const share = shares.length === 0 ? 1 : Math.max(...shares);
    return LEAST_REPLY + (1 - LEAST_REPLY) * Math.min(1, share / USUAL_REPLY);
  };
  const foreign = foreignWords(
    answers.map(({ text }) => text),
    turns.map(({ text }) => text),
  );
  const supposed = supposedWords(
    answers.map(({ text, talk: { user, earlier } }) => ({ text, user: `${user} ${earlier}` })),
    turns.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join(' '),
  );
  const likenesses = byMeaning(
    compareTalks(
      answers.map(({ talk }) => talk),
      talkOf(turns),
    ),
    answers,
  );
  const last = turns.findLast(({ role }) => role === 'user')?.text ?? '';
  const hasSent = turns.some(({ role, text }) => role === 'user' && saysItWasSent(text));
  const ranked = answers
    .map((answer, at) => {
      const likeness = likenesses[at];
      const again = againOf(answer.tags) * (1 - between(answer.meaning?.repeats ?? 0, ALIKE, SAME_MEANING));
      const shares = answer.talk.userTags.some((tag) => asked.has(tag));
      const isNext = answer.isHere && answer.tags.some((tag) => (frequency?.(tag) ?? 1) >= LIKELY);
      const place = (isNext ? 1 : ELSEWHERE) * (shares || asked.size === 0 ? 1 : OTHER_TAGS);
      const form = OTHER_FORM ** otherForms(answer.talk.user, last);
      const usual = Math.min(1, ...answer.tags.map((tag) => unusual.get(tag) ?? 1));
      const { count, share, names, isUsual } = foreign[at];
      const { user, system, earlier } = likeness;
      const strange =
        OF_FOREIGN ** count *
        OF_SUPPOSED ** supposed[at] *
        (1 - (answer.meaning?.foreign ?? 0)) ** OF_STRANGE;
      const fit = fitOfAnswer(likeness) * strange;
      return {
        ...answer,
        at,
        user: user * likeness.matter,
        fit: again * place * form * fit * usual * replyOf(answer.tags),
        shares,
        isTrue:
          (hasSent || !saysItArrived(answer.text)) &&
          (usual >= LEAST_USUAL || user * likeness.matter >= LEAST_NAMED),
        isPlain: answer.meaning
          ? isUsual &&
            ((names === 0 &&
              answer.meaning.foreign < FOREIGN &&
              answer.meaning.usual + answer.meaning.said >= USUAL) ||
              user * likeness.matter >= LEAST_NAMED)
          : share <= MOST_FOREIGN || user + system + earlier >= LEAST_SPECIAL,
      };
    })
    .sort((a, b) => b.fit - a.fit);
  const none = { ranked: ranked.map(({ at }) => at), answer: null, among: 0 };
  if (ranked.length === 0) return { ...none, nothing: 'no-examples' };

  const fitting = ranked.filter(
    ({ isTrue, isPlain, isHere, user, shares }) =>
      isTrue && isPlain && (shares || (followed && isHere) || user >= LEAST_LIKENESS),
  );
  if (fitting.length === 0) return { ...none, nothing: 'nothing-similar' };
  const said = turns.flatMap(({ role, text }) => (role === 'system' ? [text] : []));
  const voting = fitting.filter(
    ({ text, tags, meaning }) =>
      !tags.some(isDoneOnce) &&
      (meaning?.repeats ?? 0) < SAME_MEANING &&
      !said.some((before) => saysTheSame(before, text)),
  );
  const tag = mostVoted(voting);
  const doing = voting.filter(({ tags }) => tag === null || tags.includes(tag));
  const typical = doing.filter(({ fit }) => fit >= OF_BEST * doing[0].fit).slice(0, MOST_TYPICAL);
  const choice = createTextScorer().choose(typical.map(({ text }) => text));
  if (choice === null) return { ...none, nothing: 'all-said' };
  return { ...none, answer: typical[choice.index].at, among: typical.length, nothing: null };
}

/** Cosines from which answers may say the same, and from which they do. */
const ALIKE = 0.4;
const SAME_MEANING = 0.75;
const between = (value: number, least: number, most: number): number =>
  Math.min(1, Math.max(0, (value - least) / (most - least)));

/** Compares sentence vectors instead of words, where there are vectors. */
function byMeaning(
  likenesses: readonly TalkLikeness[],
  answers: readonly Pick<GivenAnswer, 'meaning'>[],
): readonly TalkLikeness[] {
  const matter = relativeToBest(answers.map(({ meaning }) => Math.max(0, meaning?.matter ?? 0)));
  return likenesses.map((likeness, at) => {
    const { meaning } = answers[at];
    return meaning
      ? { ...likeness, user: Math.max(0, meaning.said), earlier: 0, matter: matter[at] }
      : likeness;
  });
}

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
