import type { ReactNode } from 'react';
import type { EvaluatedMethodFigures, EvaluationResult } from '#shared/contract/evaluation.ts';
import { bracketText, figureText, formatShare } from '#shared/domain/figure-text.ts';
import { BEST_NOTE, bestClass, bestOf, SortHead } from '../../ui/lists/sort-head.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { KindMark } from '../columns/index.ts';
import { OracleMark } from '../comparison/index.ts';
import {
  changeLooks,
  FIGURE_GROUPS,
  FIGURES,
  nextSorting,
  type SortKey,
  sortMethods,
  timeText,
  useLooks,
} from './figures.ts';

/** A table of methods by figures with their intervals. Click a head to sort. */
export function FiguresTable({ result }: { readonly result: EvaluationResult }) {
  const sorting = useLooks((state) => state.sorting);
  const methods = sortMethods(result.methods, sorting);
  const bestBy = (of: (method: EvaluatedMethodFigures) => number | null, wanted?: 'least') =>
    bestOf(methods.map(of), wanted);
  const best = {
    figures: new Map(FIGURES.map(({ id, of }) => [id, bestBy((method) => of(method).estimate)])),
    returned: bestBy((method) => method.returned.estimate),
    full: bestBy((method) => method.full.estimate),
    time: bestBy((method) => method.timeMs.median, 'least'),
  };
  return (
    <section aria-label="Figures">
      <h3>Figures</h3>
      <Focusable as="section" className="figures-frame" aria-label="All methods">
        <table className="figures">
          <caption className="visually-hidden">
            Figures of every method, 0 to 100, with 95 % intervals
          </caption>
          <thead>
            <tr>
              <td />
              {FIGURE_GROUPS.map((group) => (
                <th
                  key={group.title}
                  scope="colgroup"
                  colSpan={group.figures.length}
                  className="figures-group"
                >
                  {group.title}
                </th>
              ))}
              <td colSpan={3} />
            </tr>
            <tr>
              <FigureHead id="method" title="Sort by name">
                Method
              </FigureHead>
              {FIGURES.map((figure) => (
                <FigureHead key={figure.id} id={figure.id} title={figure.explanation} number>
                  {figure.label}
                </FigureHead>
              ))}
              <FigureHead id="returned" title="Mean number of examples per turn" number>
                Returned
              </FigureHead>
              <FigureHead id="full" title="Share of turns that got all the examples requested" number>
                Complete
              </FigureHead>
              <FigureHead id="time" title="Median time of a query" number>
                Time
              </FigureHead>
            </tr>
          </thead>
          <tbody>
            {methods.map((method) => (
              <MethodRow key={method.name} method={method} examples={result.examples} best={best} />
            ))}
          </tbody>
        </table>
      </Focusable>
      <p className="quiet small">
        {BEST_NOTE}
        {methods.some(({ oracle }) => oracle) &&
          ' A method that uses the correct labels has an unfair advantage.'}
      </p>
    </section>
  );
}

/** The best value of each column; null if none is best. */
interface BestValues {
  readonly figures: ReadonlyMap<string, number | null>;
  readonly returned: number | null;
  readonly full: number | null;
  readonly time: number | null;
}

function MethodRow({
  method,
  examples,
  best,
}: {
  readonly method: EvaluatedMethodFigures;
  readonly examples: number;
  readonly best: BestValues;
}) {
  const mark = (value: number | null, top: number | null | undefined): string =>
    bestClass(value, top ?? null);
  return (
    <tr>
      <th scope="row">
        <span className="figures-method">
          <KindMark kind={method.kind} named={false} />
          <span>
            {method.title}
            <span className="visually-hidden">, {method.name}</span>
            {method.oracle && (
              <>
                {' '}
                <OracleMark />
              </>
            )}
          </span>
        </span>
      </th>
      {FIGURES.map((figure) => {
        const value = figure.of(method);
        return (
          <td key={figure.id} className="number">
            <span className={mark(value.estimate, best.figures.get(figure.id))}>
              {figureText(value.estimate)}
            </span>
            <span className="figures-interval">{bracketText(value)}</span>
          </td>
        );
      })}
      <td className="number">
        <span className={mark(method.returned.estimate, best.returned)}>
          {figureText(method.returned.estimate)} of {examples}
        </span>
      </td>
      <td className={`number ${mark(method.full.estimate, best.full)}`}>
        {method.full.estimate === null ? '–' : formatShare(method.full.estimate / 100)}
      </td>
      <td
        className={`number ${mark(method.timeMs.median, best.time)}`}
        title={method.timeMs.p95 === null ? undefined : `95th percentile ${timeText(method.timeMs.p95)}`}
      >
        {timeText(method.timeMs.median)}
      </td>
    </tr>
  );
}

function FigureHead({
  id,
  title,
  number = false,
  children,
}: {
  readonly id: SortKey;
  readonly title: string;
  readonly number?: boolean;
  readonly children: ReactNode;
}) {
  const sorting = useLooks((state) => state.sorting);
  return (
    <SortHead
      title={title}
      className={number ? 'number' : ''}
      sorted={sorting.key === id}
      descending={sorting.descending}
      onSort={() => changeLooks({ sorting: nextSorting(sorting, id) })}
    >
      {children}
    </SortHead>
  );
}
