import { type ContextRoute, routeContext } from '../context/context-route.ts';
import type { ContextAutomaton } from '../context/context-states.ts';
import { type RetrievalQuery, skipperOf } from '../query.ts';
import type { RetrievalCorpus } from '../retrieval-corpus.ts';
import type { Channel } from '../words/channel.ts';
import { topK } from './top-k.ts';

/**
 * Reciprocal-rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009): a score is the sum of 1 / (k + rank).
 * @param lists turns, best first, without repetitions
 * @returns best first; ties go to the smaller turn
 */
export function fuseRanks(lists: readonly ArrayLike<number>[], k = 60): FusedRank[] {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      scores.set(list[at], (scores.get(list[at]) ?? 0) + 1 / (k + at + 1));
    }
  }
  return [...scores]
    .map(([index, score]) => ({ index, score }))
    .sort((a, b) => b.score - a.score || a.index - b.index);
}

interface FusedRank {
  readonly index: number;
  readonly score: number;
}

export interface PoolSources {
  readonly corpus: RetrievalCorpus;
  readonly automaton: ContextAutomaton;
  /** Channels that each propose their best `LIST_LENGTH`. */
  readonly naming: readonly Channel[];
}

export interface CandidatePool {
  readonly route: ContextRoute;
  readonly replies: Int32Array;
  readonly fused: Float64Array;
  readonly scores: readonly Float32Array[];
  readonly ranks: readonly ReadonlyMap<number, number>[];
  readonly best: readonly number[];
}

/** `all` scores every training turn; `route` only turns along the route, and those with the most shared words. */
export type PoolScope = 'all' | 'route';

export const LIST_LENGTH = 200;
/** For `route`: the number of turns scored along the route, and by words. */
const ROUTE_REPLIES = 4000;
const WORD_REPLIES = 1000;

export function gatherPool(
  sources: PoolSources,
  query: RetrievalQuery,
  scope: PoolScope,
  size: number,
): CandidatePool {
  const { corpus, automaton, naming } = sources;
  const skip = skipperOf(corpus, query.excludedDialogue);
  const route = routeContext(automaton, query.history, query.position, 1);
  // Selecting costs more than it saves if there is little to select from.
  const isSmall = corpus.replyTurns.length <= 2 * (ROUTE_REPLIES + WORD_REPLIES);
  const universe = scope === 'all' || isSmall ? null : routeUniverse(sources, query, route);
  const lists: Int32Array[] = [];
  const scoresByChannel: Float32Array[] = [];
  for (const channel of naming) {
    const scores = universe ? channel.scorePool(query.history, universe) : channel.scoreAll(query.history);
    const skipMember = skip && universe ? (member: number) => skip(universe[member]) : skip;
    const members = topK(scores, LIST_LENGTH, 0, skipMember);
    lists.push(universe ? members.map((member) => universe[member]) : members);
    scoresByChannel.push(scores);
  }
  lists.push(repliesAlongRoute(automaton, route.path, LIST_LENGTH, skip));
  const fused = fuseRanks(lists).slice(0, size);
  const replies = Int32Array.from(fused, (entry) => entry.index);
  const indexOf = (reply: number): number => (universe ? indexInSorted(universe, reply) : reply);
  const best = lists
    .slice(0, naming.length)
    .map((list, at) => (list.length === 0 ? 0 : scoresByChannel[at][indexOf(list[0])]));
  return {
    route,
    replies,
    fused: Float64Array.from(fused, (entry) => entry.score),
    scores: scoresByChannel.map((scores, at) =>
      Float32Array.from(replies, (reply) => {
        // A turn that only the automaton proposes may not have been scored.
        const index = indexOf(reply);
        return index < 0 || best[at] === 0 ? 0 : scores[index] / best[at];
      }),
    ),
    ranks: lists.map(ranksOf),
    best,
  };
}

/** Turns along a route: those of its deepest state, then those its parent adds, and so on; at most `limit`. */
export function repliesAlongRoute(
  automaton: ContextAutomaton,
  path: readonly number[],
  limit: number,
  skip?: (reply: number) => boolean,
): Int32Array {
  const replies: number[] = [];
  let innerStart = 0;
  let innerEnd = 0;
  for (let depth = path.length - 1; depth >= 0 && replies.length < limit; depth--) {
    const start = automaton.rangeStarts[path[depth]];
    const end = automaton.rangeEnds[path[depth]];
    for (let slot = start; slot < end && replies.length < limit; slot++) {
      if (slot === innerStart && innerEnd > innerStart) {
        slot = innerEnd - 1;
        continue;
      }
      if (!skip?.(automaton.replies[slot])) replies.push(automaton.replies[slot]);
    }
    innerStart = start;
    innerEnd = end;
  }
  return Int32Array.from(replies);
}

function routeUniverse(
  { automaton, naming }: PoolSources,
  query: RetrievalQuery,
  route: ContextRoute,
): Int32Array {
  const alongRoute = repliesAlongRoute(automaton, route.path, ROUTE_REPLIES);
  const byWords = topK(naming[0].scoreAll(query.history), WORD_REPLIES, 0);
  const both = new Int32Array(alongRoute.length + byWords.length);
  both.set(alongRoute);
  both.set(byWords, alongRoute.length);
  both.sort();
  return both.filter((reply, at) => at === 0 || reply !== both[at - 1]);
}

function indexInSorted(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] === value) return middle;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function ranksOf(list: Int32Array): Map<number, number> {
  const ranks = new Map<number, number>();
  for (let at = 0; at < list.length; at++) ranks.set(list[at], at);
  return ranks;
}
