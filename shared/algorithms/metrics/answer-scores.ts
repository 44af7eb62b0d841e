import { actF1 } from './retrieval/act-f1.ts';
import { addBleuStatistics, BLEU_STATISTICS, bleuOfStatistics } from './text/bleu.ts';
import { bleuTokens } from './text/bleu-tokenizer.ts';
import { rougeL, rougeN } from './text/rouge.ts';
import { rougeTokens } from './text/rouge-tokenizer.ts';
import { createTokenVocabulary } from './text/token-vocabulary.ts';

/** One answer and the real one. */
export interface AnsweredTurn {
  readonly truth: string;
  /** Null if the file does not annotate the true turn. */
  readonly truthActs: readonly string[] | null;
  readonly answer: string | null;
  /** Null if the answer's acts are unknown, as for a model's text. */
  readonly answerActs: readonly string[] | null;
}

/** Measures of an answer, or means over a dialogue: BLEU, ROUGE, act F1 0 … 100, similarity −1 … 1; missing counts 0. */
export interface AnswerMeasures {
  readonly turns: number;
  readonly bleu: number;
  readonly rouge1: number;
  readonly rouge2: number;
  readonly rougeL: number;
  /** Over `actTurns`; null if no turn has known acts on both sides. */
  readonly actF1: number | null;
  readonly actTurns: number;
  /** Over `embeddingTurns`; null if an encoder knows no word of any turn. */
  readonly embedding: number | null;
  readonly embeddingTurns: number;
  /** Tokens (13a) and characters of an answer. */
  readonly words: number;
  readonly characters: number;
}

/** The similarity of an answer to the true one by an encoder; null if it knows no word of either. */
export type Similarity = (answer: string, truth: string) => number | null;

/** Scores answers; every text is tokenized once. O(tokens) a turn, and ROUGE-L's table. */
export function createAnswerScorer(): (
  turns: readonly AnsweredTurn[],
  similarity: Similarity,
) => AnswerMeasures {
  const bleuIds = createTokenVocabulary();
  const rougeIds = createTokenVocabulary();
  const statistics = new Float64Array(BLEU_STATISTICS);
  return (turns, similarity) => {
    const sums = { bleu: 0, rouge1: 0, rouge2: 0, rougeL: 0, acts: 0, embedding: 0, words: 0, characters: 0 };
    let actTurns = 0;
    let embeddingTurns = 0;
    for (const { truth, truthActs, answer, answerActs } of turns) {
      const actsKnown = truthActs !== null && truthActs.length > 0;
      if (answer === null) {
        if (actsKnown) actTurns++;
        embeddingTurns++;
        continue;
      }
      const tokens = bleuTokens(answer);
      statistics.fill(0);
      addBleuStatistics(statistics, 0, bleuIds.idsOf(tokens), [bleuIds.idsOf(bleuTokens(truth))]);
      sums.bleu += bleuOfStatistics(statistics, 0, { effectiveOrder: true });
      const own = rougeIds.idsOf(rougeTokens(answer));
      const reference = rougeIds.idsOf(rougeTokens(truth));
      sums.rouge1 += 100 * rougeN(own, reference, 1).f1;
      sums.rouge2 += 100 * rougeN(own, reference, 2).f1;
      sums.rougeL += 100 * rougeL(own, reference).f1;
      if (actsKnown && answerActs !== null) {
        sums.acts += 100 * actF1(answerActs, truthActs);
        actTurns++;
      }
      const alike = similarity(answer, truth);
      if (alike !== null) {
        sums.embedding += alike;
        embeddingTurns++;
      }
      sums.words += tokens.length;
      sums.characters += [...answer].length;
    }
    const count = Math.max(1, turns.length);
    return {
      turns: turns.length,
      bleu: sums.bleu / count,
      rouge1: sums.rouge1 / count,
      rouge2: sums.rouge2 / count,
      rougeL: sums.rougeL / count,
      actF1: actTurns === 0 ? null : sums.acts / actTurns,
      actTurns,
      embedding: embeddingTurns === 0 ? null : sums.embedding / embeddingTurns,
      embeddingTurns,
      words: sums.words / count,
      characters: sums.characters / count,
    };
  };
}
