import { actF1, scoreActs } from '#shared/algorithms/metrics/act-f1.ts';
import type { TextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';

export interface EvaluatedTurn {
  readonly text: string;
  readonly acts: readonly string[] | null;
}

export interface MethodOutcome {
  readonly candidates: readonly EvaluatedTurn[];
  /** The chosen answer (minimum Bayes risk); null without candidates. */
  readonly answer: EvaluatedTurn | null;
  readonly milliseconds: number;
  /** The reason why the route stopped; null for methods without routes. */
  readonly stop: string | null;
}

/** Scores of a method on a query: F1 0 … 1, BLEU 0 … 100. Act scores are null if the truth has no acts. */
interface OutcomeScores {
  readonly actF1: number | null;
  /** Mean act F1 of the returned candidates; null without any. */
  readonly actF1Returned: number | null;
  readonly rougeLBest: number;
  /** Sum of ROUGE-L over the candidates / the requested number. */
  readonly rougeLMean: number;
  readonly bleuBest: number;
  /** Sum of sentence BLEU over the candidates / the requested number. */
  readonly bleuMean: number;
  /** Index of the first candidate with the best sentence BLEU; −1 without any. */
  readonly bestIndex: number;
  /** Index of the candidate that agrees best with the others returned; −1 without any. Does not use the truth. */
  readonly consensusIndex: number;
  readonly answerActF1: number | null;
  readonly answerRougeL: number;
  readonly answerBleu: number;
}

/**
 * Scores an outcome. A missing candidate or answer counts 0.
 * Throws a RangeError for more candidates than `wanted`.
 */
export function scoreOutcome(
  truth: EvaluatedTurn,
  outcome: MethodOutcome,
  wanted: number,
  scorer: TextScorer,
): OutcomeScores {
  const { candidates, answer } = outcome;
  const agreement = scoreActs(
    candidates.map(({ acts }) => acts),
    truth.acts,
    wanted,
  );
  const rouge = candidates.map(({ text }) => scorer.rougeL(text, truth.text));
  const bleu = candidates.map(({ text }) => scorer.sentenceBleu(text, truth.text));
  const bleuBest = Math.max(0, ...bleu);
  return {
    actF1: agreement?.overWanted ?? null,
    actF1Returned: agreement?.overReturned ?? null,
    rougeLBest: Math.max(0, ...rouge),
    rougeLMean: sum(rouge) / wanted,
    bleuBest,
    bleuMean: sum(bleu) / wanted,
    bestIndex: bleu.indexOf(bleuBest),
    consensusIndex: scorer.choose(candidates.map(({ text }) => text))?.index ?? -1,
    answerActF1: agreement && truth.acts ? actF1(answer?.acts ?? [], truth.acts) : null,
    answerRougeL: answer ? scorer.rougeL(answer.text, truth.text) : 0,
    answerBleu: answer ? scorer.sentenceBleu(answer.text, truth.text) : 0,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
