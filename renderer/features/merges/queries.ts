import type { DialogramClient } from '#shared/contract/contract.ts';
import type { CandidateOrder } from '#shared/contract/merge-decisions.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

/** Two states of an automaton. */
export interface Pair {
  readonly automaton: RunId;
  readonly left: number;
  readonly right: number;
}

export const mergeQueries = ({ mergeDecisions }: DialogramClient) => ({
  candidates: (automaton: RunId, order: CandidateOrder) =>
    question('merge-candidates', mergeDecisions.candidates, { automaton, order }, about('automata')),
  evidence: (pair: Pair) =>
    question('merge-evidence', mergeDecisions.evidence, { ...pair }, about('automata', 'corpus')),
  preview: (pair: Pair) =>
    question(
      'merge-preview',
      mergeDecisions.preview,
      { kind: 'merge', ...pair },
      about('automata', 'tags', 'corpus'),
    ),
});
