import type { DifferingRow } from '#shared/contract/batch.ts';
import { figureText } from '#shared/domain/figure-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { AnswerText, DifferenceLegend } from '../../comparison/index.ts';
import { measuredDifference, measuredValue, SORTED } from '../figures.ts';
import './difference.css';

/** "Random, run 4". */
export const ofRun = (number: number, title: string): string => `${title}, run ${number}`;

/** Shows one row of two runs: both answers in full with their differences, and all figures. */
export function DifferingRowDetails({
  row,
  titles,
  onClose,
}: {
  readonly row: DifferingRow;
  /** The titles of this run's column and the other's. */
  readonly titles: readonly [string, string];
  readonly onClose: () => void;
}) {
  const { left, right } = row;
  return (
    <Dialog
      title={`${row.externalId}, turn ${row.round + 1}`}
      width="wide"
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <div className="stack-2">
        <h3>Asked</h3>
        <p className="utterance">{row.asked}</p>
        <h3>What was said</h3>
        <p className="utterance">{row.truth}</p>
        <DifferenceLegend of="the other run's answer" />
        <div className="batch-sides">
          {[left, right].map((side, at) => (
            <section key={titles[at]} aria-label={titles[at]}>
              <h3>{titles[at]}</h3>
              {side.problem && <Notice kind="warning">{side.problem}</Notice>}
              {side.answer && (
                <AnswerText
                  text={side.answer}
                  truth={(at === 0 ? right : left).answer || null}
                  of="the other run's answer"
                />
              )}
            </section>
          ))}
        </div>
        <table className="run-figures">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {[...titles, 'Difference'].map((title) => (
                <th key={title} scope="col" className="run-number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SORTED.map(({ value: by, label, digits }) => (
              <tr key={by}>
                <th scope="row">{label}</th>
                <td className="run-number">{figureText(measuredValue(left, by), { digits })}</td>
                <td className="run-number">{figureText(measuredValue(right, by), { digits })}</td>
                <td className="run-number">
                  {figureText(measuredDifference(left, right, by), { digits, signed: true })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
