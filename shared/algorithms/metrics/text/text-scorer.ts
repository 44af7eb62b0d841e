import { addBleuStatistics, BLEU_STATISTICS, bleuOfStatistics } from './bleu.ts';
import { bleuTokens } from './bleu-tokenizer.ts';
import { chooseByMinimumBayesRisk, type MinimumBayesRiskChoice } from './minimum-bayes-risk.ts';
import { rougeLF1 } from './rouge.ts';
import { rougeTokens } from './rouge-tokenizer.ts';
import { createTokenVocabulary } from './token-vocabulary.ts';

/** Text measures that tokenize every distinct text once; keeps the tokens of all texts it has seen. */
export interface TextScorer {
  /** F1 of ROUGE-L, 0 … 1. */
  rougeL(candidate: string, reference: string): number;
  /** Sentence BLEU, 0 … 100. */
  sentenceBleu(candidate: string, reference: string): number;
  /** Adds what corpus BLEU needs to `statistics[offset …]`; see addBleuStatistics. */
  addBleu(statistics: Float64Array, offset: number, candidate: string, reference: string): void;
  choose(candidates: readonly string[], weights?: readonly number[]): MinimumBayesRiskChoice | null;
}

export function createTextScorer(): TextScorer {
  const rougeIds = createTokenCache(rougeTokens);
  const bleuIds = createTokenCache(bleuTokens);
  const sentence = new Float64Array(BLEU_STATISTICS);

  function addBleu(statistics: Float64Array, offset: number, candidate: string, reference: string): void {
    addBleuStatistics(statistics, offset, bleuIds(candidate), [bleuIds(reference)]);
  }
  return {
    rougeL: (candidate, reference) => rougeLF1(rougeIds(candidate), rougeIds(reference)),
    sentenceBleu: (candidate, reference) => {
      sentence.fill(0);
      addBleu(sentence, 0, candidate, reference);
      return bleuOfStatistics(sentence, 0, { effectiveOrder: true });
    },
    addBleu,
    choose: (candidates, weights) => chooseByMinimumBayesRisk(candidates.map(rougeIds), weights),
  };
}

function createTokenCache(tokenize: (text: string) => string[]): (text: string) => Int32Array {
  const vocabulary = createTokenVocabulary();
  const idsByText = new Map<string, Int32Array>();
  return (text) => {
    let ids = idsByText.get(text);
    if (!ids) {
      ids = vocabulary.idsOf(tokenize(text));
      idsByText.set(text, ids);
    }
    return ids;
  };
}
