import { printableTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { Hit } from './hit-test.ts';
import './stage.css';

const LISTED = 8;

/** What lies under the pointer, in full: the picture cuts long tags and leaves out what there is no room for. */
export function GraphTooltip({
  graph,
  hit,
  entering,
  x,
  y,
  flip,
}: {
  readonly graph: AutomatonGraph;
  readonly hit: Hit;
  /** Index of the transition by which the way from the start comes in; −1 for none. */
  readonly entering: number;
  readonly x: number;
  readonly y: number;
  /** Stands to the left of and above the point, where there is no room on the other side. */
  readonly flip: { readonly x: boolean; readonly y: boolean };
}) {
  const transitions = hit.kind === 'edge' ? hit.edge.transitions : entering >= 0 ? [entering] : [];
  const className = `graph-tooltip${flip.x ? ' to-left' : ''}${flip.y ? ' to-top' : ''}`;
  return (
    <div className={className} style={{ left: x, top: y }} aria-hidden="true">
      {hit.kind === 'node' ? (
        <StateLines graph={graph} state={hit.node.state} />
      ) : (
        <p className="graph-tooltip-head">
          {hit.edge.from} → {hit.edge.to}
        </p>
      )}
      {transitions.length > 0 && (
        <ul className="graph-tooltip-tags">
          {transitions.slice(0, LISTED).map((transition) => {
            const symbol = graph.symbols[graph.transitions.symbol[transition]!]!;
            return (
              <li key={transition}>
                <span className={`graph-role ${symbol.role}`} />
                <span>{printableTag(symbol.tag)}</span>
                <span className="number">{formatCount(graph.transitions.support[transition]!)}</span>
              </li>
            );
          })}
        </ul>
      )}
      {transitions.length > LISTED && (
        <p className="quiet">{transitions.length - LISTED} more: click to list them</p>
      )}
    </div>
  );
}

function StateLines({ graph, state }: { readonly graph: AutomatonGraph; readonly state: number }) {
  const support = graph.states.support[state]!;
  const ends = graph.states.ends[state]!;
  const united = graph.states.united[state]!;
  const share = graph.dialogues > 0 ? support / graph.dialogues : 0;
  return (
    <>
      <p className="graph-tooltip-head">{state === 0 ? 'Start' : `State ${state}`}</p>
      <p>
        {formatCount(support)} {support === 1 ? 'dialogue' : 'dialogues'}
        <span className="quiet"> ({formatShare(share, { rough: true })})</span>
      </p>
      {ends > 0 && <p className="quiet">{formatCount(ends)} end here</p>}
      {united > 1 && <p className="quiet">{formatCount(united)} states of the tag tree united</p>}
    </>
  );
}
