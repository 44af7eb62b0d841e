import type { EvaluationResult } from '#shared/contract/evaluation.ts';
import { Select } from '../../../ui/inputs/field.tsx';
import type { MethodKind } from '../../columns/index.ts';
import { KindMark } from '../../columns/index.ts';
import { FIGURES, figureOf, figureTitle, openingFigure, sortMethods } from '../figures.ts';
import { changeLooks, useLooks } from '../looks.ts';
import { IntervalPlot } from './interval-plot.tsx';
import './plot.css';

const KINDS: readonly MethodKind[] = ['context', 'paper', 'baseline'];

/** Plots one figure of every method with its interval, highest first. */
export function FiguresPlot({ result }: { readonly result: EvaluationResult }) {
  const chosen = useLooks((state) => state.figure) ?? openingFigure(result.methods);
  const figure = figureOf(chosen);
  const rows = sortMethods(result.methods, { key: figure.id, descending: true }).map((method) => ({
    name: method.name,
    title: method.title,
    kind: method.kind,
    oracle: method.oracle,
    value: figure.of(method),
  }));
  return (
    <section aria-label="Plot of one figure">
      <div className="plot-head">
        <h3>Chart</h3>
        <label className="small">
          <span className="visually-hidden">Figure</span>
          <Select
            value={figure.id}
            options={FIGURES.map((other) => ({ value: other.id, label: figureTitle(other) }))}
            onChange={(id) => changeLooks({ figure: id })}
          />
        </label>
        <span className="plot-kinds small">
          {KINDS.map((kind) => (
            <KindMark key={kind} kind={kind} />
          ))}
        </span>
      </div>
      <p className="quiet small">{figure.explanation}</p>
      <IntervalPlot
        label={figureTitle(figure)}
        unit={`${figure.label}, 0 to 100, with 95 % intervals`}
        rows={rows}
      />
    </section>
  );
}
