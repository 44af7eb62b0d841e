import type { LearnResult } from '#shared/contract/automata.ts';
import { Warnings } from '../../ui/state/notice.tsx';
import { reportRows } from './learn-form.ts';
import { ReachReport } from './reach.tsx';
import { StateDecisions } from './state-decisions.tsx';
import './learn.css';
import '../../ui/lists/report.css';

/** Shows the counts of learning in order, and a warning if one state contains most of the rest. */
export function LearnReport({ report }: { readonly report: Omit<LearnResult, 'automaton'> }) {
  return (
    <>
      <Warnings list={[...report.advice.map(({ message }) => message), ...report.warnings]} />
      <table className="report">
        <tbody>
          {reportRows(report).map((row) => (
            <tr key={row.label} className={row.alarm ? 'alarm' : row.label === 'States' ? 'main' : undefined}>
              <th scope="row">{row.label}</th>
              <td className="number">{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.reach && <ReachReport reach={report.reach} />}
      <StateDecisions />
    </>
  );
}
