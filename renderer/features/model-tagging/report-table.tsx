import type { ModelRunReport } from '#shared/contract/model-tagging.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { reportRows } from './sentences.ts';
import '../../ui/lists/report.css';

export function ReportTable({ report }: { readonly report: ModelRunReport }) {
  return (
    <>
      <table className="report">
        <caption className="visually-hidden">Run summary</caption>
        <tbody>
          {reportRows(report).map(({ label, value, hint }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                {hint && <span className="quiet small"> {hint}</span>}
              </th>
              <td className="number">{value}</td>
            </tr>
          ))}
          {report.failures.map(({ kind, count, message }) => (
            <tr key={kind} className="alarm">
              <th scope="row" title={message ?? undefined}>
                Failed: {kind}
              </th>
              <td className="number">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.flagReasons.length > 0 && (
        <ul className="tagging-reasons small">
          {report.flagReasons.map(({ name, count }) => (
            <li key={name}>
              <span>{name}</span>
              <span className="number">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {report.batches.length > 0 && (
        <p className="quiet small">
          Batch files:{' '}
          {report.batches.map(({ state, requests }) => `${formatCount(requests)} ${state}`).join(', ')}.
        </p>
      )}
    </>
  );
}
