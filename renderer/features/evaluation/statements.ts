import type { EvaluationResult, EvaluationSummary } from '#shared/contract/evaluation.ts';
import { fileName, formatAmount, formatCount, formatSetShare } from '#shared/domain/figure-text.ts';
import { taggerName } from '../../project/describe.ts';
import { verdictText } from '../results/index.ts';
import { estimateText, titleOf } from './figures.ts';

type Settings = EvaluationResult['settings'];

/** "this project, 10 % held out" or "train.jsonl, tested on test.jsonl" */
export function describeSource({ from }: Settings): string {
  if (from.kind === 'project') return `this project, ${formatSetShare(from.heldOutShare)} for testing`;
  const train = fileName(from.train);
  return from.test === null
    ? `${train}, ${formatSetShare(from.heldOutShare)} for testing`
    : `${train}, tested on ${fileName(from.test)}`;
}

export function describeSettings(settings: Settings): string[] {
  const { tagger, run, examples, seed, limit, trainLimit, textOnly, answerPool } = settings;
  return [
    `Source: ${describeSource(settings)}`,
    `Tags: ${taggerName(tagger)}${run === null ? '' : `, of run ${run}`}`,
    `${formatAmount(examples, 'example')} a turn`,
    `seed ${seed}`,
    limit !== null && `tested on the first ${formatAmount(limit, 'dialogue')}`,
    trainLimit !== null && `trained on the first ${formatAmount(trainLimit, 'dialogue')}`,
    `answers chosen among ${answerPool} at most`,
    textOnly && 'texts only, no acts',
  ].filter((part) => part !== false);
}

/**
 * Says which method won: the best context method against the best baseline, by act F1 or, if no turn has
 * acts, by the text of the answer. If there are no two methods to compare, it says what is missing.
 */
export function describeResult(result: EvaluationResult): string[] {
  const sample = `${formatAmount(result.queries, 'turn')} of ${formatAmount(result.dialogues, 'dialogue')}`;
  const byActs = result.best.filter(({ actF1 }) => actF1.estimate !== null);
  if (byActs.length > 0)
    return byActs.map(({ context, baseline, oracle, actF1 }) =>
      verdictText({
        one: titleOf(result, context),
        other: titleOf(result, baseline),
        measure: 'act F1',
        difference: actF1,
        sample,
        usesLabels: oracle ? [titleOf(result, context)] : [],
      }),
    );
  const compared = result.differences.filter(({ answerRougeL }) => answerRougeL.estimate !== null);
  const [best] = compared.toSorted((a, b) => (b.answerRougeL.estimate ?? 0) - (a.answerRougeL.estimate ?? 0));
  if (best)
    return [
      verdictText({
        one: titleOf(result, best.method),
        other: titleOf(result, best.baseline),
        measure: 'ROUGE-L of the answer',
        difference: best.answerRougeL,
        sample: compared.length > 1 ? `${sample}; best of ${compared.length} methods` : sample,
        usesLabels: best.oracle ? [titleOf(result, best.method)] : [],
      }),
    ];
  return [
    result.queries === 0
      ? 'There is no result: no turn could be tested. Evaluate on more dialogues.'
      : `There is nothing to compare (${sample}). Evaluate at least one baseline and one other method.`,
  ];
}

/** Says how many turns were tested, and on how many dialogues the methods learned. */
export function describeCounts({ queries, queriesWithActs, dialogues, corpus }: EvaluationResult): string {
  const acts =
    queriesWithActs === queries
      ? 'all with acts'
      : queriesWithActs === 0
        ? 'none with acts'
        : `${formatCount(queriesWithActs)} with acts`;
  return `Tested on ${formatAmount(queries, 'turn')} of ${formatAmount(dialogues, 'unseen dialogue')} (${acts}). Trained on ${formatAmount(corpus.train.dialogues, 'dialogue')} with ${formatAmount(corpus.train.turns, 'turn')}.`;
}

/** Says what makes the figures fair, and what their limits are. */
export function describeHonesty(result: EvaluationResult): string {
  const { heldOutBy, run } = result.settings;
  const trained =
    run === null
      ? 'Everything was trained on the training dialogues only.'
      : 'The methods were trained on the training dialogues only, but the tagging run read all dialogues.';
  const how = heldOutBy === null ? '' : ` Test dialogues: ${heldOutBy}.`;
  const { resamples, level } = result.bootstrap;
  return `${trained}${how} Intervals: ${formatSetShare(level)}, by bootstrap over dialogues (${formatCount(resamples)} resamples). Being close to the true answer does not mean that people prefer an answer.`;
}

/** True if a method of the result used the labels it is measured by. */
export function hasOracle(result: EvaluationResult): boolean {
  return result.methods.some((method) => method.oracle);
}

/** Returns the best difference for the list: "+4.1 [+2.0, +6.1]"; null if there is none. */
export function shortBest({ best }: Pick<EvaluationSummary, 'best'>): string | null {
  const [first] = best;
  return first && first.actF1.estimate !== null ? estimateText(first.actF1, true) : null;
}

/** Milliseconds per query: "0.4 ms", "12 ms". */
export function timeText(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 0.05) return '< 0.1 ms';
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
