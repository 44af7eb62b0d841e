import { z } from 'zod';
import { pathSchema, runIdSchema, seedSchema } from '#shared/contract/base.ts';
import type { TaggerName } from '#shared/contract/tagging.ts';
import type { Estimate, MethodKind } from '#shared/domain/figures.ts';
import type { RunId } from '#shared/domain/ids.ts';

const shareSchema = z.number().gt(0).lt(1).default(0.1);

/** Where the dialogues come from. Those with a hashed id below the share are test dialogues. */
const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), heldOutShare: shareSchema }),
  z.object({
    kind: z.literal('files'),
    train: pathSchema,
    /** Null holds out a share of `train`. */
    test: pathSchema.nullable().default(null),
    heldOutShare: shareSchema,
  }),
]);
export type RetrievalSource = z.infer<typeof sourceSchema>;

/** The source of tags: the files' annotations, the offline tagger fitted on training dialogues, or a tagging run. */
export const evaluatedTaggerSchema = z.enum(['annotations', 'offline', 'run']);

/** The number of first dialogues to use; null means all. */
const firstSchema = z.int().min(1).nullable().default(null);

export const retrievalInputSchema = z.object({
  from: sourceSchema.default({ kind: 'project', heldOutShare: 0.1 }),
  tagger: evaluatedTaggerSchema.default('offline'),
  run: runIdSchema.nullable().default(null),
  /** Names as `comparison.methods` lists them; "all" is every one. */
  methods: z.array(z.string().min(1).max(40)).min(1).max(50).default(['all']),
  /** The folder of the sentence encoder for methods with `onnx` in their name. */
  encoder: pathSchema.nullable().default(null),
  examples: z.int().min(1).max(50).default(5),
  seed: seedSchema,
  limit: firstSchema,
  trainLimit: firstSchema,
  /** Leaves out act F1. */
  textOnly: z.boolean().default(false),
});
export type RetrievalInput = z.infer<typeof retrievalInputSchema>;

/** The figures of one method. F1, ROUGE, BLEU and shares are 0 … 100. */
export interface MethodSummary {
  readonly name: string;
  readonly kind: MethodKind;
  /** True if the method saw tags from the labels that act F1 is measured with, which is an unfair advantage. */
  readonly oracle: boolean;
  /** Divided by the requested number of examples. Methods are compared by this. */
  readonly actF1: Estimate;
  /** Mean over the returned candidates, then over the queries with any. */
  readonly actF1Returned: Estimate;
  /** Compares the acts of each example's dialogue with those of the query's, divided by the requested number. */
  readonly dialogueActF1: Estimate;
  /** For the best candidate (chosen with the truth), and the mean over all requested ones. */
  readonly rougeL: { readonly best: Estimate; readonly mean: Estimate };
  readonly sentenceBleu: { readonly best: Estimate; readonly mean: Estimate };
  /** Corpus BLEU of one candidate per query: the first, the consensus, and the best (chosen with the truth). */
  readonly corpusBleu: OneOfThree;
  /** The answer chosen by minimum Bayes risk; BLEU is corpus BLEU. */
  readonly answer: { readonly actF1: Estimate; readonly rougeL: Estimate; readonly bleu: Estimate };
  readonly returned: Estimate;
  /** Share of queries with the full number of candidates. */
  readonly full: Estimate;
  /** Milliseconds per query; null without queries. */
  readonly timeMs: { readonly median: number | null; readonly p95: number | null };
  /** The reasons why routes stopped, most frequent first, then by name; empty for methods without routes. */
  readonly stops: readonly { readonly reason: string; readonly queries: number }[];
}

interface OneOfThree {
  readonly first: Estimate;
  readonly consensus: Estimate;
  readonly best: Estimate;
}

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
  /** Corpus BLEU of the answer divided by that of the baseline's candidate, which is chosen in each of three ways. */
  readonly answerBleuOver: OneOfThree;
}

export interface BestDifference {
  readonly context: string;
  readonly baseline: string;
  readonly oracle: boolean;
  /** The difference between these two methods, which were chosen on the whole sample. */
  readonly actF1: Estimate;
  /** Selects the best of each kind again in every resample, so its interval includes that uncertainty. */
  readonly actF1Reselected: Estimate;
}

interface SideCounts {
  readonly dialogues: number;
  readonly allTurns: number;
  readonly turns: number;
  /** Records of the file that could not be read. */
  readonly rejected: number;
  readonly actLabels: number;
}

export interface RetrievalResult {
  readonly settings: Omit<RetrievalInput, 'tagger' | 'encoder'> & {
    readonly tagger: TaggerName;
    readonly run: RunId | null;
    readonly answerPool: number;
    /** The method that held out dialogues, as text; null if the files have both parts. */
    readonly heldOutBy: string | null;
  };
  readonly corpus: {
    readonly train: SideCounts;
    readonly test: SideCounts;
    /** Share of the acts in the test dialogues whose label also occurs in training, 0 … 1; null without acts. */
    readonly actLabelsShared: number | null;
  };
  readonly queries: number;
  readonly queriesWithActs: number;
  readonly dialogues: number;
  readonly examples: number;
  readonly bootstrap: { readonly seed: number; readonly resamples: number; readonly level: number };
  readonly methods: readonly (MethodSummary & {
    readonly title: string;
    readonly encoder: string | null;
    /** Where routes stopped: the turn (paper) or how many turns back the state looks (context). */
    readonly stopsAt: readonly { readonly reason: string; readonly at: number; readonly queries: number }[];
  })[];
  readonly differences: readonly MethodDifference[];
  readonly best: readonly BestDifference[];
  readonly warnings: readonly string[];
  readonly seconds: number;
  readonly stages: readonly { readonly name: string; readonly seconds: number }[];
  readonly peakMb: number;
}
