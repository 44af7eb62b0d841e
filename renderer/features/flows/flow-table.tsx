import { labelOf } from '#shared/algorithms/flows/drafting/merge-draft.ts';
import { NODE_KINDS, nodeText } from '#shared/algorithms/flows/edit-flow.ts';
import { replayByNode } from '#shared/algorithms/flows/following/replay-flow.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { edgeOrigin, type Flow, type FlowEdge, type FlowNode, nodeOrigin } from '#shared/domain/flow.ts';
import { type LongColumn, LongTable } from '../../ui/lists/figure-table.tsx';
import type { CanvasProps } from './canvas/flow-canvas.tsx';
import { NodeShape } from './canvas/node-shape.tsx';
import { changeFlows } from './flows-state.ts';

type FlowTableProps = Omit<CanvasProps, 'problems' | 'edit'>;

export function FlowTable({ flow, draft, selected, found, replay }: FlowTableProps) {
  const byNode = replay && replayByNode(replay);
  const rows = rowsOf(flow).filter(({ node }) => found.size === 0 || found.has(node.id));
  const originOf = ({ node, edge }: FlowRow): string => {
    const origin = edge ? edgeOrigin(draft, edge) : nodeOrigin(draft, node);
    return origin === 'written' ? 'by hand' : origin;
  };
  const dialogues: LongColumn<FlowRow, never> = {
    name: 'Dialogues',
    help: 'For a node: how many dialogues deviate there. For an edge: how many dialogues take it.',
    className: 'number',
    headClass: 'flow-col-replay',
    value: ({ node, edge }) =>
      edge
        ? replay?.edges.find(({ source, target }) => source === edge.source && target === edge.target)
            ?.dialogues
        : byNode?.get(node.id)?.leftBy,
  };
  return (
    <LongTable
      className="flow-table"
      label={`${formatAmount(flow.nodes.length, 'node')} and ${formatAmount(flow.edges.length, 'edge')}`}
      columns={[
        {
          name: 'Node',
          headClass: 'flow-col-id',
          button: () => ({}),
          value: ({ node, edge }) => (edge ? `${edge.source} → ${edge.target}` : node.id),
        },
        {
          name: 'Kind',
          headClass: 'flow-col-kind',
          value: ({ node: { type }, edge }) =>
            edge ? (
              <span className="quiet">Edge</span>
            ) : (
              <span className="row-1">
                <NodeShape type={type} /> {NODE_KINDS[type]}
              </span>
            ),
        },
        {
          name: 'Message, action or condition',
          cellClass: ({ edge }) => (edge ? 'flow-cell-edge' : ''),
          value: ({ node, edge }) =>
            edge ? (edge.condition ?? 'if no other condition is true') : nodeText(node),
        },
        {
          name: 'Label',
          headClass: 'flow-col-kind',
          cellClass: () => 'quiet',
          value: ({ node, edge }) => (edge ? '' : labelOf(node)),
        },
        { name: 'Source', headClass: 'flow-col-origin', cellClass: () => 'quiet', value: originOf },
        ...(replay ? [dialogues] : []),
      ]}
      rows={rows}
      keyOf={({ node, at }) => at ?? node.id}
      isChosen={({ node, at }) =>
        at === null
          ? selected?.kind === 'node' && selected.id === node.id
          : selected?.kind === 'edge' && selected.at === at
      }
      onOpen={({ node, at }) =>
        changeFlows({ selected: at === null ? { kind: 'node', id: node.id } : { kind: 'edge', at } })
      }
    />
  );
}

interface FlowRow {
  readonly node: FlowNode;
  readonly edge: FlowEdge | null;
  readonly at: number | null;
}

function rowsOf(flow: Flow): FlowRow[] {
  const edges = flow.edges.map((edge, at) => ({ edge, at }));
  return flow.nodes.flatMap((node) => [
    { node, edge: null, at: null },
    ...edges.filter(({ edge }) => edge.source === node.id).map((one) => ({ node, ...one })),
  ]);
}
