import type { EstimateValue, EvaluatedMethodFigures } from '#shared/contract/evaluation.ts';

const NONE: EstimateValue = { estimate: null, lower: null, upper: null };

export function estimate(value: number, reach = 1): EstimateValue {
  return { estimate: value, lower: value - reach, upper: value + reach };
}

/** Returns an evaluated method with only some figures measured, for tests. */
export function testMethod(
  name: string,
  figures: Partial<EvaluatedMethodFigures> = {},
): EvaluatedMethodFigures {
  return {
    name,
    title: name.toUpperCase(),
    kind: 'baseline',
    encoder: null,
    oracle: false,
    actF1: NONE,
    actF1Returned: NONE,
    dialogueActF1: NONE,
    rougeL: { best: NONE, mean: NONE },
    sentenceBleu: { best: NONE, mean: NONE },
    corpusBleu: { first: NONE, consensus: NONE, best: NONE },
    answer: { actF1: NONE, rougeL: NONE, bleu: NONE },
    returned: NONE,
    full: NONE,
    timeMs: { median: null, p95: null },
    stops: [],
    stopsAt: [],
    ...figures,
  };
}
