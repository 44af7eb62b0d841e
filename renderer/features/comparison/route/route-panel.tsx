import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { revealing } from '#shared/algorithms/layout/shown/spanning-tree.ts';
import { openingSupport } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { ComparedColumn } from '#shared/contract/comparison.ts';
import { AutomatonView } from '../../../graph/automaton-view.tsx';
import { type GraphSelection, statesOfHighlight } from '../../../graph/graph-selection.ts';
import { EXPLORE, showMode } from '../../../project/mode.ts';
import { projectQueries } from '../../../project/queries.ts';
import { placeOf } from '../../../project/selection.ts';
import { useCountLeaving } from '../../../project/use-shown-automaton.ts';
import { goTo, showAutomaton } from '../../../project/view.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Notice, Unanswered } from '../../../ui/state/notice.tsx';
import { changeTurn } from '../compare-state.ts';
import { describeEnd, pathOnGraph, type Route } from './route-steps.ts';

export function RoutePanel({ column, route }: { readonly column: ComparedColumn; readonly route: Route }) {
  return (
    <section className="panel" aria-label={`Route of ${column.method.title}`}>
      <div className="panel-head">
        <h2 className="clip">
          {column.method.title}
          <span className="panel-remark"> · {describeEnd(route)}</span>
        </h2>
        <IconButton
          small
          icon="close"
          label="Close the automaton"
          onClick={() => changeTurn({ lit: null })}
        />
      </div>
      <Drawn route={route} />
    </section>
  );
}

function Drawn({ route }: { readonly route: Route }) {
  const graph = useQuery(projectQueries.graph(route.automaton));
  if (graph.isError || !graph.data) return <Unanswered of={graph} loading="Loading the automaton…" />;
  return <Lit key={route.path.join(' ')} graph={graph.data} route={route} />;
}

function Lit({ graph, route }: { readonly graph: AutomatonGraph; readonly route: Route }) {
  const path = useMemo(() => pathOnGraph(route, graph), [route, graph]);
  const [selection, setSelection] = useState<GraphSelection | null>({ kind: 'state', state: route.state });
  // A route often leads through rare states, which the graph would hide by default.
  const filter = useMemo(
    () => ({
      minSupport: openingSupport(graph),
      maxDepth: Number.POSITIVE_INFINITY,
      revealed: revealing(graph, statesOfHighlight(path)),
    }),
    [graph, path],
  );
  const countLeaving = useCountLeaving(graph.summary);
  const explore = () => {
    showAutomaton(graph.summary.id);
    goTo(placeOf(selection, graph));
    showMode(EXPLORE);
  };
  return (
    <>
      {path === null && <Notice bar>The automaton has changed since this route was found.</Notice>}
      <div className="fill anchor downward">
        <AutomatonView
          graph={graph}
          selection={path === null ? null : selection}
          onSelect={setSelection}
          highlight={path}
          initialFilter={filter}
          countLeaving={countLeaving}
          compact
        />
        {selection !== null && path !== null && (
          <Button small className="route-explore floats layer-1" onClick={explore}>
            Show these dialogues in Explore
          </Button>
        )}
      </div>
    </>
  );
}
