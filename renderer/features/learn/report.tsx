import type { LearnResult } from '#shared/contract/automata.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import { Notice, Warnings } from '../../ui/state/notice.tsx';
import { LARGE_SHARE, reportRows } from './learn-form.ts';
import { ReachReport } from './reach.tsx';
import './learn.css';

/** What learning gave: the counts in order, and an alarm where one state swallows the rest. */
export function LearnReport({ report }: { readonly report: Omit<LearnResult, 'automaton'> }) {
  return (
    <>
      {report.largestStateShare > LARGE_SHARE && (
        <Notice kind="warning">
          One state holds {formatShare(report.largestStateShare)} of all visits, so the automaton tells little
          apart. Learn again with a larger λ, or without merging.
        </Notice>
      )}
      <Warnings list={report.warnings} />
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
    </>
  );
}
