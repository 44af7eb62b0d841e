import type { Role } from '../../domain/dialogue.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { countRows } from '../retrieval/dense/sparse-rows.ts';
import { topK } from '../retrieval/ranking/top-k.ts';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import { type Bm25Index, buildBm25, scoreAll } from '../retrieval/words/bm25.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';
import { isClosing, withoutCodes } from './similar-talks.ts';
import { type AgentHabit, ASKED_NEXT, HARDLY } from './talk-memory.ts';

export interface SuggestedTag {
  readonly tag: string;
  /** The share of the neighbors' weight that comes from neighbors with the tag, 0 … 1. */
  readonly share: number;
}

interface Neighbour {
  readonly turn: RetrievalTurn;
  readonly score: number;
}

interface NeighbourTagger {
  neighbours(role: Role, text: string, most: number): Neighbour[];
  /** At least `LEAST_SHARE`, highest first; ties are ordered by code point. Empty if no word is in common. */
  suggest(role: Role, text: string): SuggestedTag[];
}

export const NEIGHBOURS = 15;
/** A turn is a neighbor if it contains at least this share of the text's word weight. */
const LEAST_COVERAGE = 0.25;
export const LEAST_SHARE = 0.4;

/** Fits a tagger on tagged turns, in O(words) time and memory. Each neighbor has its BM25 score as weight. */
export function createNeighbourTagger(turns: readonly RetrievalTurn[]): NeighbourTagger {
  const sides: Readonly<Record<Role, Side>> = {
    user: sideOf(turns.filter(({ role }) => role === 'user')),
    system: sideOf(turns.filter(({ role }) => role === 'system')),
  };
  const neighbours: NeighbourTagger['neighbours'] = (role, text, most) => {
    const { turns: own, ids, index } = sides[role];
    const words = formsOf(text).map((word) => ids.get(word) ?? -1);
    const scores = scoreAll(index, words);
    const coverage = coverageOf(index, words);
    return Array.from(topK(scores, most, 0))
      .filter((at) => coverage(at) >= LEAST_COVERAGE)
      .map((at) => ({ turn: own[at], score: scores[at] }));
  };
  return {
    neighbours,
    suggest: (role, text) => byShare(tagShares(neighbours(role, text, NEIGHBOURS)), LEAST_SHARE),
  };
}

export function tagShares(neighbours: readonly Neighbour[]): Map<string, number> {
  const weights = new Map<string, number>();
  let total = 0;
  for (const { turn, score } of neighbours) {
    total += score;
    for (const tag of new Set(turn.tags)) weights.set(tag, (weights.get(tag) ?? 0) + score);
  }
  for (const [tag, weight] of weights) weights.set(tag, weight / total);
  return weights;
}

/** Returns the tags with at least this share, highest first; ties are ordered by code point. */
export function byShare(shares: ReadonlyMap<string, number>, least: number): SuggestedTag[] {
  return [...shares]
    .map(([tag, share]) => ({ tag, share }))
    .filter(({ share }) => share >= least)
    .sort((a, b) => b.share - a.share || compareCodePoints(a.tag, b.tag));
}

/**
 * Returns the share of a text's word weight (by idf) that each document contains, 0 … 1.
 * Unknown words have the highest weight, so a text about another topic is similar to nothing.
 */
function coverageOf({ documentCount, idf, rows }: Bm25Index, words: readonly number[]) {
  const unknown = Math.log(1 + (documentCount + 0.5) / 0.5);
  const weightOf = (word: number): number => (word < 0 ? unknown : idf[word]);
  const distinct = new Set(words.filter((word) => word >= 0));
  const total =
    [...distinct].reduce((sum, word) => sum + weightOf(word), 0) +
    words.filter((word) => word < 0).length * unknown;
  return (document: number): number => {
    let shared = 0;
    for (let at = rows.offsets[document]; at < rows.offsets[document + 1]; at++) {
      if (distinct.has(rows.columns[at])) shared += weightOf(rows.columns[at]);
    }
    return total === 0 ? 0 : shared / total;
  };
}

const formsOf = (text: string): string[] => wordsOf(withoutCodes(text));

const PARTS = /(?<=[.!?;:])\s+|,\s+(?:(?:and|but|so|then)\s+)?|\s+(?:and|but|because)\s+/iu;
/** A number or code with up to three words before it, which mostly say what it is. */
const NAMED_CODE = /(?:[\p{L}'’#]+[\s:#]+){0,3}[\p{L}-]*\d[\p{L}\d-]{2,}/gu;
const LEAST_WORDS = 3;
/** A clause alone has little context, so its tag must be clearer than that of a turn. */
const LEAST_OF_CLAUSE = 0.3;
const LEAST_TOLD = 0.5;

const isQuestion = (text: string): boolean => text.trimEnd().endsWith('?');

/** Returns the parts of a turn that says several things; none for a turn that says only one thing. */
function clausesOf(text: string): string[] {
  const parts = text.split(PARTS).filter((part) => part.trim() !== '');
  const codes = parts
    .filter((part) => !isQuestion(part))
    .flatMap((part) => part.match(NAMED_CODE) ?? [])
    .filter((code) => !parts.includes(code));
  const all = [...parts, ...codes];
  return all.length < 2 ? [] : all.filter((part) => /\d/u.test(part) || wordsOf(part).length >= LEAST_WORDS);
}

interface ClauseContext {
  readonly habits: ReadonlyMap<string, Pick<AgentHabit, 'repeats' | 'answeredBy' | 'after'>>;
  /** The tags of the agent's last turn. */
  readonly asked: readonly string[];
  /** Suggests tags for a clause as the next turn, or after the rest of its turn, which has these tags. */
  suggest(clause: string, rest: readonly string[] | null): Promise<readonly SuggestedTag[]>;
  choose(suggested: readonly SuggestedTag[]): readonly string[];
}

const leads = ([first, next]: readonly SuggestedTag[]): boolean =>
  first !== undefined && first.share >= OF_NEXT * (next?.share ?? 0);

/**
 * Returns the tags of a turn that may say several things. If the turn is unclear, a clear clause decides.
 * What a clause answers is added, so that the agent does not ask for what the customer has already told.
 */
export async function tagsOfClauses(
  text: string,
  whole: readonly SuggestedTag[],
  { habits, asked, suggest, choose }: ClauseContext,
): Promise<readonly string[]> {
  const names = choose(whole);
  const shareOf = (tag: string | undefined): number => whole.find((own) => own.tag === tag)?.share ?? 0;
  const answersTo = (ofQuestion: (tag: string, habit: Pick<AgentHabit, 'repeats' | 'after'>) => boolean) =>
    new Set([...habits].flatMap(([tag, own]) => (ofQuestion(tag, own) ? own.answeredBy : [])));
  // Only a question that agents ask once need not be asked again.
  const answers = answersTo((_, { repeats }) => repeats < HARDLY);
  const answersLast = answersTo((tag) => asked.includes(tag));
  const answersNext = answersTo((_, { after }) => names.some((name) => (after.get(name) ?? 0) >= ASKED_NEXT));
  const isClear = names.length > 0 && leads(whole);
  const least = Math.max(LEAST_OF_CLAUSE, OF_LIKELIEST * shareOf(names[0]));
  const clear = new Map<string, number>();
  const told = new Map<string, number>();
  const weightOf = (one: SuggestedTag | undefined): number =>
    one === undefined ? 0 : (answersNext.has(one.tag) ? OF_NEXT : 1) * one.share;
  for (const clause of clausesOf(text)) {
    const here = await suggest(clause, null);
    const [tag] = choose(here);
    const share = here.find((own) => own.tag === tag)?.share ?? 0;
    if (tag !== undefined && share > least && !isClear && (names.length === 0 || leads(here)))
      clear.set(tag, Math.max(share, clear.get(tag) ?? 0));
    const [first, second] = [here, await suggest(clause, names)]
      .map((suggested) => suggested.toSorted((one, other) => weightOf(other) - weightOf(one)))
      .reduce((one, other) => (weightOf(other[0]) > weightOf(one[0]) ? other : one));
    if (!first || !answers.has(first.tag) || isQuestion(clause)) continue;
    // A number, or what agents mostly ask next, needs less evidence.
    const isExpected = /\d/u.test(clause) || answersNext.has(first.tag);
    const isLeading = weightOf(first) >= OF_NEXT * weightOf(second);
    if (first.share >= LEAST_TOLD || (isExpected && isLeading && first.share >= LEAST_OF_CLAUSE))
      told.set(first.tag, Math.max(first.share, told.get(first.tag) ?? 0));
  }
  // If clauses say different things, the whole turn decides.
  const [clearest] = [...clear].sort(([, one], [, other]) => other - one);
  const main = clearest && (names.length === 0 || clear.size === 1) ? [clearest[0]] : names;
  const isAnswer = [...told].some(([tag, share]) => answersLast.has(tag) && share > shareOf(main[0]));
  // The agent expects an answer, so a clear one counts more than what else the turn might be.
  return [...new Set([...(isAnswer && !isClosing(text) ? [] : main), ...told.keys()])];
}

interface Side {
  readonly turns: readonly RetrievalTurn[];
  readonly ids: ReadonlyMap<string, number>;
  readonly index: Bm25Index;
}

function sideOf(turns: readonly RetrievalTurn[]): Side {
  const ids = new Map<string, number>();
  const rows = turns.map(({ text }) =>
    Int32Array.from(formsOf(text), (word) => {
      let id = ids.get(word);
      if (id === undefined) {
        id = ids.size;
        ids.set(word, id);
      }
      return id;
    }),
  );
  return { turns, ids, index: buildBm25(countRows(rows.length, ids.size, (row) => rows[row])) };
}

export interface TagsOfPlace {
  /** The share of dialogues where a tag follows here, 0 … 1. */
  frequency(tag: string): number;
  /** The share of each tag among similar turns that followed at this state. */
  readonly similar: ReadonlyMap<string, number>;
  /** The similarity of these turns to the new turn, 0 … 1. */
  readonly likeness: number;
}

const LEAST_LEADING = 0.25;
const LEAST_OF_OTHER = 0.7;
const LEAST_ALONE = 0.3;
const OF_LIKELIEST = 0.9;
/** A tag that is this many times as likely as the next one is chosen. */
const OF_NEXT = 1.5;
const LEAST_CLEAR = 0.12;
/** The weight of turns that followed at this state, if they are similar enough. */
const OF_PLACE = 0.4;
const ALIKE = 0.4;

/**
 * Chooses among the suggested tags. If none has a transition from here, the highest share × frequency decides.
 * `neighbourWeight` is the weight of similar turns, 0 … 1; `place` is null without a route.
 */
export function chooseTags(
  suggested: readonly SuggestedTag[],
  neighbourWeight: number,
  place: TagsOfPlace | null,
): string[] {
  // Turns at this state that are hardly alike are no evidence by themselves.
  const isHeard = suggested.length > 0 || (place?.likeness ?? 0) >= ALIKE;
  const all =
    place && place.similar.size > 0 && isHeard ? withPlace(suggested, place, neighbourWeight) : suggested;
  const [likeliest, next] = all;
  const leads =
    place !== null && (likeliest?.share ?? 0) >= Math.max(LEAST_CLEAR, OF_NEXT * (next?.share ?? 0));
  const least = leads
    ? OF_LIKELIEST * (likeliest?.share ?? 0)
    : Math.max(LEAST_SHARE, OF_LIKELIEST * (likeliest?.share ?? 0));
  const sure = all.filter(({ share }) => share >= least).map(({ tag }) => tag);
  if (place === null || sure.some((tag) => place.frequency(tag) > 0)) return sure;
  let best: { readonly tag: string; readonly score: number } | null = null;
  for (const { tag, share } of all) {
    const isLikely = share >= Math.max(LEAST_LEADING, LEAST_OF_OTHER * (all[0]?.share ?? 0));
    const score = isLikely ? share * place.frequency(tag) : 0;
    if (score > (best?.score ?? 0)) best = { tag, score };
  }
  if (best) return [best.tag];
  const [first] = all;
  // A graph leaves out rare moves, so a tag without a transition may be the right one.
  return sure.length > 0 || first === undefined || first.share < LEAST_ALONE ? sure : [first.tag];
}

function withPlace(
  suggested: readonly SuggestedTag[],
  { similar, likeness }: TagsOfPlace,
  neighbourWeight: number,
): SuggestedTag[] {
  const weight = OF_PLACE * neighbourWeight * Math.min(1, likeness / ALIKE);
  const shares = new Map([...similar].map(([tag, share]) => [tag, weight * share]));
  for (const { tag, share } of suggested) shares.set(tag, (shares.get(tag) ?? 0) + (1 - weight) * share);
  return byShare(shares, 0);
}
