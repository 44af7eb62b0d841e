import { printableTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { describeState, stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { Hit } from './hit-test.ts';

const LISTED = 8;

interface GraphTooltipProps {
  readonly graph: AutomatonGraph;
  readonly hit: Hit;
  readonly x: number;
  readonly y: number;
  /** True to show it left of or above the point, if there is no room on the other side. */
  readonly flip: { readonly x: boolean; readonly y: boolean };
}

/** Shows the full text of the element under the pointer, because the picture shortens or omits long tags. */
export function GraphTooltip({ graph, hit, x, y, flip }: GraphTooltipProps) {
  const tags =
    hit.kind === 'edge'
      ? tagsOf(graph, hit.edge.transitions)
      : hit.kind === 'node'
        ? severalTagsInto(graph, hit.node.state)
        : [];
  const className = `graph-tooltip${flip.x ? ' to-left' : ''}${flip.y ? ' to-top' : ''}`;
  return (
    <div className={className} style={{ left: x, top: y }} aria-hidden="true">
      {hit.kind !== 'edge' ? (
        <p>{hit.kind === 'node' ? describeState(graph, hit.node.state) : hit.title}</p>
      ) : (
        <p className="bold">
          {stateName(graph, hit.edge.from)} → {stateName(graph, hit.edge.to)}:{' '}
          {hit.edge.exact ? '' : 'at most '}
          {formatAmount(hit.edge.support, 'dialogue')}
        </p>
      )}
      {tags.length > 0 && (
        <ul className="graph-tooltip-tags grid gap-half above-1">
          {tags.slice(0, LISTED).map(({ symbol, most }) => (
            <li key={symbol}>
              <span className={`rounded graph-role ${graph.symbols[symbol]!.role}`} />
              <span>{printableTag(graph.symbols[symbol]!.tag)}</span>
              {hit.kind === 'edge' && <span className="number">{formatCount(most)}</span>}
            </li>
          ))}
        </ul>
      )}
      {tags.length > LISTED && (
        <p className="quiet">
          {tags.length - LISTED} more{hit.kind === 'edge' ? ': click to list them' : ' tags lead here'}
        </p>
      )}
    </div>
  );
}

function tagsOf(
  { transitions: { symbol, support } }: AutomatonGraph,
  transitions: readonly number[],
): { readonly symbol: number; readonly most: number }[] {
  const most = new Map<number, number>();
  for (const at of transitions) most.set(symbol[at]!, Math.max(most.get(symbol[at]!) ?? 0, support[at]!));
  return [...most].map(([tag, count]) => ({ symbol: tag, most: count })).sort((a, b) => b.most - a.most);
}

function severalTagsInto(graph: AutomatonGraph, state: number): ReturnType<typeof tagsOf> {
  const into = Array.from(graph.transitions.to.keys()).filter((at) => graph.transitions.to[at] === state);
  const tags = tagsOf(graph, into);
  return tags.length > 1 ? tags : [];
}
