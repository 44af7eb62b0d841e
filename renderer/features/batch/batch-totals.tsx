import { useQuery } from '@tanstack/react-query';
import type { BatchRun } from '#shared/contract/batch.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { figureText, formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { rangeText, SHOWN_FIGURES, totalCostText } from './figures.ts';
import { batchQueries } from './queries.ts';

/** Every column in total, each figure with its interval. */
export function BatchTotals({ run }: { readonly run: BatchRun }) {
  const found = useQuery(batchQueries(useApi().client).summary(run.run));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Working out the totals…" />;
  const { columns, dialogues, items, encoder, bootstrap } = found.data;
  return (
    <Focusable as="section" className="run-scroll" aria-label="Totals">
      <table className="run-figures">
        <caption className="visually-hidden">Totals of every column, with 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            {SHOWN_FIGURES.map(({ id, label, explanation }) => (
              <th key={id} scope="col" className="run-number" title={explanation}>
                {label}
              </th>
            ))}
            <th
              scope="col"
              className="run-number"
              title="Distinct words over all, of all answers; no interval"
            >
              distinct-1
            </th>
            <th scope="col" className="run-number" title="Distinct pairs of words over all; no interval">
              distinct-2
            </th>
            <th scope="col" className="run-number" title="Tokens the models took, in and out">
              model tokens
            </th>
            <th scope="col" className="run-number">
              cost
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => {
            const { tokens, rows } = column;
            const asksModel = modelOf(column.column) !== null;
            return (
              <tr key={column.key}>
                <th scope="row">{column.title}</th>
                {SHOWN_FIGURES.map(({ id, digits }) => (
                  <td key={id} className="run-number">
                    {figureText(column.figures[id].estimate, { digits })}
                    <span className="run-range">{rangeText(column.figures[id], digits)}</span>
                  </td>
                ))}
                <td className="run-number">{figureText(column.distinct1, { digits: 3 })}</td>
                <td className="run-number">{figureText(column.distinct2, { digits: 3 })}</td>
                <td className="run-number">
                  {!asksModel
                    ? '–'
                    : tokens.unknown === rows
                      ? 'unknown'
                      : `${formatCount(tokens.input)} / ${formatCount(tokens.output)}`}
                </td>
                <td className="run-number">{totalCostText(column.cost, rows)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="quiet small run-note">
        {formatAmount(items, run.settings.answering.unit === 'next-turn' ? 'round' : 'dialogue')} of{' '}
        {formatAmount(dialogues, 'dialogue')}. Intervals: {100 * bootstrap.level} %, by bootstrap over
        dialogues ({formatCount(bootstrap.resamples)} resamples, seed {bootstrap.seed}); all columns see the
        same draws. Embedding similarity by {encoder}. A row without an answer counts 0. BERTScore, BLEURT and
        QualityAdapt are not computed.
      </p>
    </Focusable>
  );
}
