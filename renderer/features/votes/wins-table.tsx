import type { VoteRanking } from '#shared/contract/votes.ts';
import { Focusable } from '../../ui/panes/focusable.tsx';

/** Each column against each other: won, tied (both bad among them), lost. */
export function WinsTable({ ranking: { columns, wins } }: { readonly ranking: VoteRanking }) {
  const cell = (row: string, column: string): string => {
    const one = wins.find(({ first, second }) => first === row && second === column);
    if (one) return `${one.won} · ${one.tied + one.bothBad} · ${one.lost}`;
    const other = wins.find(({ first, second }) => first === column && second === row);
    return other ? `${other.lost} · ${other.tied + other.bothBad} · ${other.won}` : '–';
  };
  return (
    <Focusable as="section" className="vote-table-frame" aria-label="Wins against each other">
      <h3>Against each other</h3>
      <p className="quiet small">The row’s column won · tied or both bad · lost against the one above.</p>
      <table className="vote-table">
        <thead>
          <tr>
            <td />
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.title}</th>
              {columns.map(({ key }) => (
                <td key={key}>{key === row.key ? '' : cell(row.key, key)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Focusable>
  );
}
