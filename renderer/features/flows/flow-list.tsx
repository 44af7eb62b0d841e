import type { DescribedFlow } from '#shared/contract/flows.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { openFlow } from './flows-state.ts';

export function FlowList({
  flows,
  open,
  onImport,
  onNew,
  onDraft,
}: {
  readonly flows: readonly DescribedFlow[];
  readonly open: string;
  readonly onImport: () => void;
  readonly onNew: () => void;
  readonly onDraft: () => void;
}) {
  return (
    <nav className="panel flow-list" aria-label="All flows">
      <div className="panel-head">
        <h2>{formatAmount(flows.length, 'flow')}</h2>
        <span />
        <Button small onClick={onDraft}>
          Draft…
        </Button>
        <Menu
          label="Other flows"
          buttonLabel="Add a flow"
          className="button button-small button-icon"
          entries={[
            { kind: 'action', label: 'Import flows…', onSelect: onImport },
            { kind: 'action', label: 'New flow', onSelect: onNew },
          ]}
        >
          <Icon name="plus" />
        </Menu>
      </div>
      <ul className="scroll">
        {flows.map((flow) => (
          <li key={flow.name}>
            <button
              type="button"
              className="stack wide flow-name"
              aria-current={flow.name === open}
              onClick={() => openFlow(flow.name)}
            >
              <span className="row-1">
                <strong className="clip">{flow.name}</strong>
                {flow.errors > 0 && <Icon name="alert" />}
              </span>
              <span className="quiet small">{factsOf(flow)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** "7 nodes, 3 warnings, written by hand". */
function factsOf({ nodes, errors, warnings, origins: { drafted, changed, written } }: DescribedFlow): string {
  const problems = [
    errors > 0 && formatAmount(errors, 'error'),
    warnings > 0 && formatAmount(warnings, 'warning'),
  ];
  const origins = [
    drafted > 0 && `${drafted} drafted`,
    changed > 0 && `${changed} changed`,
    drafted + changed > 0 && written > 0 && `${written} by hand`,
  ];
  return [formatAmount(nodes, 'node'), ...problems, ...origins].filter(Boolean).join(', ');
}
