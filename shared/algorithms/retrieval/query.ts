import type { Route } from '../automaton/routing/route.ts';
import type { ContextRoute } from './context/context-route.ts';
import {
  type EncodedTurn,
  encodeHistory,
  type RetrievalCorpus,
  type RetrievalTurn,
} from './retrieval-corpus.ts';

export interface RetrievalQuery {
  /** Oldest first, as given; paper routing needs the order of the tags. */
  readonly turns: readonly RetrievalTurn[];
  readonly history: readonly EncodedTurn[];
  /** Earlier system turns in the dialogue. */
  readonly position: number;
  /** A training dialogue that must not be returned (the query's own), or -1. */
  readonly excludedDialogue: number;
}

interface CandidateReasons {
  readonly ranks?: Readonly<Record<string, number>>;
  readonly state?: number;
  readonly sharedDepth?: number;
  /** The ranker's probability, 0 … 1, that this candidate has the best answer of the pool. */
  readonly weight?: number;
  /** Weighted similarity of the candidate's answer to the answers of the pool, 0 … 1. */
  readonly agreement?: number;
  /** The difference of the query from the training turns, 0 … 1. */
  readonly strangeness?: number;
}

export interface Candidate {
  readonly reply: number;
  readonly dialogue: number;
  readonly turn: number;
  readonly score: number;
  readonly why: CandidateReasons;
}

export interface Retrieval {
  readonly candidates: readonly Candidate[];
  readonly contextRoute?: ContextRoute;
  readonly route?: Route;
}

/** A method of finding examples. Pure: the same query always gives the same answer. */
export interface Retriever {
  readonly name: string;
  retrieve(query: RetrievalQuery, count: number): Retrieval;
}

/** Returns a query for the system turn that would follow `turns`; the last of them should be the user's. */
export function makeQuery(
  corpus: RetrievalCorpus,
  turns: readonly RetrievalTurn[],
  excludedDialogue = -1,
): RetrievalQuery {
  let position = 0;
  for (let at = 1; at < turns.length; at++) {
    if (turns[at].role === 'system' && turns[at - 1].role === 'user') position++;
  }
  return { turns, history: encodeHistory(corpus, turns), position, excludedDialogue };
}

export function candidateOf(
  corpus: RetrievalCorpus,
  reply: number,
  score: number,
  why: CandidateReasons,
): Candidate {
  const dialogue = corpus.replyDialogues[reply];
  return { reply, dialogue, turn: corpus.replyTurns[reply] - corpus.turnOffsets[dialogue], score, why };
}

/** Returns the turns that a query may not see, or undefined if it may see all. */
export function skipperOf(
  corpus: RetrievalCorpus,
  excludedDialogue: number,
): ((reply: number) => boolean) | undefined {
  if (excludedDialogue < 0) return undefined;
  return (reply) => corpus.replyDialogues[reply] === excludedDialogue;
}
