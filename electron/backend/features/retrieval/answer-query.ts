import { hash } from 'node:crypto';
import type { TextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { Candidate, Retrieval, RetrievalQuery, Retriever } from '#shared/algorithms/retrieval/query.ts';
import { ANSWER_POOL, votingCandidates } from '#shared/algorithms/retrieval/ranking/chosen-answer.ts';
import { externalIdOf, type Role } from '#shared/domain/dialogue.ts';

/** The share of test dialogues. No index contains them, so methods are tested on unseen dialogues. */
export const HELD_OUT_SHARE = 0.1;

/**
 * Returns a number in [0, 1): the first 32 bits of the SHA-256 of the id in UTF-8, divided by 2³². Adding or reordering
 * dialogues does not change it.
 */
export function shareOfId(id: string): number {
  return hash('sha256', id, 'buffer').readUInt32BE(0) / 2 ** 32;
}

export function isHeldOut(id: string, share: number): boolean {
  return shareOfId(id) < share;
}

/** Returns a function that recognizes test dialogues by key. It hashes each key only once. */
export function createHeldOutKeys(): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    let isOut = known.get(key);
    if (isOut === undefined) {
      isOut = isHeldOut(externalIdOf(key), HELD_OUT_SHARE);
      known.set(key, isOut);
    }
    return isOut;
  };
}

export interface MethodAnswer {
  readonly retrieval: Retrieval;
  /** The candidate whose text agrees best with the other candidates; null without candidates or votes. */
  readonly answer: Candidate | null;
  readonly answerPool: number;
  readonly milliseconds: number;
}

/**
 * Chooses the answer from a longer list of candidates, without a model. Candidates have equal votes, because weights by
 * a ranker gave no better answers.
 * @param vote null if only examples are needed
 */
export function answerQuery(
  retriever: Retriever,
  query: RetrievalQuery,
  examples: number,
  vote: { readonly scorer: TextScorer; readonly textOf: (turn: number) => string } | null,
): MethodAnswer {
  const most = Math.max(ANSWER_POOL, examples);
  const nested = isNested(retriever.name);
  const started = performance.now();
  const first = retriever.retrieve(query, vote && nested ? most : examples);
  const milliseconds = performance.now() - started;
  if (!vote) return { retrieval: first, answer: null, answerPool: 0, milliseconds };
  const found = nested ? first.candidates : retriever.retrieve(query, most).candidates;
  const pool = votingCandidates(found, examples);
  const choice = vote.scorer.choose(pool.map(({ reply }) => vote.textOf(reply)));
  return {
    retrieval: { ...first, candidates: first.candidates.slice(0, examples) },
    answer: choice === null ? null : (pool[choice.index] ?? null),
    answerPool: pool.length,
    milliseconds,
  };
}

/**
 * True if a long list of a method always begins with its shorter list. A method that draws from a state is not nested.
 */
export function isNested(method: string): boolean {
  return method !== 'context' && !method.startsWith('dfa-');
}

export function isSeeded(method: string): boolean {
  return method.startsWith('random') || !isNested(method);
}

/** Returns the indexes of the turns that a method can be asked for: system turns after a user turn. */
export function answerableTurns(turns: readonly { readonly role: Role }[]): number[] {
  const answerable: number[] = [];
  for (let at = 1; at < turns.length; at++) {
    if (turns[at]?.role === 'system' && turns[at - 1]?.role === 'user') answerable.push(at);
  }
  return answerable;
}
