import { nodeText, putEdge, removeEdge } from '#shared/algorithms/flows/edit-flow.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { selectNode } from './flows-state.ts';
import { KeptField } from './kept-field.tsx';
import type { EditFlow } from './use-flow-editor.ts';

/** The edges out of a node, or all edges that are asked for, each with its condition. */
export function EdgeItems({
  flow,
  source,
  only,
  edit,
}: {
  readonly flow: Flow;
  readonly source: string;
  /** Where among the edges the only one stands that is shown. */
  readonly only?: number;
  readonly edit: EditFlow;
}) {
  const edges = flow.edges
    .map((edge, at) => ({ ...edge, at }))
    .filter((edge) => (only === undefined ? edge.source === source : edge.at === only));
  if (edges.length === 0) return <p className="quiet small">The flow ends here.</p>;
  return (
    <ul className="stack-2">
      {edges.map(({ at, target, condition }) => {
        const node = flow.nodes.find(({ id }) => id === target);
        return (
          <li key={`${at} ${target}`} className="flow-edge-item">
            <KeptField
              label={`To node ${target} when`}
              value={condition ?? ''}
              placeholder="nothing else holds"
              onKeep={(value) =>
                edit(`Change the condition from node ${source} to node ${target}`, (now) =>
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
            {node && <span className="quiet small clip flow-edge-text">{nodeText(node)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
