import { useState } from 'react';
import { addEdge, nodeText } from '#shared/algorithms/flows/edit-flow.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import type { EditFlow } from '../use-flow-editor.ts';

const CONNECT_FIELD = 'flow-connect';

/** Adds an edge without dragging: the id of the target node is typed or chosen. */
export function ConnectField({
  flow,
  source,
  edit,
}: {
  readonly flow: Flow;
  readonly source: string;
  readonly edit: EditFlow;
}) {
  const [typed, setTyped] = useState('');
  const target = typed.trim();
  const isThere = flow.nodes.some(({ id }) => id === target);
  return (
    <form
      className="row-2 flow-connect"
      onSubmit={(event) => {
        event.preventDefault();
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
        onChange={(event) => setTyped(event.target.value)}
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
    </form>
  );
}
