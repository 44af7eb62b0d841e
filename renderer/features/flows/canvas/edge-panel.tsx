import { useState } from 'react';
import { labelOf } from '#shared/algorithms/flows/drafting/merge-draft.ts';
import { addEdge, nodeText, putEdge, removeEdge } from '#shared/algorithms/flows/edit-flow.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import { draftedEdge, type Flow, type FlowDraft } from '#shared/domain/flow.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Form, TextField } from '../../../ui/inputs/field.tsx';
import { KeptField } from '../../../ui/inputs/kept-field.tsx';
import { selectNode } from '../flows-state.ts';
import { DialoguesOf } from '../history/replay-panel.tsx';
import type { EditFlow } from '../use-flow-editor.ts';

const CONNECT_FIELD = 'flow-connect';

interface ConnectFieldProps {
  readonly flow: Flow;
  readonly source: string;
  readonly edit: EditFlow;
}

export function ConnectField({ flow, source, edit }: ConnectFieldProps) {
  const [typed, setTyped] = useState('');
  const target = typed.trim();
  const isThere = flow.nodes.some(({ id }) => id === target);
  return (
    <Form
      className="row-2 flow-connect"
      onSubmit={() => {
        if (!isThere) return;
        edit(`Connect node ${source} to node ${target}`, (now) => addEdge(now, source, target));
        setTyped('');
      }}
    >
      <TextField
        label="Connect to node"
        list={`${CONNECT_FIELD}-nodes`}
        data-flow-connect=""
        value={typed}
        error={target === '' || isThere ? null : `There is no node ${target}.`}
        onChange={setTyped}
      />
      <datalist id={`${CONNECT_FIELD}-nodes`}>
        {flow.nodes.map((node) => (
          <option key={node.id} value={node.id}>
            {nodeText(node)}
          </option>
        ))}
      </datalist>
      <Button type="submit" small disabled={!isThere}>
        Connect
      </Button>
    </Form>
  );
}

interface EdgeItemsProps {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly source: string;
  /** Index of the edge, if only one is shown. */
  readonly only?: number;
  readonly edit: EditFlow;
}

export function EdgeItems({ flow, draft, source, only, edit }: EdgeItemsProps) {
  const edges = flow.edges
    .map((edge, at) => ({ ...edge, at }))
    .filter((edge) => (only === undefined ? edge.source === source : edge.at === only));
  if (edges.length === 0) return <p className="quiet small">The flow ends here.</p>;
  return (
    <ul className="stack-2">
      {edges.map(({ at, target, condition }) => {
        const node = flow.nodes.find(({ id }) => id === target);
        return (
          <li key={`${at} ${target}`} className="flow-edge-item grid">
            <KeptField
              label={`To node ${target} when`}
              value={condition ?? ''}
              placeholder="no other condition is true"
              onKeep={(value) =>
                edit(`Change the condition of the edge from node ${source} to node ${target}`, (now) =>
                  putEdge(now, at, { source, target, ...(value.trim() ? { condition: value.trim() } : {}) }),
                )
              }
            />
            <IconButton
              icon="chevron-right"
              small
              label={`Go to node ${target}`}
              disabled={!node}
              onClick={() => selectNode(target)}
            />
            <IconButton
              icon="trash"
              small
              label={`Remove the edge to node ${target}`}
              onClick={() =>
                edit(`Remove the edge from node ${source} to node ${target}`, (now) => removeEdge(now, at))
              }
            />
            {node && <span className="span-all quiet small clip">{nodeText(node)}</span>}
            <DraftedEdge flow={flow} draft={draft} edge={{ source, target }} />
          </li>
        );
      })}
    </ul>
  );
}

interface DraftedEdgeProps {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly edge: { readonly source: string; readonly target: string };
}

function DraftedEdge({ flow, draft, edge }: DraftedEdgeProps) {
  const drafted = draftedEdge(draft, edge);
  const labels = [edge.source, edge.target].map((end) => {
    const node = draft?.nodes.find((one) => one.node.id === end)?.node;
    return node && labelOf(node);
  });
  if (!draft || !drafted || labels.some((label) => label === undefined)) return null;
  return (
    <div className="span-all">
      <DialoguesOf flow={flow.name} labels={labels.flatMap((label) => label ?? [])}>
        {`${formatShare(drafted.dialogues / Math.max(1, draft.dialogues))} of the dialogues take this edge`}
      </DialoguesOf>
    </div>
  );
}
