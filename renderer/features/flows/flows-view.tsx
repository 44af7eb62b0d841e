import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import type { DescribedFlow } from '#shared/contract/flows.ts';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { useCommand, useKeyScope } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, Unanswered } from '../../ui/state/notice.tsx';
import { flowCommands } from './commands.ts';
import { DraftDialog } from './draft-dialog.tsx';
import { FlowList } from './flow-list.tsx';
import { useFlows } from './flows-state.ts';
import { OpenFlow } from './open-flow.tsx';
import { flowQueries } from './queries.ts';
import { useFlowEdits } from './use-flow-edits.ts';
import './flows.css';

/** The flows of the project: how dialogues should go, compared with how they go. */
export function FlowsView() {
  const flows = useQuery(flowQueries(useApi().client).list);
  useKeyScope('flows');
  if (!flows.data) return <Unanswered of={flows} loading="Reading the flows…" />;
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
      className={`flows ${isOver ? 'flows-over' : ''}`}
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
          A flow says how a dialogue should go: what to ask, look up and say. Draft one from your dialogues,
          import a JSON file, or draw one.
        </EmptyState>
      )}
    </section>
  );
}
