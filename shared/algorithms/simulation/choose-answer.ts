import { once } from '../../domain/once.ts';
import { createTextScorer } from '../metrics/text/text-scorer.ts';
import { promiseOf, type SpareKind, type SparePart, withoutPromise } from './answer-parts.ts';
import { isUnfinished } from './answer-text.ts';
import { foreignTermsAmong } from './answer-words.ts';
import type { AnswerMeaning } from './live-tagger.ts';
import {
  asksToTell,
  asksWhat,
  asksWhatFor,
  type ComparedTalk,
  compareTalks,
  fitOfAnswer,
  isClosing,
  isGladForNoReason,
  isGreeting,
  isPraise,
  isQuestion,
  isRequest,
  isSorryForNoReason,
  leavesTooEarly,
  missesTheQuestion,
  namesDetails,
  offersTooEarly,
  otherForms,
  refuses,
  relativeToBest,
  type SaidTurn,
  saysItArrived,
  saysItWasSent,
  saysTheSame,
  type TalkLikeness,
  talkOf,
  wasSentAs,
} from './similar-talks.ts';
import { type AgentHabit, HARDLY, tagsToAnswer } from './talk-memory.ts';

export interface GivenAnswer {
  readonly text: string;
  readonly tags: readonly string[];
  readonly talk: ComparedTalk;
  readonly isHere: boolean;
  readonly meaning: AnswerMeaning | null;
}

export interface SpareSentence {
  readonly text: string;
  readonly part: SparePart;
  /** The similarity of its dialogue to this one, 0 … 1. */
  readonly matter: number;
}

export interface ChosenAnswer {
  readonly ranked: readonly number[];
  readonly answer: number | null;
  /** The sentence that explains a request, or promises something if nothing else fits. */
  readonly spare: number | null;
  readonly among: number;
  readonly nothing: 'no-examples' | 'nothing-similar' | 'all-said' | null;
}

export interface AnswerQuestion {
  readonly followed: boolean;
  /** Returns how often the agent's tag follows here, 0 … 1; null if unknown. */
  readonly frequency: ((tag: string) => number) | null;
  readonly habits: ReadonlyMap<string, AgentHabit>;
  readonly general: ReadonlySet<string> | null;
  /** Tags that are unusual in dialogues about the same matter, each with how usual it is, 0 … 1. */
  readonly unusual: ReadonlyMap<string, number>;
  readonly spare: readonly SpareSentence[];
}

/** The exponent of an answer's fit in the vote. */
const POWER = 4;
/** The most typical answer is chosen among this many. Their fit must be at least this share of the best fit. */
const MOST_TYPICAL = 25;
const OF_BEST = 0.5;
/** The minimum similarity to the answered turn if similar conversations are not about the same topic as the answer. */
const LEAST_PARTICULAR = 0.6;
const LEAST_NAMED = 0.7;
/** Added to each answer's agreement with the others, so that no weight is 0. */
const LEAST_AGREEMENT = 0.01;
const LEAST_USUAL = 0.1;
/** The exponent of the factor that lowers answers that fit their own dialogue better. */
const OF_STRANGE = 3;
const ELSEWHERE = 0.85;
const OTHER_TAGS = 0.25;
/** For two turns of which only one has thanks, a goodbye, praise or something sent. */
const OTHER_FORM = 0.4;
const AGAIN = 0.1;
const USUAL_REPLY = 0.25;
const LEAST_LIKENESS = 0.4;
export const LIKELY = 0.05;
/** Two sentences that put something off say the same if they share this much of their words. */
const ALMOST_SAID = 0.3;

/**
 * Chooses among the answers that agents gave. Nothing is said twice; if nothing is left, there is no answer.
 * - Its words are general, were said in this conversation, or occur in answers of the most similar ones.
 * - Agents often answer the customer's tag with the answer's tag.
 * - The turn that it answered has a tag of this turn, is similar, or led to the same state.
 * - If the answer says more than general words, the question or conversation must be similar.
 * - The answers from the most similar conversations vote on the tag; the most typical answer with that tag wins.
 */
export function chooseAnswer(
  answers: readonly GivenAnswer[],
  turns: readonly SaidTurn[],
  { followed, frequency, habits, general, unusual, spare }: AnswerQuestion,
): ChosenAnswer {
  const told = new Set(turns.flatMap(({ role, tags }) => (role === 'user' ? tags : [])));
  const done = new Set(turns.flatMap(({ role, tags }) => (role === 'system' ? tags : [])));
  const asked = tagsToAnswer(turns, habits);
  /** True if the agent has done this and the customer does not ask for it again, or if the question was answered. */
  const isDone = (tag: string): boolean => {
    const habit = habits.get(tag);
    const isRare = (habit?.repeats ?? 0) < HARDLY;
    if (done.has(tag)) return isRare || habit?.calledBy.some((call) => asked.has(call)) !== true;
    return habit !== undefined && isRare && habit.answeredBy.some((answer) => told.has(answer));
  };
  /** Customers neither ask for it again nor answer it, such as the request to write a private message. */
  const isDoneOnce = (tag: string): boolean => {
    const habit = habits.get(tag);
    return done.has(tag) && habit?.calledBy.length === 0 && habit.answeredBy.length === 0;
  };
  const hasTold = (tag: string, from: number): boolean => {
    const { repeats = 1, answeredBy = [] } = habits.get(tag) ?? {};
    const since = turns.slice(from).flatMap(({ role, tags }) => (role === 'user' ? tags : []));
    return repeats < HARDLY && answeredBy.some((answer) => since.includes(answer));
  };
  /** True if agents hardly ever repeat a question, and the customer has answered it. */
  const isAnswered = (tag: string): boolean => {
    const asking = turns.findIndex(({ role, tags }) => role === 'system' && tags.includes(tag));
    return asking !== -1 && hasTold(tag, asking);
  };
  const againOf = (tags: readonly string[]): number =>
    Math.min(1, ...tags.filter(isDone).map((tag) => Math.max(AGAIN, habits.get(tag)?.repeats ?? 0)));
  const said = turns.flatMap(({ role, text }) => (role === 'system' ? [text] : []));
  const isSaid = (text: string, least?: number): boolean =>
    said.some((before) => saysTheSame(before, text, least));
  const last = turns.findLast(({ role }) => role === 'user')?.text ?? '';
  const closes = isClosing(last);
  const asks = isQuestion(last);
  const isPraised = turns.some(({ role, text }) => role === 'user' && isPraise(text));
  /** A goodbye without a tag gets an answer to a goodbye. */
  const justLeaves = closes && asked.size === 0 && !asks;
  /** Thanks are compared regardless of their tags. */
  const replyOf = ({ tags, talk }: GivenAnswer): number => {
    const calls = closes && isClosing(talk.user) ? [...asked, ...talk.userTags] : [...asked];
    const shares = tags.flatMap((tag) => {
      const after = habits.get(tag)?.after;
      return after ? calls.map((call) => after.get(call) ?? 0) : [1];
    });
    return shares.length === 0 ? 1 : Math.max(...shares);
  };
  const usualOf = ({ tags }: GivenAnswer): number => Math.min(1, ...tags.map((tag) => unusual.get(tag) ?? 1));
  const likenesses = byMeaning(
    compareTalks(
      answers.map(({ talk }) => talk),
      { ...talkOf(turns), userTags: [...asked] },
    ),
    answers,
  );
  const foreign = foreignTermsAmong(
    answers.map(({ text }) => text),
    // Only what agents may do next shows what they say next.
    likenesses.map((likeness, at) =>
      usualOf(answers[at]) < LEAST_USUAL || answers[at].tags.some((tag) => hasTold(tag, 0))
        ? 0
        : fitOfAnswer(likeness),
    ),
    turns,
    general,
  );
  const hasSent = turns.some(({ role, text }) => role === 'user' && saysItWasSent(text));
  const canHaveArrived = (text: string): boolean =>
    !saysItArrived(text) || turns.some((turn) => turn.role === 'user' && wasSentAs(turn.text, text));
  // Where agents end their sentences with a mark, an answer without one was cut or typed in haste.
  const unfinished = answers.map(({ text }) => isUnfinished(text));
  const endsMatter = 2 * unfinished.filter(Boolean).length < answers.length;
  const ranked = answers
    .map((answer, at) => {
      const likeness = likenesses[at];
      const again = againOf(answer.tags) * (1 - between(answer.meaning?.repeats ?? 0, ALIKE, SAME_MEANING));
      const shares =
        answer.talk.userTags.some((tag) => asked.has(tag)) || (closes && isClosing(answer.talk.user));
      const reply = replyOf(answer);
      const isNext = answer.isHere && answer.tags.some((tag) => (frequency?.(tag) ?? 1) >= LIKELY);
      const place = (isNext ? 1 : ELSEWHERE) * (shares || asked.size === 0 ? 1 : OTHER_TAGS);
      const form = OTHER_FORM ** otherForms(answer.talk.user, last);
      const usual = usualOf(answer);
      const { user } = likeness;
      const { count, isOnMatter, isUsual } = foreign(answer.text);
      const isParticular = answer.tags.some((tag) => habits.get(tag)?.isParticular);
      const isGeneral = !isOnMatter && !isParticular;
      const { foreign: strange = 0, usual: typical = 1 } = answer.meaning ?? {};
      const fit = fitOfAnswer(likeness) * typical * (1 - strange) ** OF_STRANGE;
      return {
        ...answer,
        at,
        user,
        fit: again * place * form * fit * usual * Math.min(1, reply / USUAL_REPLY),
        shares,
        isTrue:
          reply >= LIKELY &&
          !(justLeaves && !isClosing(answer.talk.user)) &&
          !leavesTooEarly(answer.text, last) &&
          !offersTooEarly(answer.text, last) &&
          !missesTheQuestion(answer.text, last) &&
          canHaveArrived(answer.text) &&
          // What agents say to anyone as their first turn comes too late.
          !(isGeneral && said.length > 0 && answer.talk.system === '') &&
          // General words answer a question only if they answered one before.
          !(isGeneral && asks && !answer.talk.user.includes('?')) &&
          !isGladForNoReason(answer.text, last) &&
          !isSorryForNoReason(answer.text, last) &&
          (usual >= LEAST_USUAL || user * likeness.matter >= LEAST_NAMED),
        isPlain:
          count === 0 &&
          !(endsMatter && unfinished[at]) &&
          isUsual &&
          (isOnMatter || !isParticular || user * likeness.matter >= LEAST_PARTICULAR),
        isGeneral,
      };
    })
    .sort((a, b) => b.fit - a.fit);
  const none = { ranked: ranked.map(({ at }) => at), answer: null, spare: null, among: 0 };
  if (ranked.length === 0) return { ...none, nothing: 'no-examples' };

  // Similar words show less than similar meaning, so by words alone only a first turn or a goodbye is known.
  const isKnown =
    asked.size === 0 &&
    ranked.some(
      ({ user, meaning }) =>
        user >= LEAST_LIKENESS && (meaning !== null || closes || turns.every(({ role }) => role === 'user')),
    );
  const fitting = ranked.filter(
    ({ isTrue, isPlain, isGeneral, isHere, user, shares }) =>
      isTrue &&
      isPlain &&
      (shares || (followed && isHere) || user >= LEAST_LIKENESS || (isKnown && isGeneral)),
  );
  const unsaid = fitting.filter(
    ({ text, tags, meaning }) =>
      !tags.some(isAnswered) &&
      (meaning?.repeats ?? 0) < SAME_MEANING &&
      !isSaid(text) &&
      (said.length === 0 || !isGreeting(text)),
  );
  // What the customer told without being asked is not asked, unless the answer does something else too.
  const wanted = unsaid.filter(({ tags }) => !tags.some((tag) => hasTold(tag, 0)));
  const useful = unsaid.filter(({ tags }) => !tags.every((tag) => hasTold(tag, 0)));
  const untold = (wanted.length > 0 ? wanted : useful).filter(({ tags }) => !tags.some(isDoneOnce));
  // A customer who asks something else, and has not done what the agent wants, is reminded once.
  const agentTags = turns.flatMap(({ role, tags }) => (role === 'system' ? [tags] : []));
  const canRemind = ({ tags }: GivenAnswer): boolean =>
    !hasSent &&
    tags.every(
      (tag) =>
        !agentTags.at(-1)?.includes(tag) && agentTags.filter((before) => before.includes(tag)).length <= 1,
    );
  // Neither thanks nor a refusal can be put off; a question can, rather than being answered by a reminder.
  const spareOf = (kind: SpareKind, least?: number) =>
    spare
      .map((sentence, at) => ({ ...sentence, at }))
      .filter(
        ({ text, part }) =>
          part.kind === kind &&
          foreign(withoutPromise(text)).count === 0 &&
          !(endsMatter && isUnfinished(text)) &&
          canHaveArrived(text) &&
          !isSaid(text, least),
      );
  /** The agent promises to look into it, then that somebody comes back, then nothing. */
  const promises = once(() => {
    const before = said.at(-1) ?? '';
    const promised = promiseOf(before);
    if (asksToTell(last) || (isPraised && !asks)) return promised ? [] : spareOf('passes-on', ALMOST_SAID);
    if (!asks && (closes || refuses(last))) return [];
    const returning = spareOf('comes-back', ALMOST_SAID);
    const timely = returning.filter(({ text }) => !missesTheQuestion(text, last));
    const isTold = promised === 'comes-back' && !missesTheQuestion(before, last);
    if (missesTheQuestion('', last) && !isTold && timely.length > 0) return timely;
    const looking = promised ? [] : spareOf('looks', ALMOST_SAID);
    return looking.length > 0 || promised === 'comes-back' ? looking : returning;
  });
  const isAskedWhat = asksWhat(last);
  if (!hasSent && (isAskedWhat || asksWhatFor(last)) && said.some(isRequest)) {
    const reasons = spareOf('explains').filter(({ text }) => namesDetails(text) === isAskedWhat);
    const explaining = mostTypical(reasons);
    if (explaining !== null) return { ...none, spare: explaining, among: reasons.length, nothing: null };
  }
  const reminders = () => (asks && promises().length > 0 ? [] : useful.filter(canRemind));
  const voting = untold.length > 0 ? untold : reminders();
  const tag = mostVoted(voting);
  const doing = voting.filter(({ tags }) => tag === null || tags.includes(tag));
  const typical = doing.filter(({ fit }) => fit >= OF_BEST * doing[0].fit).slice(0, MOST_TYPICAL);
  const choice = createTextScorer().choose(
    typical.map(({ text }) => text),
    typical.map(({ fit }) => fit),
  );
  if (choice === null)
    return {
      ...none,
      spare: mostTypical(promises()),
      among: promises().length,
      nothing: fitting.length === 0 ? 'nothing-similar' : 'all-said',
    };
  const values = typical.map(
    ({ fit, meaning }, at) =>
      (LEAST_AGREEMENT + choice.scores[at]) * Math.sqrt(fit) * (meaning?.usual ?? 1) ** 2,
  );
  return {
    ...none,
    answer: typical[values.indexOf(Math.max(...values))].at,
    among: typical.length,
    nothing: null,
  };
}

/** The cosine from which two answers may say the same, and the cosine from which they certainly do. */
const ALIKE = 0.4;
const SAME_MEANING = 0.75;
const between = (value: number, least: number, most: number): number =>
  Math.min(1, Math.max(0, (value - least) / (most - least)));

/** Compares answers by sentence vectors if there are any, otherwise by words. */
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

function mostTypical(sentences: readonly (SpareSentence & { readonly at: number })[]): number | null {
  const choice = createTextScorer().choose(
    sentences.map(({ text }) => text),
    sentences.map(({ matter }) => matter),
  );
  if (choice === null) return null;
  const scores = sentences.map(({ matter }, at) => (LEAST_AGREEMENT + choice.scores[at]) * matter);
  return sentences[scores.indexOf(Math.max(...scores))]!.at;
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
