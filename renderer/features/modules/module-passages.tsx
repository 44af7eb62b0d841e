import type { ReactNode } from 'react';
import type { ModulePassage, ModuleResult } from '#shared/contract/modules.ts';
import { Notice } from '../../ui/state/notice.tsx';

interface ModulePassagesProps {
  readonly result: ModuleResult;
  readonly action?: (passage: ModulePassage, number: number) => ReactNode;
}

export function ModulePassages({ result, action }: ModulePassagesProps) {
  const { passages, fault, remark, sent, name } = result;
  return (
    <div className="stack-2 shrink">
      {fault !== null && <Notice kind="warning">{fault}</Notice>}
      {passages.length > 0 && (
        <ol className="stack-2" aria-label={`From ${name}`}>
          {passages.map((passage, index) => (
            <li key={`${passage.place} ${passage.text}`}>
              <div className="row-2 apart small">
                <span className="quiet clip" title={passage.place}>
                  {passage.place}
                </span>
                {action?.(passage, index + 1)}
              </div>
              <p className="module-text breaks scrolls indent-2 pre-wrap quote">{passage.text}</p>
            </li>
          ))}
        </ol>
      )}
      {fault === null && passages.length === 0 && remark === null && (
        <p className="quiet small">Nothing was found.</p>
      )}
      {remark !== null && <p className="quiet small">{remark}</p>}
      {sent !== null && sent.length > 0 && (
        <details className="small">
          <summary>What was sent</summary>
          <dl className="module-sent breaks">
            {sent.map((argument) => (
              <div key={argument.name}>
                <dt className="mono">{argument.name}</dt>
                <dd>{argument.value === '' ? '(nothing)' : argument.value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
