import { chooseByMinimumBayesRisk } from '../metrics/minimum-bayes-risk.ts';
import type { Candidate } from './query.ts';
import type { RetrievalCorpus } from './retrieval-corpus.ts';

/** How many retrieved next turns the answer is chosen from: ask a retriever for as many. */
export const ANSWER_POOL = 40;

/**
 * The answer without a language model: of the retrieved next turns the one with the highest mean ROUGE-L against
 * the others (minimum Bayes risk); of equals the better ranked.
 *
 * @returns the chosen candidate, or null where there is none
 */
export function chooseAnswer(corpus: RetrievalCorpus, candidates: readonly Candidate[]): Candidate | null {
  const answers = candidates.map(({ turn }) => {
    const round = corpus.turnRounds[turn];
    return corpus.wordIds.slice(corpus.wordOffsets[round], corpus.wordOffsets[round + 1]);
  });
  const choice = chooseByMinimumBayesRisk(answers);
  return choice === null ? null : candidates[choice.index];
}
