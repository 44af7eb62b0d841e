import type { WorksheetProblem } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import { placeText } from './problems.ts';

/** Maximum number of problems in the list; of the others only the count is shown. */
const MOST = 200;

/** Lists all problems. Clicking one opens its cell. */
export function ProblemList({
  set,
  problems,
  onGo,
}: {
  readonly set: WorksheetSet;
  readonly problems: readonly WorksheetProblem[];
  readonly onGo: (index: number) => void;
}) {
  if (problems.length === 0 || set.worksheets.length === 0) return null;
  return (
    <section className="worksheets-problems" aria-label="Problems">
      <ul>
        {problems.slice(0, MOST).map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows of one name may have the same problem
          <li key={`${index} ${problem.message}`}>
            <button type="button" className="worksheets-problem" onClick={() => onGo(index)}>
              <span className={problem.level === 'error' ? 'worksheets-errors' : 'worksheets-warnings'}>
                {problem.level === 'error' ? 'Error' : 'Warning'}
              </span>
              <span className="mono">{[problem.worksheet, problem.field].filter(Boolean).join('.')}</span>
              <span className="clip" title={problem.message}>
                {[problem.cell, placeText(problem)].filter(Boolean).join(', ')}
                {problem.cell !== null && ': '}
                {problem.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {problems.length > MOST && (
        <p className="quiet small">and {formatAmount(problems.length - MOST, 'problem')} more</p>
      )}
    </section>
  );
}
