import type { FlowProblem } from '#shared/algorithms/flows/validate-flow.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { Icon } from '../../ui/text/icon.tsx';

/** What is wrong with a flow, errors first. */
export function ProblemList({ problems }: { readonly problems: readonly FlowProblem[] }) {
  if (problems.length === 0) return <p className="quiet">No problems found.</p>;
  const sorted = problems.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  return (
    <section className="stack-2" aria-label="Problems">
      <h3>{formatAmount(problems.length, 'problem')}</h3>
      <ul className="stack-2">
        {sorted.map(({ severity, kind, node, value, message, nextStep }) => (
          <li key={`${kind} ${node} ${value}`} className={`flow-problem flow-problem-${severity}`}>
            <Icon name={severity === 'error' ? 'alert' : 'info'} />
            <span>
              <span className="visually-hidden">{severity === 'error' ? 'Error: ' : 'Warning: '}</span>
              {message} <span className="quiet">{nextStep}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
