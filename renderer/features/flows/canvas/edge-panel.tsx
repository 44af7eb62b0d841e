import { labelOf } from '#shared/algorithms/flows/drafting/merge-draft.ts';
import { nodeText, putEdge, removeEdge } from '#shared/algorithms/flows/edit-flow.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import { draftedEdge, type Flow, type FlowDraft } from '#shared/domain/flow.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { KeptField } from '../../../ui/inputs/kept-field.tsx';
import { selectNode } from '../flows-state.ts';
import { DialoguesOf } from '../history/dialogues-of.tsx';
import type { EditFlow } from '../use-flow-editor.ts';

/** Lists the edges out of a node, or a single edge, each with its condition. */
export function EdgeItems({
  flow,
  draft,
  source,
  only,
  edit,
}: {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly source: string;
  /** Index of the edge, if only one is shown. */
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
              placeholder="no other condition holds"
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
            <DraftedWay flow={flow} draft={draft} edge={{ source, target }} />
          </li>
        );
      })}
    </ul>
  );
}

/** Says how many dialogues of the draft took an edge, and lists them. */
function DraftedWay({
  flow,
  draft,
  edge,
}: {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly edge: { readonly source: string; readonly target: string };
}) {
  const drafted = draftedEdge(draft, edge);
  const labels = [edge.source, edge.target].map((end) => {
    const node = draft?.nodes.find((one) => one.node.id === end)?.node;
    return node && labelOf(node);
  });
  if (!draft || !drafted || labels.some((label) => label === undefined)) return null;
  return (
    <div className="flow-edge-text">
      <DialoguesOf flow={flow.name} labels={labels.flatMap((label) => label ?? [])}>
        {`Taken in ${formatShare(drafted.dialogues / Math.max(1, draft.dialogues))} of the dialogues`}
      </DialoguesOf>
    </div>
  );
}
