import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { revealing } from '#shared/algorithms/layout/lay-out.ts';
import { openingSupport } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph, AutomatonSummary } from '#shared/contract/automata.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { AutomatonView } from '../../../graph/automaton-view.tsx';
import { type GraphSelection, statesOfHighlight } from '../../../graph/graph-selection.ts';
import { labelOfAutomaton, taggerName } from '../../../project/describe.ts';
import { projectQueries } from '../../../project/queries.ts';
import { useCountLeaving } from '../../../project/use-count-leaving.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Select } from '../../../ui/inputs/field.tsx';
import { Split } from '../../../ui/panes/split.tsx';
import { FailedState, LoadingState } from '../../../ui/state/notice.tsx';
import { agentOfOption, agentOptions, useAgents } from '../../columns/index.ts';
import { useNamedGraph } from '../../states/index.ts';
import { takeOwnAutomaton, useSimulate } from '../simulate-state.ts';
import { talkTo } from '../talk/talk-state.ts';
import type { Acting } from '../use-simulation.ts';
import { capitalised, pathOf } from '../words.ts';
import { NextTags } from './next-tags.tsx';
import { Readings } from './readings.tsx';
import { ReplayBar } from './replay-bar.tsx';
import './live.css';

interface LivePanelProps extends Acting {
  readonly simulation: Simulation;
  /** The automaton shown in the other views. */
  readonly onShow: RunId | null;
}

/** Shows the automaton with the path of the dialogue, its current state, and what may come next. */
export function LivePanel({ simulation, onShow, act, busy }: LivePanelProps) {
  const queries = projectQueries(useApi().client);
  const id = simulation.automaton?.id ?? null;
  const graph = useQuery(queries.graph(id));
  const named = useNamedGraph(graph.data);
  return (
    <section className="panel" aria-label="Automaton">
      <div className="panel-head">
        <AutomatonChoice simulation={simulation} onShow={onShow} act={act} busy={busy} />
      </div>
      <Split
        name="simulate.next"
        axis="rows"
        label="Height of what comes next"
        initial={0.36}
        minFirst={160}
        minSecond={120}
        folded={false}
        onFold={() => {}}
        first={
          <div className="fill panel-body sim-graph">
            {graph.isPending && <LoadingState label="Loading the automaton…" />}
            {graph.isError && <FailedState error={graph.error} onRetry={() => void graph.refetch()} />}
            {named && (
              <LiveGraph key={named.summary.id} graph={named} simulation={simulation} act={act} busy={busy} />
            )}
          </div>
        }
        second={
          <div className="stack grow sim-below">
            <Standing simulation={simulation} />
            <ReplayBar steps={simulation.path.length} />
            <div className="sim-lists">
              <NextTags simulation={simulation} act={act} busy={busy} />
              <Readings simulation={simulation} act={act} busy={busy} />
            </div>
          </div>
        }
      />
    </section>
  );
}

function AutomatonChoice({ simulation, onShow, act, busy }: LivePanelProps) {
  const queries = projectQueries(useApi().client);
  const automata = useQuery(queries.automata);
  const { automaton: chosen } = simulation.settings;
  const ownAutomaton = useSimulate((state) => state.ownAutomaton);
  const agents = useAgents();
  const list = automata.data ?? [];
  // An automaton that the index learned is not in the list of automata.
  const other = chosen !== null && !list.some(({ id }) => id === chosen);
  return (
    <>
      <Select<RunId | string | null>
        className="sim-select"
        aria-label="Automaton"
        disabled={busy}
        value={!ownAutomaton && chosen === onShow ? null : chosen}
        options={[
          { value: null, label: shownText(list.find(({ id }) => id === onShow)) },
          ...(other ? [{ value: chosen, label: 'Automaton' }] : []),
          ...list.map((item) => ({
            value: item.id,
            label: labelOfAutomaton(item),
          })),
          ...agentOptions(agents),
        ]}
        onChange={(taken) => {
          if (typeof taken === 'string') return talkTo(agentOfOption(agents, taken) ?? null);
          takeOwnAutomaton(taken !== null);
          void act((simulator) => simulator.configure({ automaton: taken ?? onShow }));
        }}
      />
    </>
  );
}

/** "The automaton on the graph (paper, offline tagger)" */
const shownText = (shown: AutomatonSummary | undefined): string =>
  shown
    ? `The automaton on the graph (${shown.learner === 'context' ? 'context' : 'paper'}, ${taggerName(shown.tagger)})`
    : 'The automaton on the graph';

function LiveGraph({
  graph,
  simulation,
  act,
  busy,
}: Acting & { readonly graph: AutomatonGraph; readonly simulation: Simulation }) {
  const replayed = useSimulate((state) => state.replayed);
  const { path, place } = simulation;
  const lit = useMemo(() => pathOf(path, graph, replayed), [path, graph, replayed]);
  const current = replayed === null ? (place?.state ?? 0) : (path[replayed - 1]?.state ?? 0);
  const [chosen, setChosen] = useState<{ readonly at: number; readonly choice: GraphSelection | null }>();
  // A selection belongs to the state at which it was made.
  const selection: GraphSelection | null =
    chosen?.at === current && chosen.choice ? chosen.choice : { kind: 'state', state: current };
  // The picture starts with what the dialogue needs, and later adds missing states by itself.
  const [filter] = useState(() => ({
    minSupport: openingSupport(graph),
    maxDepth: Number.POSITIVE_INFINITY,
    revealed: revealing(graph, statesOfHighlight(lit)),
  }));
  const countLeaving = useCountLeaving(graph.summary);
  const step =
    selection.kind === 'transition' &&
    selection.from === place?.state &&
    simulation.automaton?.learner === 'paper'
      ? graph.symbols[selection.symbol]
      : null;
  return (
    <>
      <AutomatonView
        graph={graph}
        selection={selection}
        onSelect={(choice) => setChosen({ at: current, choice })}
        highlight={lit}
        initialFilter={filter}
        countLeaving={countLeaving}
        showsHighlight
        legendOpen={false}
        compact
      />
      {step && (
        <Button
          small
          kind="primary"
          className="route-explore"
          disabled={busy}
          onClick={() => void act((own) => own.force(step))}
        >
          Take the step #{step.tag}
        </Button>
      )}
    </>
  );
}

/** Shows the state of the dialogue, and which of its turns the automaton does not cover. */
function Standing({ simulation: { place, offTheMap, at } }: { readonly simulation: Simulation }) {
  return (
    <div className="sim-standing" role="status">
      <strong>{place ? capitalised(place.words) : '—'}</strong>
      <span className="quiet">{place && `${formatAmount(place.support, 'dialogue')} came here`}</span>
      {offTheMap.length > 0 && at > 0 ? (
        <ul className="sim-off">
          {offTheMap.map((sentence) => (
            <li key={sentence}>Outside the automaton: {sentence}</li>
          ))}
        </ul>
      ) : (
        <span className="quiet">Inside the automaton.</span>
      )}
    </div>
  );
}
