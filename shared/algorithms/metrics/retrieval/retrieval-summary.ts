import type { BootstrapOptions, Estimate } from '../bootstrap.ts';
import type { MethodKind } from './retrieval-evaluation.ts';

/** The figures of one method. F1, ROUGE, BLEU and shares are 0 … 100. */
export interface MethodSummary {
  readonly name: string;
  readonly kind: MethodKind;
  readonly oracle: boolean;
  /** Divided by the number asked for: what methods are compared by. */
  readonly actF1: Estimate;
  /** Mean over the candidates returned, then over the queries that got any. */
  readonly actF1Returned: Estimate;
  /**
   * Bags of the system's acts: the candidate's dialogue compared with the query's dialogue, divided by the
   * requested number.
   */
  readonly dialogueActF1: Estimate;
  /** For the best candidate (chosen knowing the truth), and the mean over all requested candidates. */
  readonly rougeL: { readonly best: Estimate; readonly mean: Estimate };
  /** Mean sentence BLEU of the best candidate and over all candidates asked for. */
  readonly sentenceBleu: { readonly best: Estimate; readonly mean: Estimate };
  /** Corpus BLEU of one candidate per query: the first, the most agreed on, and the best (chosen knowing the truth). */
  readonly corpusBleu: { readonly first: Estimate; readonly consensus: Estimate; readonly best: Estimate };
  /** The answer chosen by minimum Bayes risk; BLEU is corpus BLEU. */
  readonly answer: { readonly actF1: Estimate; readonly rougeL: Estimate; readonly bleu: Estimate };
  /** Mean number of candidates returned. */
  readonly returned: Estimate;
  /** Share of queries with the full number of candidates. */
  readonly full: Estimate;
  /** Milliseconds a query; null without queries. */
  readonly timeMs: { readonly median: number | null; readonly p95: number | null };
  /** The reasons why routes stopped, most frequent first, then by name; empty for methods without routes. */
  readonly stops: readonly { readonly reason: string; readonly queries: number }[];
}

/** A method against the baseline on the same queries: differences in points, and quotients of BLEU. */
export interface MethodDifference {
  readonly method: string;
  readonly baseline: string;
  readonly oracle: boolean;
  readonly actF1: Estimate;
  readonly dialogueActF1: Estimate;
  readonly rougeLBest: Estimate;
  readonly rougeLMean: Estimate;
  readonly answerRougeL: Estimate;
  readonly answerBleu: Estimate;
  /** Corpus BLEU of the method's answer divided by that of the baseline's candidates, chosen in each of three ways. */
  readonly answerBleuOver: {
    readonly first: Estimate;
    readonly consensus: Estimate;
    readonly best: Estimate;
  };
}

/** The best `context` method against the best `baseline` one, by act F1. */
export interface BestDifference {
  readonly context: string;
  readonly baseline: string;
  readonly oracle: boolean;
  /** Between these two, chosen on the whole sample. */
  readonly actF1: Estimate;
  /** Selects the best of each kind again in every resample, so its interval includes that uncertainty. */
  readonly actF1Reselected: Estimate;
}

/** An evaluation's figures, in a shape that is written to files; numbers are null if nothing was measured. */
export interface RetrievalSummary {
  readonly queries: number;
  /** Queries whose truth has acts; only these count for act F1. */
  readonly queriesWithActs: number;
  readonly dialogues: number;
  readonly examples: number;
  readonly bootstrap: { readonly seed: number; readonly resamples: number; readonly level: number };
  readonly methods: readonly MethodSummary[];
  /** Every other method minus the baseline named; empty without one. */
  readonly differences: readonly MethodDifference[];
  /**
   * One entry for context methods without correct labels, one for those with them; empty if a side is
   * missing.
   */
  readonly best: readonly BestDifference[];
}

export interface SummaryOptions extends BootstrapOptions {
  /**
   * The method that differences are relative to; null for none.
   * @throws Error if it was not evaluated
   */
  readonly baseline: string | null;
}
