import './flows.css';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import type { DescribedFlow } from '#shared/contract/flows.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useCommand, useKeyScope } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { EmptyState, Unanswered } from '../../ui/state/notice.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { DraftDialog } from './draft-dialog.tsx';
import { flowCommands, flowQueries, openFlow, useFlows } from './flows-state.ts';
import { OpenFlow } from './open-flow.tsx';
import { useFlowEdits } from './use-flow-editor.ts';

interface FlowListProps {
  readonly flows: readonly DescribedFlow[];
  readonly open: string;
  readonly onImport: () => void;
  readonly onNew: () => void;
  readonly onDraft: () => void;
}

export function FlowList({ flows, open, onImport, onNew, onDraft }: FlowListProps) {
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
            { label: 'Import flows…', onSelect: onImport },
            { label: 'New flow', onSelect: onNew },
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
              className="stack wide flow-name lights pad-2-3 no-fill pointer to-start"
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

export function FlowsView() {
  const flows = useQuery(flowQueries.list);
  useKeyScope('flows');
  if (!flows.data) return <Unanswered of={flows} loading="Loading the flows…" />;
  return <Flows flows={flows.data} />;
}

function Flows({ flows }: { readonly flows: readonly DescribedFlow[] }) {
  const { take, chooseFiles, add } = useFlowEdits();
  const wanted = useFlows((state) => state.open);
  const [isOver, setOver] = useState(false);
  const newFlow = (): void => add(flows.map(({ name }) => name));
  useCommand(flowCommands.import, chooseFiles);
  useCommand(flowCommands.new, newFlow);
  const draft = (): void => openDialog(DraftDialog, { into: wanted });
  useCommand(flowCommands.draft, draft);
  const open = flows.find(({ name }) => name === wanted) ?? flows[0];
  return (
    <section
      className={`fill flows ${isOver ? 'flows-over' : ''}`}
      aria-label="Flows"
      onDragOver={(event: DragEvent) => setOver(event.dataTransfer.types.includes('Files'))}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        // Otherwise the page would import the files as transcripts.
        event.preventDefault();
        take([...event.dataTransfer.files]);
      }}
    >
      {open ? (
        <>
          <FlowList flows={flows} open={open.name} onImport={chooseFiles} onNew={newFlow} onDraft={draft} />
          <OpenFlow key={open.name} described={open} />
        </>
      ) : (
        <EmptyState
          title="No flows yet"
          action={
            <div className="row-2">
              <Button kind="primary" onClick={draft}>
                Draft a flow…
              </Button>
              <Button onClick={chooseFiles}>Import flows…</Button>
              <Button onClick={newFlow}>New flow</Button>
            </div>
          }
        >
          A flow describes how a dialogue should go: what to ask, look up and say. Draft a flow from your
          dialogues, import a JSON file, or draw a new flow.
        </EmptyState>
      )}
    </section>
  );
}
