import type { EvaluationResult } from '#shared/contract/evaluation.ts';
import { known } from '#shared/domain/known.ts';
import { titleOf } from './figures.ts';
import { IntervalPlot } from './plot/interval-plot.tsx';

/** Every method minus the baseline, on the same turns. */
export function Differences({ result }: { readonly result: EvaluationResult }) {
  const { differences } = result;
  if (differences.length === 0) return null;
  const acts = differences.some((difference) => difference.actF1.estimate !== null);
  const rows = differences
    .map((difference) => ({
      name: difference.method,
      title: titleOf(result, difference.method),
      kind: result.methods.find((method) => method.name === difference.method)?.kind ?? 'baseline',
      oracle: difference.oracle,
      value: acts ? difference.actF1 : difference.answerRougeL,
    }))
    .sort(
      (a, b) =>
        (b.value.estimate ?? Number.NEGATIVE_INFINITY) - (a.value.estimate ?? Number.NEGATIVE_INFINITY),
    );
  const figure = acts ? 'Act F1 of the examples' : 'ROUGE-L of the answer';
  const baseline = titleOf(result, known(differences[0], 'difference').baseline);
  return (
    <section aria-label="Differences from the baseline">
      <h3>Minus {baseline}</h3>
      <p className="quiet small">
        {figure}, on the same turns. Where an interval holds 0, the two are not told apart.
      </p>
      <IntervalPlot
        label={`${figure} minus ${baseline}`}
        unit="points of difference, with 95 % intervals"
        rows={rows}
        difference
      />
    </section>
  );
}
