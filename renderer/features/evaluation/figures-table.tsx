import type { EvaluatedMethodFigures, EvaluationResult } from '#shared/contract/evaluation.ts';
import { bracketText, figureText, formatShare } from '#shared/domain/figure-text.ts';
import { BEST_NOTE, bestClass, bestOf, FigureTable } from '../../ui/lists/figure-table.tsx';
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
      <Focusable as="section" className="focus-inside scrolls rounded outline full" aria-label="All methods">
        <FigureTable
          className="figures"
          caption="Scores for every method (0 to 100), with 95 % intervals"
          groups={
            <tr>
              <td />
              {FIGURE_GROUPS.map((group) => (
                <th
                  key={group.title}
                  scope="colgroup"
                  colSpan={group.figures.length}
                  className="figures-group quiet line-before"
                >
                  {group.title}
                </th>
              ))}
              <td colSpan={3} />
            </tr>
          }
          columns={[
            {
              name: 'Method',
              help: 'Sort by name',
              sort: 'method',
              isName: true,
              value: (method) => <MethodName method={method} />,
            },
            ...FIGURES.map(({ id, label, explanation, of }) => ({
              ...{ name: label, help: explanation, sort: id, className: 'number' },
              value: (method: EvaluatedMethodFigures) => (
                <>
                  <span className={bestClass(of(method).estimate, best.figures.get(id) ?? null)}>
                    {figureText(of(method).estimate)}
                  </span>
                  <span className="quiet small block">{bracketText(of(method))}</span>
                </>
              ),
            })),
            {
              name: 'Returned',
              help: 'Mean number of examples per turn',
              sort: 'returned',
              className: 'number',
              value: ({ returned: { estimate } }) => (
                <span className={bestClass(estimate, best.returned)}>
                  {figureText(estimate)} of {result.examples}
                </span>
              ),
            },
            {
              name: 'Complete',
              help: 'Share of turns for which all requested examples were found',
              sort: 'full',
              className: 'number',
              cellClass: ({ full }) => bestClass(full.estimate, best.full),
              value: ({ full }) => (full.estimate === null ? '–' : formatShare(full.estimate / 100)),
            },
            {
              name: 'Time',
              help: 'Median time per query',
              sort: 'time',
              className: 'number',
              cellClass: ({ timeMs }) => bestClass(timeMs.median, best.time),
              title: ({ timeMs: { p95 } }) => (p95 === null ? undefined : `95th percentile ${timeText(p95)}`),
              value: ({ timeMs }) => timeText(timeMs.median),
            },
          ]}
          rows={methods}
          keyOf={({ name }) => name}
          sorting={{
            by: sorting.key,
            descending: sorting.descending,
            onSort: (key: SortKey) => changeLooks({ sorting: nextSorting(sorting, key) }),
          }}
        />
      </Focusable>
      <p className="quiet small">
        {BEST_NOTE}
        {methods.some(({ oracle }) => oracle) &&
          ' A method that uses the correct labels has an unfair advantage.'}
      </p>
    </section>
  );
}

function MethodName({ method }: { readonly method: EvaluatedMethodFigures }) {
  return (
    <span className="figures-method flex on-baseline">
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
  );
}
