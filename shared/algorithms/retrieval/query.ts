import type { Route } from '../automaton/routing/route.ts';
import type { ContextRoute } from './context/context-route.ts';
import {
  type EncodedRound,
  encodeHistory,
  type RetrievalCorpus,
  type RetrievalRound,
} from './retrieval-corpus.ts';

/** The input for a system turn: the true history, which ends with the user's turn. */
export interface RetrievalQuery {
  /** Oldest first, as given; paper routing needs the order of the tags. */
  readonly rounds: readonly RetrievalRound[];
  /** The query as integers of the training corpus. */
  readonly history: readonly EncodedRound[];
  /** Earlier system turns in the dialogue. */
  readonly position: number;
  /** A training dialogue that must not be returned (the query's own), or -1. */
  readonly excludedDialogue: number;
}

/** The reasons for a candidate; those that do not apply to a method are left out. */
interface CandidateReasons {
  /** Its rank, from 1, in each list with it. */
  readonly ranks?: Readonly<Record<string, number>>;
  readonly state?: number;
  readonly sharedDepth?: number;
  /** The ranker's probability that its answer is the right one, among the pool; 0 … 1. */
  readonly weight?: number;
  /** Weighted similarity of its answer to the answers of the pool, 0 … 1. */
  readonly agreement?: number;
  /** The strangeness of the query among the training turns, 0 … 1. */
  readonly strangeness?: number;
}

/** One training (dialogue, system turn) pair. */
export interface Candidate {
  readonly reply: number;
  readonly dialogue: number;
  /** Index of the turn in its dialogue, from 0. */
  readonly round: number;
  readonly score: number;
  readonly why: CandidateReasons;
}

export interface Retrieval {
  /** Best first, distinct, at most the requested number. */
  readonly candidates: readonly Candidate[];
  readonly contextRoute?: ContextRoute;
  /** The route through the paper's automaton, if the method has one. */
  readonly route?: Route;
}

/** A method of finding examples. Pure: the same query always gives the same answer. */
export interface Retriever {
  readonly name: string;
  /** @param count the maximum number of candidates, at least 1 */
  retrieve(query: RetrievalQuery, count: number): Retrieval;
}

/** Returns a query for the system turn that would follow `rounds`; the last of them should be the user's. */
export function makeQuery(
  corpus: RetrievalCorpus,
  rounds: readonly RetrievalRound[],
  excludedDialogue = -1,
): RetrievalQuery {
  let position = 0;
  for (let at = 1; at < rounds.length; at++) {
    if (rounds[at].role === 'system' && rounds[at - 1].role === 'user') position++;
  }
  return { rounds, history: encodeHistory(corpus, rounds), position, excludedDialogue };
}

export function candidateOf(
  corpus: RetrievalCorpus,
  reply: number,
  score: number,
  why: CandidateReasons,
): Candidate {
  const dialogue = corpus.replyDialogues[reply];
  return { reply, dialogue, round: corpus.replyRounds[reply] - corpus.roundOffsets[dialogue], score, why };
}

/** Returns the turns that a query may not see, or undefined if it may see all. */
export function skipperOf(
  corpus: RetrievalCorpus,
  excludedDialogue: number,
): ((reply: number) => boolean) | undefined {
  if (excludedDialogue < 0) return undefined;
  return (reply) => corpus.replyDialogues[reply] === excludedDialogue;
}
