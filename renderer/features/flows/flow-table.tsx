import { useState } from 'react';
import { NODE_KINDS, nodeText } from '#shared/algorithms/flows/edit-flow.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { edgeOrigin, type Flow, type FlowDraft, nodeOrigin } from '#shared/domain/flow.ts';
import { RowGap, useTableRows } from '../../ui/lists/virtual-list.tsx';
import { NodeShape } from './canvas/node-shape.tsx';
import { changeFlows, type FlowSelection } from './flows-state.ts';
import { replayByNode } from './history/describe-replay.ts';

const COLUMNS = 6;

/** Shows the flow as a table: nodes in file order with their outgoing edges. Select a row to edit it. */
export function FlowTable({
  flow,
  draft,
  selected,
  found,
  replay,
}: {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly selected: FlowSelection | null;
  readonly found: ReadonlySet<string>;
  readonly replay: FlowReplay | null;
}) {
  const byNode = replay && replayByNode(replay);
  const rows = rowsOf(flow).filter(({ node }) => found.size === 0 || found.has(node.id));
  const [active, setActive] = useState(0);
  const at = Math.max(0, Math.min(active, rows.length - 1));
  const { box, items, gapBefore, gapAfter, move } = useTableRows(rows.length, at, setActive);
  return (
    <div ref={box} className="long-table flow-table">
      <table
        aria-rowcount={rows.length + 1}
        aria-label={`${formatAmount(flow.nodes.length, 'node')} and ${formatAmount(flow.edges.length, 'edge')}`}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="flow-col-id">
              Node
            </th>
            <th scope="col" className="flow-col-kind">
              Kind
            </th>
            <th scope="col">Message, action or condition</th>
            <th scope="col" className="flow-col-kind">
              Label
            </th>
            <th scope="col" className="flow-col-origin">
              Comes from
            </th>
            {replay && (
              <th
                scope="col"
                className="flow-col-replay number"
                title="Dialogues that deviate at a node or take a transition"
              >
                Dialogues
              </th>
            )}
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            if (!event.ctrlKey && !event.metaKey && !event.altKey && move(event.key)) event.preventDefault();
          }}
        >
          {items.map(({ index }, position) => {
            const row = rows[index]!;
            const { node, edge } = row;
            const isChosen =
              edge === null
                ? selected?.kind === 'node' && selected.id === node.id
                : selected?.kind === 'edge' && selected.at === edge;
            const way = edge === null ? null : flow.edges[edge]!;
            const origin = way ? edgeOrigin(draft, way) : nodeOrigin(draft, node);
            return [
              <RowGap key={`gap ${index}`} px={gapBefore(position)} columns={COLUMNS} />,
              <tr key={index} className={isChosen ? 'long-row chosen' : 'long-row'} aria-rowindex={index + 2}>
                <td>
                  <button
                    type="button"
                    className="long-row-button"
                    data-row={index}
                    tabIndex={index === at ? 0 : -1}
                    aria-pressed={isChosen}
                    onClick={() => {
                      setActive(index);
                      changeFlows({
                        selected: edge === null ? { kind: 'node', id: node.id } : { kind: 'edge', at: edge },
                      });
                    }}
                  >
                    {way ? `${way.source} → ${way.target}` : node.id}
                  </button>
                </td>
                <td>
                  {way ? (
                    <span className="quiet">Edge</span>
                  ) : (
                    <span className="row-1">
                      <NodeShape type={node.type} /> {NODE_KINDS[node.type]}
                    </span>
                  )}
                </td>
                <td className={way ? 'flow-cell-edge' : ''}>
                  {way ? (way.condition ?? 'if no other condition holds') : nodeText(node)}
                </td>
                <td className="quiet">{way ? '' : node.label}</td>
                <td className="quiet">{origin === 'written' ? 'by hand' : origin}</td>
                {replay && (
                  <td className="number">
                    {way
                      ? replay.edges.find(
                          ({ source, target }) => source === way.source && target === way.target,
                        )?.dialogues
                      : byNode?.get(node.id)?.leftBy}
                  </td>
                )}
              </tr>,
            ];
          })}
          <RowGap px={gapAfter} columns={COLUMNS} />
        </tbody>
      </table>
    </div>
  );
}

/** Returns each node followed by the indexes of its outgoing edges. */
function rowsOf(flow: Flow) {
  const out = new Map<string, number[]>();
  for (const [at, { source }] of flow.edges.entries()) out.set(source, [...(out.get(source) ?? []), at]);
  return flow.nodes.flatMap((node) => [
    { node, edge: null },
    ...(out.get(node.id) ?? []).map((edge) => ({ node, edge })),
  ]);
}
