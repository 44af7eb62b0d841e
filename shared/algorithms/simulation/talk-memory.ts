import { append } from '../../domain/append.ts';
import type { Role } from '../../domain/dialogue.ts';
import { countRows } from '../retrieval/dense/sparse-rows.ts';
import { topK } from '../retrieval/ranking/top-k.ts';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import { buildBm25, scoreAll } from '../retrieval/words/bm25.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';
import { type SparePart, spareParts, textIn } from './answer-parts.ts';
import { generalWords, MOST_COUNTED, termsOf } from './answer-words.ts';
import { CLOSING, plainWords, REFUSAL, relativeToBest, type SaidTurn } from './similar-talks.ts';
import { evenly } from './state-names.ts';

export interface SaidBefore {
  readonly role: Role;
  readonly text: string;
  readonly tags?: readonly string[];
}

interface TurnPlace {
  readonly dialogue: number;
  readonly turn: number;
}

interface SentencePlace extends TurnPlace {
  readonly part: SparePart;
  readonly text: string;
  /** The similarity of its dialogue to this conversation, 0 … 1. */
  readonly matter: number;
}

export interface AgentHabit {
  /** The share of the dialogues that continue after the tag in which the agent uses the tag again, 0 … 1. */
  readonly repeats: number;
  readonly answeredBy: readonly string[];
  /** The tags of customers that call for this tag: agents use it much more often after them than after other tags. */
  readonly calledBy: readonly string[];
  /** Turns with this tag mostly have words about the topic, so they fit only a similar question. */
  readonly isParticular: boolean;
  /** For each tag of customers, the share of its turns that agents answer with this tag, 0 … 1. */
  readonly after: ReadonlyMap<string, number>;
}

export interface TalkMemory {
  /** By what the customer writes about, 0 … 1, relative to the most similar dialogue. Caches the last conversation. */
  matter(turns: readonly SaidBefore[]): Float64Array;
  /** Among customer turns that follow the agent's last turn; if there is none, among first turns. */
  following(before: readonly SaidBefore[], matter: Float64Array): Map<string, number>;
  /** 0 … 1 by the form: a number, a long number, a question mark, a denial, or a yes or no at the beginning. */
  likelyForm(tag: string, text: string): number;
  /** 0 … 1 in dialogues about the same topic; 1 if at least a quarter of them have the tag. */
  usual(matter: Float64Array): (role: Role, tag: string) => number;
  /** True if most customer turns with the tag are the first of their dialogue. */
  opens(tag: string): boolean;
  /** Returns the turns from the last one on in which the customer turned to another matter. */
  sinceOpening<Turn extends SaidBefore>(turns: readonly Turn[]): readonly Turn[];
  /** Returns how much of a customer's text consists of words that the dialogues contain, 0 … 1. */
  familiarity(text: string): number;
  /** Returns agent turns that answer similar turns, or turns with the same tags about the same topic. */
  recall(turns: readonly SaidTurn[], similar: readonly RetrievalTurn[]): TurnPlace[];
  /** Returns sentences that fit where no whole answer does, those of the most similar dialogues. */
  spare(turns: readonly SaidTurn[]): SentencePlace[];
  /** Each unusual agent tag in dialogues about the same topic or so late, with how usual it is, below 1. */
  unusual(turns: readonly SaidTurn[]): Map<string, number>;
  readonly habits: ReadonlyMap<string, AgentHabit>;
  readonly general: ReadonlySet<string>;
}

/** Below this share of dialogues that do something twice, agents do not repeat it once the customer has answered. */
export const HARDLY = 0.25;
/** The share of turns after which agents ask a question, from which its answer is expected. */
export const ASKED_NEXT = 0.2;
/** If fewer turns follow turns with the same tags, turns that follow any of the tags count too. */
const ENOUGH_AFTER = 8;
const LEAST_MATTER = 0.05;
const MOST_SAME_TAGS = 150;
const MOST_SPARE = 500;
/** An answering tag is on at least this share of the customer turns after the agent's tag. */
const ANSWERS = 0.4;
/** At least this share of the turns with an answering tag come after the agent's tag. */
const ONLY_ASKED = 0.5;
/** One of several answers, such as a reason, is rarer, and hardly ever comes at another place. */
const ONE_OF_SEVERAL = 0.1;
const MOSTLY_ASKED = 0.75;
/** A tag must be this many times as frequent after a turn as in general. */
const CALLED_FOR = 2;

/** The exponent of the similarity of dialogues. It is high, so that mainly the most similar dialogues count. */
const SHARPLY = 4;
const USUAL = 0.25;

export function createTalkMemory(dialogues: readonly (readonly RetrievalTurn[])[]): TalkMemory {
  const opening: TurnPlace[] = [];
  const afterSame = new Map<string, TurnPlace[]>();
  const afterAny = new Map<string, TurnPlace[]>();
  const withTag = new Map<string, TurnPlace[]>();
  const placeOf = new Map<RetrievalTurn, TurnPlace>();
  dialogues.forEach((turns, dialogue) => {
    turns.forEach((said, turn) => {
      const place = { dialogue, turn };
      placeOf.set(said, place);
      if (said.role !== 'user') return;
      const before = turns[turn - 1];
      if (!before) opening.push(place);
      else {
        append(afterSame, keyOf(before.tags), place);
        for (const tag of new Set(before.tags)) append(afterAny, tag, place);
      }
      if (turns[turn + 1]?.role === 'system')
        for (const tag of new Set(said.tags)) append(withTag, tag, place);
    });
  });
  const tagDialogues = dialoguesOfTags(dialogues);
  const tagsAt = ({ dialogue, turn }: TurnPlace): readonly string[] => dialogues[dialogue][turn].tags;
  const general = generalWords(dialogues);
  const opens = createOpenings(dialogues);
  const matterOf = createMatter(dialogues, opens, tagDialogues);
  const isLate = createLateness(dialogues, opens);
  const sinceOpening = <Turn extends SaidBefore>(turns: readonly Turn[]): readonly Turn[] => {
    const known = new Set<string>();
    let from = 0;
    for (const [at, { role, tags = [] }] of turns.entries()) {
      if (role !== 'user') continue;
      if (tags.some((tag) => opens(tag) && !known.has(tag))) from = at;
      for (const tag of tags) known.add(tag);
    }
    return turns.slice(from);
  };
  const habits = habitsOf(dialogues, general);
  const sentences = dialogues.flatMap((turns, dialogue) =>
    turns.flatMap(({ role, text }, turn) =>
      role === 'system'
        ? spareParts(text).map((part) => ({ dialogue, turn, part, text: textIn(text, part) }))
        : [],
    ),
  );
  const usualIn: TalkMemory['usual'] = (matter) => {
    const weights = matter.map((value) => value ** SHARPLY);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    return (role, tag) => {
      const own = tagDialogues.get(`${role} ${tag}`) ?? [];
      return Math.min(1, own.reduce((sum, dialogue) => sum + weights[dialogue], 0) / (all * USUAL));
    };
  };

  return {
    matter: matterOf,
    familiarity: createFamiliarity(dialogues.flat()),
    likelyForm: createForms(dialogues),
    habits,
    general,
    usual: usualIn,
    opens,
    sinceOpening,
    following(before, matter) {
      const last = before.at(-1);
      const tags = last?.role === 'system' ? (last.tags ?? []) : [];
      const same = last ? (afterSame.get(keyOf(tags)) ?? []) : opening;
      const places =
        last && same.length < ENOUGH_AFTER
          ? [...same, ...tags.flatMap((tag) => afterAny.get(tag) ?? [])]
          : same;
      const shares = new Map<string, number>();
      let total = 0;
      for (const place of places) {
        const weight = LEAST_MATTER + matter[place.dialogue] ** 2;
        total += weight;
        for (const tag of new Set(tagsAt(place))) shares.set(tag, (shares.get(tag) ?? 0) + weight);
      }
      for (const [tag, share] of shares) shares.set(tag, share / total);
      return last && tags.length === 0 ? new Map() : shares;
    },
    unusual(turns) {
      const usual = usualIn(matterOf(sinceOpening(turns)));
      const late = isLate(turns);
      const tags = [...habits.keys()].map((tag): [string, number] => [
        tag,
        late(tag) ? 0 : usual('system', tag),
      ]);
      return new Map(tags.filter(([, share]) => share < 1));
    },
    spare(turns) {
      const matter = matterOf(sinceOpening(turns));
      const scores = Float64Array.from(sentences, ({ dialogue }) => matter[dialogue] + 0.001);
      return Array.from(topK(scores, MOST_SPARE, 0), (at) => ({
        ...sentences[at],
        matter: Math.min(1, scores[at]),
      }));
    },
    recall(turns, similar) {
      const last = turns.at(-1);
      if (last?.role !== 'user') return [];
      const matter = matterOf(sinceOpening(turns));
      const before = turns.findLast(({ role }) => role === 'system');
      const key = keyOf(before?.tags ?? []);
      const places = [...tagsToAnswer(turns, habits)].flatMap((tag) => withTag.get(tag) ?? []);
      const scores = Float64Array.from(places, ({ dialogue, turn }) => {
        const own = dialogues[dialogue][turn - 1];
        const follows = before ? own !== undefined && keyOf(own.tags) === key : own === undefined;
        return matter[dialogue] + (follows ? 0.5 : 0) + 0.001;
      });
      const sameTags = Array.from(topK(scores, MOST_SAME_TAGS, 0), (at) => places[at]);
      const likeIt = similar.flatMap((turn) => placeOf.get(turn) ?? []);
      const found = new Map<string, TurnPlace>();
      for (const { dialogue, turn } of [...likeIt, ...sameTags]) {
        if (dialogues[dialogue][turn + 1]?.role !== 'system') continue;
        found.set(`${dialogue} ${turn}`, { dialogue, turn: turn + 1 });
      }
      return [...found.values()];
    },
  };
}

const keyOf = (tags: readonly string[]): string => [...new Set(tags)].sort().join('\n');

function dialoguesOfTags(dialogues: readonly (readonly RetrievalTurn[])[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  dialogues.forEach((turns, dialogue) => {
    const own = new Set(turns.flatMap(({ role, tags }) => tags.map((tag) => `${role} ${tag}`)));
    for (const key of own) append(found, key, dialogue);
  });
  return found;
}

/**
 * Returns the tags of the customer's last turn. If the customer already answered what agents would ask next, it adds
 * the tags of that answer.
 */
export function tagsToAnswer(
  turns: readonly SaidBefore[],
  habits: ReadonlyMap<string, Pick<AgentHabit, 'repeats' | 'answeredBy' | 'after'>>,
): ReadonlySet<string> {
  const tagsOf = (wanted: Role) =>
    new Set(turns.flatMap(({ role, tags = [] }) => (role === wanted ? tags : [])));
  const [told, done] = [tagsOf('user'), tagsOf('system')];
  const tags = new Set(turns.findLast(({ role }) => role === 'user')?.tags);
  // The loop also visits the tags that it adds.
  for (const call of tags)
    for (const [question, { repeats, answeredBy, after }] of habits)
      if (!done.has(question) && repeats < HARDLY && (after.get(call) ?? 0) >= ASKED_NEXT)
        for (const answer of answeredBy) if (told.has(answer)) tags.add(answer);
  return tags;
}

/** A tag that opens fewer dialogues than this share tells what they are about. */
const NAMES_MATTER = 0.2;
/** The factor of dialogues that open with another tag. */
const OPENED_OTHERWISE = 0.75;

function createMatter(
  dialogues: readonly (readonly RetrievalTurn[])[],
  opens: (tag: string) => boolean,
  dialoguesWith: ReadonlyMap<string, readonly number[]>,
) {
  const scoresOf = createSubjectScores(dialogues);
  let last: { readonly key: string; readonly matter: Float64Array } | null = null;
  return (turns: readonly SaidBefore[]): Float64Array => {
    const customer = turns.flatMap(({ role, text }) => (role === 'user' ? [text] : []));
    const opening = turns.findLast(({ role, tags }) => role === 'user' && tags?.some(opens));
    const matters = (opening?.tags ?? [])
      .filter(opens)
      .map((tag) => dialoguesWith.get(`user ${tag}`) ?? [])
      .filter((own) => own.length > 0 && own.length < NAMES_MATTER * dialogues.length);
    const key = JSON.stringify([customer, opening?.tags]);
    if (last?.key !== key) {
      const scores = scoresOf(customer);
      const same = new Set(matters.flat());
      if (same.size > 0)
        for (let at = 0; at < scores.length; at++) if (!same.has(at)) scores[at] *= OPENED_OTHERWISE;
      last = { key, matter: relativeToBest(scores) };
    }
    return last.matter;
  };
}

export function createSubjectScores(dialogues: readonly (readonly Pick<RetrievalTurn, 'text'>[])[]) {
  const ids = new Map<string, number>();
  const rows = dialogues.map((turns) =>
    Int32Array.from(wordsOf(turns.map(({ text }) => text).join(' ')), (word) => {
      const id = ids.get(word) ?? ids.size;
      ids.set(word, id);
      return id;
    }),
  );
  const index = buildBm25(countRows(rows.length, ids.size, (row) => rows[row]));
  return (customer: readonly string[]) => {
    // Earlier text counts twice, so that a single word does not change the topic.
    const words = [customer.slice(0, -1), customer.slice(0, -1), customer.slice(-1)].flatMap((texts) => [
      ...new Set(wordsOf(texts.join(' '))),
    ]);
    return scoreAll(
      index,
      words.map((word) => ids.get(word) ?? -1),
    );
  };
}

/** A tag comes too late after this share of its uses, if most of its dialogues continue for some turns. */
const NEARLY_ALL = 0.98;
const TURNS_AFTER = 2;
const LEAST_USES = 20;

/** Returns a function that tells if most customer turns with a tag are the first of their dialogue. */
function createOpenings(dialogues: readonly (readonly RetrievalTurn[])[]): (tag: string) => boolean {
  const said = new Map<string, { all: number; first: number }>();
  for (const turns of dialogues) {
    const first = turns.findIndex(({ role }) => role === 'user');
    for (const [at, { role, tags }] of turns.entries()) {
      if (role !== 'user') continue;
      for (const tag of tags) {
        const own = said.get(tag) ?? { all: 0, first: 0 };
        said.set(tag, own);
        own.all++;
        if (at === first) own.first++;
      }
    }
  }
  return (tag) => {
    const own = said.get(tag);
    return own !== undefined && 2 * own.first > own.all;
  };
}

/** Finds agent tags that only come early, counted from the last customer turn that opens a matter. */
function createLateness(
  dialogues: readonly (readonly RetrievalTurn[])[],
  opens: (tag: string) => boolean,
): (turns: readonly SaidTurn[]) => (tag: string) => boolean {
  const uses = new Map<string, { at: number; after: number }[]>();
  for (const turns of dialogues) {
    const agent = turns.filter(({ role }) => role === 'system').length;
    let [at, passed] = [0, 0];
    for (const { role, tags } of turns) {
      if (role === 'user') {
        if (tags.some(opens)) at = 0;
        continue;
      }
      at++;
      passed++;
      for (const tag of new Set(tags)) append(uses, tag, { at, after: agent - passed });
    }
  }
  const latest = new Map<string, number>();
  for (const [tag, own] of uses) {
    const continuing = own.filter(({ after }) => after >= TURNS_AFTER).length;
    if (own.length < LEAST_USES || 2 * continuing < own.length) continue;
    const places = own.map(({ at }) => at).sort((a, b) => a - b);
    latest.set(tag, places[Math.ceil(NEARLY_ALL * places.length) - 1]!);
  }
  return (turns) => {
    const opening = turns.findLastIndex(({ role, tags }) => role === 'user' && tags.some(opens));
    const answers = turns.slice(opening + 1).filter(({ role }) => role === 'system').length;
    return (tag) => answers + 1 > (latest.get(tag) ?? Number.POSITIVE_INFINITY);
  };
}

function createFamiliarity(turns: readonly RetrievalTurn[]): (text: string) => number {
  const counts = new Map<string, number>();
  for (const { text } of turns)
    for (const word of plainWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (count: number): number => Math.log(1 + (turns.length + 0.5) / (count + 0.5));
  return (text) => {
    let [known, all] = [0, 0];
    for (const word of plainWords(text)) {
      const count = counts.get(word) ?? 0;
      all += weightOf(count);
      if (count > 0) known += weightOf(count);
    }
    return all === 0 ? 0 : known / all;
  };
}

/** The forms of a text: thanks or a goodbye, a question mark, a number, a long number, a denial, a yes or a no. */
const FORMS = [
  CLOSING,
  /\?/u,
  /\p{N}/u,
  /\p{N}{4}/u,
  /\b(?:no|not|never|nothing|none|nobody|neither|cannot|\w+n['’]?t)\b/iu,
  /^\W*(?:yes|yeah|yep|yup|sure|ok|okay|of course|exactly|correct|that['’]?s (?:right|correct))\b/iu,
  REFUSAL,
] as const;
const SMOOTHED = 0.5;

/** Returns a function that compares how often a tag's turns have a form with how often all turns have it. */
function createForms(dialogues: readonly (readonly RetrievalTurn[])[]) {
  const counts = new Map<string, { all: number; readonly having: number[] }>();
  for (const turns of dialogues) {
    for (const { role, text, tags } of turns) {
      if (role !== 'user') continue;
      for (const tag of new Set(tags)) {
        let own = counts.get(tag);
        if (!own) {
          own = { all: 0, having: FORMS.map(() => 0) };
          counts.set(tag, own);
        }
        own.all++;
        FORMS.forEach((form, at) => {
          if (form.test(text)) own.having[at]++;
        });
      }
    }
  }
  const all = dialogues.flatMap((turns) => turns.filter(({ role }) => role === 'user'));
  const anywhere = FORMS.map((form) => all.filter(({ text }) => form.test(text)).length);
  const likelihood = (having: number, of: number, has: boolean): number => {
    const share = (having + SMOOTHED) / (of + 2 * SMOOTHED);
    return has ? share : 1 - share;
  };
  return (tag: string, text: string): number => {
    const own = counts.get(tag);
    if (!own) return 1;
    return FORMS.reduce((product, form, at) => {
      const has = form.test(text);
      // Most turns neither thank nor say goodbye, which tells nothing about them.
      if (form === CLOSING && !has) return product;
      const usual = likelihood(anywhere[at], all.length, has);
      return product * Math.min(1, likelihood(own.having[at], own.all, has) / usual);
    }, 1);
  };
}

function habitsOf(
  dialogues: readonly (readonly RetrievalTurn[])[],
  general: ReadonlySet<string>,
): Map<string, AgentHabit> {
  const counts = new Map<
    string,
    {
      dialogues: number;
      again: number;
      asked: number;
      readonly next: Map<string, number>;
    }
  >();
  for (const turns of dialogues) {
    const done = new Map<string, number>();
    turns.forEach(({ role, tags }, at) => {
      if (role !== 'system') return;
      const next = turns[at + 1];
      for (const tag of new Set(tags)) {
        done.set(tag, (done.get(tag) ?? 0) + 1);
        let own = counts.get(tag);
        if (!own) {
          own = { dialogues: 0, again: 0, asked: 0, next: new Map() };
          counts.set(tag, own);
        }
        if (next?.role !== 'user') continue;
        own.asked++;
        for (const answer of new Set(next.tags)) own.next.set(answer, (own.next.get(answer) ?? 0) + 1);
      }
    });
    const last = turns.findLastIndex(({ role }) => role === 'system');
    for (const [tag, times] of done) {
      const own = counts.get(tag);
      const isOver = turns.findIndex(({ role, tags }) => role === 'system' && tags.includes(tag)) === last;
      if (!own || isOver) continue;
      own.dialogues++;
      if (times > 1) own.again++;
    }
  }
  const calls = countCalls(dialogues);
  const isParticular = particularTags(dialogues, general);
  const said = new Map<string, number>();
  for (const { role, tags } of dialogues.flat())
    if (role === 'user') for (const tag of new Set(tags)) said.set(tag, (said.get(tag) ?? 0) + 1);
  return new Map(
    [...counts].map(([tag, { dialogues: all, again, asked, next }]) => [
      tag,
      {
        repeats: all === 0 ? 0 : again / all,
        // A tag that customers use as often without being asked answers nothing.
        answeredBy: [...next]
          .filter(
            ([answer, count]) =>
              (count >= ANSWERS * asked && count >= ONLY_ASKED * (said.get(answer) ?? 0)) ||
              (count >= ONE_OF_SEVERAL * asked && count >= MOSTLY_ASKED * (said.get(answer) ?? 0)),
          )
          .map(([answer]) => answer),
        isParticular: isParticular(tag),
        ...calls(tag),
      },
    ]),
  );
}

/** A particular tag has general words in less than this many times the usual share of turns. */
const PARTICULAR = 0.4;

function particularTags(
  dialogues: readonly (readonly RetrievalTurn[])[],
  general: ReadonlySet<string>,
): (tag: string) => boolean {
  const counts = new Map<string, { turns: number; general: number }>();
  const all = { turns: 0, general: 0 };
  for (const { role, text, tags } of evenly(dialogues.length, MOST_COUNTED).flatMap((at) => dialogues[at])) {
    if (role !== 'system') continue;
    const isGeneral = [...termsOf(text)].every((term) => general.has(term));
    const own = [...new Set(tags)].map((tag) => {
      const count = counts.get(tag) ?? { turns: 0, general: 0 };
      counts.set(tag, count);
      return count;
    });
    for (const count of [all, ...own]) {
      count.turns++;
      if (isGeneral) count.general++;
    }
  }
  return (tag) => {
    const own = counts.get(tag);
    return own !== undefined && own.general * all.turns < PARTICULAR * all.general * own.turns;
  };
}

/** Finds the pairs of agents' and customers' tags that are unusually frequent. */
function countCalls(dialogues: readonly (readonly RetrievalTurn[])[]) {
  const after = new Map<string, { all: number; readonly answers: Map<string, number> }>();
  const answers = new Map<string, number>();
  let all = 0;
  for (const turns of dialogues) {
    turns.forEach(({ role, tags }, at) => {
      const next = turns[at + 1];
      if (role !== 'user' || next?.role !== 'system') return;
      all++;
      for (const answer of new Set(next.tags)) answers.set(answer, (answers.get(answer) ?? 0) + 1);
      for (const tag of new Set(tags)) {
        let own = after.get(tag);
        if (!own) {
          own = { all: 0, answers: new Map() };
          after.set(tag, own);
        }
        own.all++;
        for (const answer of new Set(next.tags)) own.answers.set(answer, (own.answers.get(answer) ?? 0) + 1);
      }
    });
  }
  return (tag: string): Pick<AgentHabit, 'after' | 'calledBy'> => {
    const usual = (answers.get(tag) ?? 0) / all;
    const shares = [...after].map(([user, own]): [string, number] => [
      user,
      (own.answers.get(tag) ?? 0) / own.all,
    ]);
    return {
      after: new Map(shares),
      calledBy: shares.filter(([, share]) => share >= CALLED_FOR * usual && usual > 0).map(([user]) => user),
    };
  };
}
