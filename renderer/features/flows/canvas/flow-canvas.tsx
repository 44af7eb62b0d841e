import {
  Background,
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  MiniMap,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo } from 'react';
import { addEdge, NODE_KINDS, nodeName, nodeText } from '#shared/algorithms/flows/edit-flow.ts';
import { type NodeReplay, replayByNode } from '#shared/algorithms/flows/following/replay-flow.ts';
import {
  type DrawnFlowEdge,
  drawFlowEdges,
  FLOW_ARROW,
} from '#shared/algorithms/flows/picture/draw-flow-edges.ts';
import { FLOW_NODE, type FlowPlace, layOutFlow } from '#shared/algorithms/flows/picture/lay-out-flow.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import {
  edgeOrigin,
  type Flow,
  type FlowDraft,
  type FlowNode,
  type FlowOrigin,
  nodeOrigin,
} from '#shared/domain/flow.ts';
import { changeFlows, type FlowSelection, selectNode } from '../flows-state.ts';
import type { EditFlow } from '../use-flow-editor.ts';
import { NodeShape } from './node-shape.tsx';
import '@xyflow/react/dist/base.css';
import './flow-canvas.css';

interface CanvasNodeData extends Record<string, unknown> {
  readonly node: FlowNode;
  readonly origin: FlowOrigin;
  readonly isStart: boolean;
  readonly problem: 'error' | 'warning' | null;
  readonly isFound: boolean;
  readonly replay: NodeReplay | null;
}
type DrawnNode = Node<CanvasNodeData, 'step'>;

const ORIGIN_MARKS: Readonly<Record<FlowOrigin, string>> = {
  drafted: 'drafted',
  changed: 'changed',
  written: '',
};

const Step = memo(function Step({
  data: { node, origin, isStart, problem, isFound, replay },
  selected,
}: NodeProps<DrawnNode>) {
  const className = [
    'flow-node',
    `of-${node.type}`,
    selected && 'flow-node-selected',
    isFound && 'flow-node-found',
    problem && `flow-node-${problem}`,
  ];
  return (
    <div className={className.filter(Boolean).join(' ')} title={node.comment}>
      <Handle type="target" position={Position.Top} />
      <div className="row-1 shrink flow-node-head">
        <NodeShape type={node.type} />
        <strong className="clip">{nodeName(node)}</strong>
        <span className="rigid quiet small">
          {isStart ? 'start · ' : ''}
          {node.id}
        </span>
      </div>
      <div className="flow-node-text clamp small text-1">{nodeText(node) || 'Empty node'}</div>
      {replay && replay.predicted > 0 && (
        <div
          className="flow-node-left rigid anchor hides rounded-small fill-3"
          title={`${formatAmount(replay.leftBy, 'dialogue deviates', 'dialogues deviate')} here`}
        >
          <span style={{ width: `${(100 * replay.left) / replay.predicted}%` }} />
          <em>{formatShare(replay.left / replay.predicted)} deviated</em>
        </div>
      )}
      <div className="flow-node-foot quiet floats fill-1 pad-0-1">
        {[ORIGIN_MARKS[origin], node.comment && 'comment', problem].filter(Boolean).join(' · ')}
      </div>
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
});

/** The smallest zoom at which the text of nodes is readable. */
const LEAST_READABLE = 0.8;
const MARGIN_PX = 24;

interface DrawnEdgeData extends DrawnFlowEdge, Record<string, unknown> {
  readonly isChosen: boolean;
}
type DrawnEdge = Edge<DrawnEdgeData, 'edge'>;

const FlowEdgeLine = memo(function FlowEdgeLine({ data, style }: EdgeProps<DrawnEdge>) {
  if (!data) return null;
  const { path, tip, label, isChosen } = data;
  const width = FLOW_ARROW.width + Number(style?.strokeWidth ?? 0);
  return (
    <>
      <BaseEdge path={path} style={style} interactionWidth={16} />
      <path
        className="flow-edge-tip"
        d={`M${tip.x},${tip.y}l${-width / 2},${-FLOW_ARROW.height}h${width}Z`}
      />
      {label && (
        <EdgeLabelRenderer>
          <div
            className={`no-wrap floats no-pointer flow-edge-label ${isChosen ? 'fill-1 layer-1 text-1' : ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
          >
            {label.text}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});

const NODE_TYPES = { step: Step };
const EDGE_TYPES = { edge: FlowEdgeLine };

export interface CanvasProps {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly selected: FlowSelection | null;
  readonly found: ReadonlySet<string>;
  readonly problems: ReadonlyMap<string, 'error' | 'warning'>;
  readonly replay: FlowReplay | null;
  readonly edit: EditFlow;
}

export function FlowCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ flow, draft, selected, found, problems, replay, edit }: CanvasProps) {
  const layout = useMemo(() => layOutFlow(flow), [flow]);
  const drawn = useMemo(() => drawFlowEdges(flow, layout), [flow, layout]);
  const { places } = layout;
  const chosen = selected?.kind === 'node' ? selected.id : null;
  const byNode = useMemo(() => replay && replayByNode(replay), [replay]);
  const nodes = useMemo(
    () =>
      firstOfEach(flow).map(
        (node): DrawnNode => ({
          id: node.id,
          type: 'step',
          position: places.get(node.id) ?? { x: 0, y: 0 },
          width: FLOW_NODE.width,
          height: FLOW_NODE.height,
          selected: node.id === chosen,
          ariaLabel: `Node ${node.id}`,
          data: {
            node,
            origin: nodeOrigin(draft, node),
            isStart: node.id === flow.start,
            problem: problems.get(node.id) ?? null,
            isFound: found.has(node.id),
            replay: byNode?.get(node.id) ?? null,
          },
        }),
      ),
    [flow, draft, places, chosen, problems, found, byNode],
  );
  const edges = useMemo(
    () => edgesOf(flow, draft, drawn, selected, replay),
    [flow, draft, drawn, selected, replay],
  );
  const { fitView, getZoom, setCenter } = useReactFlow();
  const store = useStoreApi();
  const lookAt = useCallback(
    ({ x, y }: FlowPlace, duration?: number) => {
      const { transform, height } = store.getState();
      const zoom = Math.max(LEAST_READABLE, transform[2]);
      const top = Math.min(...Array.from(places.values(), (place) => place.y));
      const middle = Math.max(y + FLOW_NODE.height / 2, top + (height / 2 - MARGIN_PX) / zoom);
      void setCenter(x + FLOW_NODE.width / 2, middle, { zoom, duration });
    },
    [places, setCenter, store],
  );
  useEffect(() => {
    const place = chosen === null ? undefined : places.get(chosen);
    if (!place) return;
    const { transform, width, height } = store.getState();
    const [left, top, zoom] = transform;
    const [x, y] = [place.x * zoom + left, place.y * zoom + top];
    const isInSight =
      x >= 0 && y >= 0 && x + FLOW_NODE.width * zoom <= width && y + FLOW_NODE.height * zoom <= height;
    if (isInSight && zoom >= LEAST_READABLE) return;
    lookAt(place, 150);
  }, [chosen, places, lookAt, store]);

  /** Fits the whole flow into view if its text stays readable; otherwise shows its start. */
  const open = async (): Promise<void> => {
    await fitView({ maxZoom: 1 });
    const start = places.get(chosen ?? flow.start ?? flow.nodes[0]?.id ?? '');
    if (getZoom() < LEAST_READABLE && start) lookAt(start);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const to =
      chosen === null ? (flow.start ?? flow.nodes[0]?.id) : nodeBeside(flow, places, chosen, event.key);
    if (!event.key.startsWith('Arrow') || event.ctrlKey || event.altKey || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    selectNode(to);
  };
  const node = flow.nodes.find(({ id }) => id === chosen);
  return (
    <div className="flow-canvas grow shrink shrink-down anchor">
      <span className="visually-hidden" role="status">
        {node ? `Node ${node.id}, ${NODE_KINDS[node.type]}: ${nodeText(node)}` : ''}
      </span>
      <ReactFlow
        // The diagram is a single tab stop; arrow keys move within it.
        tabIndex={0}
        aria-label="Flow diagram. Use the arrow keys to follow its transitions."
        onKeyDown={onKeyDown}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        disableKeyboardA11y
        onlyRenderVisibleElements
        minZoom={0.02}
        onInit={() => void open()}
        onNodeClick={(_, { id }) => selectNode(id)}
        onEdgeClick={(_, { id }) => changeFlows({ selected: { kind: 'edge', at: Number(id) } })}
        onPaneClick={() => changeFlows({ selected: null })}
        onConnect={({ source, target }) =>
          edit(`Connect node ${source} to node ${target}`, (now) => addEdge(now, source, target))
        }
      >
        {replay && (
          <Panel position="top-left" className="flow-legend small">
            <span className="flow-node-left rigid anchor hides rounded-small fill-3 flow-legend-bar inline-block">
              <span style={{ width: '60%' }} />
            </span>{' '}
            Share of turns in which agents did something else. The wider a transition, the more dialogues took
            it.
          </Panel>
        )}
        <Background gap={24} />
        <Controls showInteractive={false} />
        <MiniMap
          pannable
          zoomable
          style={{ width: 140, height: 100 }}
          ariaLabel="Overview of the flow"
          nodeClassName={({ data }: DrawnNode) => `of-${data.node.type}`}
        />
      </ReactFlow>
    </div>
  );
}

/** If nodes have the same id, only the first is drawn; the table shows all. */
function firstOfEach(flow: Flow): FlowNode[] {
  return [...new Map(flow.nodes.toReversed().map((node) => [node.id, node])).values()].reverse();
}

function edgesOf(
  flow: Flow,
  draft: FlowDraft | null,
  drawn: readonly (DrawnFlowEdge | null)[],
  selected: FlowSelection | null,
  replay: FlowReplay | null,
): DrawnEdge[] {
  const most = Math.max(1, ...(replay?.edges ?? []).map(({ dialogues }) => dialogues));
  const gone = new Map(
    replay?.edges.map(({ source, target, dialogues }) => [`${source}\n${target}`, dialogues]),
  );
  return flow.edges.flatMap((edge, at): DrawnEdge[] => {
    const line = drawn[at];
    if (!line) return [];
    const { condition = '' } = edge;
    const isChosen =
      selected?.kind === 'edge'
        ? selected.at === at
        : selected !== null && (edge.source === selected.id || edge.target === selected.id);
    return [
      {
        id: String(at),
        source: edge.source,
        target: edge.target,
        type: 'edge',
        data: { ...line, isChosen },
        zIndex: isChosen ? 1 : 0,
        // As in the automaton: 1 to 8 px, by the square root of the count.
        style: replay
          ? { strokeWidth: 1 + 7 * Math.sqrt((gone.get(`${edge.source}\n${edge.target}`) ?? 0) / most) }
          : undefined,
        className: `flow-edge flow-edge-${edgeOrigin(draft, edge)} ${isChosen ? 'flow-edge-chosen' : ''}`,
        ariaLabel: `From node ${edge.source} to node ${edge.target}${condition && `, when ${condition}`}`,
      },
    ];
  });
}

/** Returns the node that an arrow key moves to: along the first edge (down), back along it (up), or beside it. */
function nodeBeside(
  flow: Flow,
  places: ReadonlyMap<string, FlowPlace>,
  id: string,
  key: string,
): string | undefined {
  if (key === 'ArrowDown')
    return flow.edges.find(({ source, target }) => source === id && target !== id)?.target;
  const here = places.get(id);
  if (!here) return undefined;
  if (key === 'ArrowUp') {
    const into = flow.edges.filter(({ source, target }) => target === id && source !== id);
    const above = into.find(({ source }) => (places.get(source)?.level ?? here.level) < here.level);
    return (above ?? into[0])?.source;
  }
  const row = [...places].filter(([, { level }]) => level === here.level).sort((a, b) => a[1].x - b[1].x);
  const at = row.findIndex(([other]) => other === id);
  return row[at + (key === 'ArrowRight' ? 1 : -1)]?.[0];
}
