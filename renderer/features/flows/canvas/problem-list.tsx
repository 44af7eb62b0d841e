import { formatAmount } from '#shared/domain/figure-text.ts';
import type { FlowProblem } from '#shared/domain/flow.ts';
import { Icon } from '../../../ui/text/icon.tsx';
import { selectNode } from '../flows-state.ts';

const SHOWN = 100;

interface ProblemListProps {
  readonly problems: readonly FlowProblem[];
  readonly node: string | null;
}

export function ProblemList({ problems, node: only }: ProblemListProps) {
  const own = problems.filter(({ node }) => only === null || node === only);
  if (own.length === 0) {
    return (
      <p className="quiet small">{only === null ? 'No problems found.' : 'No problems at this node.'}</p>
    );
  }
  const sorted = own.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  return (
    <section className="stack-2" aria-label="Problems">
      <h3>{formatAmount(own.length, 'problem')}</h3>
      <ul className="stack-2">
        {sorted.slice(0, SHOWN).map(({ severity, kind, node, value, message, nextStep }) => (
          <li key={`${kind} ${node} ${value}`} className={`small flex gap-2 flow-problem-${severity}`}>
            <Icon name={severity === 'error' ? 'alert' : 'info'} />
            <span>
              <span className="visually-hidden">{severity === 'error' ? 'Error: ' : 'Warning: '}</span>
              {message} <span className="quiet">{nextStep}</span>{' '}
              {node !== null && node !== only && (
                <button type="button" className="link" onClick={() => selectNode(node)}>
                  Go to node {node}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {own.length > SHOWN && <p className="quiet small">Only the first {SHOWN} are listed.</p>}
    </section>
  );
}
