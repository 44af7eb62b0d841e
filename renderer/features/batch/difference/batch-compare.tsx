import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchComparison, BatchRun } from '#shared/contract/batch.ts';
import { isClear } from '#shared/domain/answer-figures.ts';
import { figureText, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { Unanswered } from '../../../ui/state/notice.tsx';
import { OracleMark } from '../../comparison/index.ts';
import { rangeText, runOptions, SHOWN_FIGURES } from '../figures.ts';
import { batchQueries } from '../queries.ts';
import { DifferingRows } from './differing-rows.tsx';
import './difference.css';

/** Shows this run minus another one, on the turns that both answered. */
export function BatchCompare({
  run,
  others,
}: {
  readonly run: BatchRun;
  readonly others: readonly BatchRun[];
}) {
  const [chosen, setChosen] = useState<RunId | null>(null);
  const other = others.find((one) => one.run === chosen) ?? others[0];
  if (!other) {
    return <p className="quiet run-note">There is no other batch run to compare with yet.</p>;
  }
  return (
    <div className="stack-2 batch-compared">
      <SelectField
        className="row-1 sheet-choice"
        label="Compare with"
        value={other.run}
        options={runOptions(others)}
        onChange={setChosen}
      />
      <Compared key={other.run} run={run} other={other} />
    </div>
  );
}

/** Shows the figures of both runs, and below them the rows that differ. */
function Compared({ run, other }: { readonly run: BatchRun; readonly other: BatchRun }) {
  const [pair, setPair] = useState<number | null>(null);
  const found = useQuery(batchQueries(useApi().client).compare(run.run, other.run));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Comparing the runs…" />;
  const { pairs } = found.data;
  // Start with the first pair that differs.
  const first = Math.max(
    0,
    pairs.findIndex(({ differing }) => differing > 0),
  );
  const chosen = pair !== null && pair < pairs.length ? pair : first;
  return (
    <>
      <Focusable as="section" className="batch-deltas" aria-label="Comparison with another run">
        <Deltas found={found.data} chosen={chosen} onChoose={setPair} />
      </Focusable>
      {pairs.length > 0 && (
        <DifferingRows run={run} other={other} pairs={pairs} chosen={chosen} onChoose={setPair} />
      )}
    </>
  );
}

function Deltas({
  found,
  chosen,
  onChoose,
}: {
  readonly found: BatchComparison;
  readonly chosen: number;
  readonly onChoose: (pair: number) => void;
}) {
  const { shared, leftOnly, rightOnly, pairs, differences } = found;
  return (
    <>
      <p className="run-note">
        In both runs: {formatCount(shared)}. Only in this run: {formatCount(leftOnly)}. Only in the other:{' '}
        {formatCount(rightOnly)}.{' '}
        {differences.length > 0 && <span className="quiet">Settings differ: {differences.join(' ')}</span>}
      </p>
      {pairs.length === 0 && <p className="quiet run-note">The runs have no method in common.</p>}
      {pairs.length > 0 && (
        <table className="run-figures">
          <caption className="visually-hidden">This run minus the other, with 95 % intervals</caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col" className="run-number">
                differ
              </th>
              {SHOWN_FIGURES.map(({ id, label, explanation }) => (
                <th key={id} scope="col" className="run-number" title={explanation}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair, at) => (
              <tr key={pair.left.key}>
                <th scope="row">
                  {pair.left.title}
                  {(pair.left.usesLabels || pair.right.usesLabels) && (
                    <>
                      {' '}
                      <OracleMark />
                    </>
                  )}
                  {pair.left.key !== pair.right.key && (
                    <span className="run-range">against {pair.right.title}</span>
                  )}
                </th>
                <td className="run-number">
                  <Button
                    small
                    aria-pressed={at === chosen}
                    aria-label={`${formatCount(pair.differing)} answers differ: show those of ${pair.left.title}`}
                    onClick={() => onChoose(at)}
                  >
                    {formatCount(pair.differing)}
                  </Button>
                </td>
                {SHOWN_FIGURES.map(({ id, digits }) => {
                  const delta = pair.figures.difference[id];
                  return (
                    <td
                      key={id}
                      className={`run-number ${isClear(delta) ? 'run-clear' : ''}`}
                      title={`${figureText(pair.figures.left[id].estimate, { digits })} and ${figureText(pair.figures.right[id].estimate, { digits })}`}
                    >
                      {figureText(delta.estimate, { digits, signed: true })}
                      <span className="run-range">{rangeText(delta, digits)}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="quiet small run-note">
        This run minus the other, on the same turns. Bold: the difference is significant. Point at a figure to
        see both values.
      </p>
    </>
  );
}
