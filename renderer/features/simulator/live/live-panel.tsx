import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { revealing } from '#shared/algorithms/layout/shown/spanning-tree.ts';
import { openingSupport } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { Simulation } from '#shared/contract/simulator.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useCommand, useKeyHint } from '../../../commands/use-command.ts';
import { AutomatonView } from '../../../graph/automaton-view.tsx';
import { type GraphSelection, statesOfHighlight } from '../../../graph/graph-selection.ts';
import { labelOfAutomaton } from '../../../project/describe.ts';
import { learnerLabel } from '../../../project/learners.ts';
import { projectQueries } from '../../../project/queries.ts';
import { useCountLeaving } from '../../../project/use-shown-automaton.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Select } from '../../../ui/inputs/field.tsx';
import { PlaybackBar, usePlayback } from '../../../ui/inputs/playback.tsx';
import { Split } from '../../../ui/panes/split.tsx';
import { Unanswered } from '../../../ui/state/notice.tsx';
import { agentOfOption, agentOptions, useAgents } from '../../columns/index.ts';
import { useNamedGraph } from '../../states/index.ts';
import { replayTo, simulateCommands, takeOwnAutomaton, useSimulate } from '../simulate-state.ts';
import { talkTo } from '../talk/talk-state.ts';
import { useSimulation } from '../use-simulation.ts';
import { capitalised, pathOf, readingText } from '../words.ts';

function ReplayBar({ steps }: { readonly steps: number }) {
  const replayed = useSimulate((state) => state.replayed);
  const withKeys = useKeyHint();
  const playback = usePlayback({ steps, at: replayed ?? steps, onGo: replayTo });
  useCommand(simulateCommands.replay, steps > 0 ? playback.play : null);
  if (replayed === null) return null;
  return (
    <PlaybackBar label="Replay of the path" playback={playback} title={withKeys(simulateCommands.replay)}>
      <IconButton
        small
        icon="close"
        label="Close the replay"
        onClick={() => {
          playback.go(steps);
          replayTo(null);
        }}
      />
    </PlaybackBar>
  );
}

const MOST = 60;

function NextTags() {
  const { simulation, act, busy } = useSimulation();
  const { of, tags, ends } = simulation.next;
  return (
    <section className="pad-2-3" aria-label="Possible next tags">
      <h3>
        {of === 'dialogues' ? 'Usual next steps' : 'What agents answered here'}
        <span className="quiet"> · {of === 'dialogues' ? 'share of dialogues' : 'share of answers'}</span>
      </h3>
      {tags.length === 0 && <p className="quiet">No transition starts here.</p>}
      <ol>
        {tags.slice(0, MOST).map(({ role, tag, share, support, to }, index) => (
          <li key={`${role} ${tag}`}>
            <button
              type="button"
              className="sim-next-tag wide middle min-small no-border grid rounded no-fill pointer to-start gap-0-2"
              disabled={busy}
              title={`Take this step${to === null ? '' : ` to state ${to}`}: ${formatAmount(support, of === 'dialogues' ? 'dialogue' : 'answer')}`}
              onClick={() => void act((own) => own.force({ role, tag }))}
            >
              <span className="visually-hidden">Take this step as the {ROLE_NAMES[role]}: </span>
              <span className="centered quiet small" aria-hidden="true">
                {index < 9 ? index + 1 : ''}
              </span>
              <span className={`role-mark role-mark-${role}`} aria-hidden="true" />
              <span className="sim-next-name clip">{spokenTag(tag)}</span>
              <span className="sim-share hides fill-3" aria-hidden="true">
                <span style={{ width: `${Math.min(100, share * 100)}%` }} />
              </span>
              <span className="number">{formatShare(share)}</span>
            </button>
          </li>
        ))}
      </ol>
      {tags.length > MOST && <p className="quiet small">and {tags.length - MOST} more</p>}
      {ends > 0 && <p className="quiet small">{formatAmount(ends, 'dialogue')} ended here.</p>}
    </section>
  );
}

/** Renders nothing if there is only one matching rule, or before the first turn. */
function Readings() {
  const { simulation, act, busy } = useSimulation();
  const { routes, automaton, settings } = simulation;
  if (routes.length < 2 || simulation.at === 0) return null;
  return (
    <section className="pad-2-3" aria-label="Matching rule">
      <h3>Matching rule</h3>
      <ul>
        {routes.map(({ automaton: id, learner, policy, place, matched, missed, stopped }) => {
          const isOther = id !== automaton?.id && policy !== null;
          const current = id === automaton?.id && (policy === null || policy === settings.policy);
          return (
            <li key={`${id} ${policy}`}>
              <button
                type="button"
                className="sim-reading wide middle min-small no-border grid rounded no-fill pointer to-start gap-0-2"
                aria-pressed={current}
                disabled={busy}
                onClick={() => {
                  if (id !== automaton?.id) takeOwnAutomaton(true);
                  void act((own) =>
                    own.configure(policy === null ? { automaton: id } : { automaton: id, policy }),
                  );
                }}
              >
                <span>
                  <span className="bold">
                    {isOther && `${learnerLabel(learner)}: `}
                    {readingText(policy)}
                  </span>{' '}
                  <span className="quiet small">
                    {formatAmount(matched, 'step')}
                    {missed > 0 && `, ${formatAmount(missed, 'tag')} not matched`}
                    {stopped && ', stopped'}
                  </span>
                </span>
                <span className="clip small" title={place.words}>
                  {place.words}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function LivePanel({ onShow }: { readonly onShow: RunId | null }) {
  const { simulation } = useSimulation();
  const id = simulation.automaton?.id ?? null;
  const graph = useQuery(projectQueries.graph(id));
  const named = useNamedGraph(graph.data);
  return (
    <section className="panel" aria-label="Automaton">
      <div className="panel-head">
        <AutomatonChoice onShow={onShow} />
      </div>
      <Split
        name="simulate.next"
        axis="rows"
        label="Height of the panel with the next steps"
        initial={0.36}
        minFirst={160}
        minSecond={120}
        folded={false}
        onFold={() => {}}
        first={
          <div className="fill anchor downward sim-graph">
            {!graph.isSuccess && <Unanswered of={graph} loading="Loading the automaton…" />}
            {named && <LiveGraph key={named.summary.id} graph={named} />}
          </div>
        }
        second={
          <div className="stack grow shrink-down">
            <Standing />
            <ReplayBar steps={simulation.path.length} />
            <div className="scroll sim-lists">
              <NextTags />
              <Readings />
            </div>
          </div>
        }
      />
    </section>
  );
}

function AutomatonChoice({ onShow }: { readonly onShow: RunId | null }) {
  const { simulation, act, busy } = useSimulation();
  const automata = useQuery(projectQueries.automata);
  const { automaton: chosen } = simulation.settings;
  const ownAutomaton = useSimulate((state) => state.ownAutomaton);
  const agents = useAgents();
  const list = automata.data ?? [];
  // An automaton that the index learned is not in the list of automata.
  const other = chosen !== null && !list.some(({ id }) => id === chosen);
  return (
    <Select<RunId | string | null>
      className="sim-select"
      aria-label="Automaton"
      disabled={busy}
      value={!ownAutomaton && chosen === onShow ? null : chosen}
      options={[
        { value: null, label: 'The automaton on the graph' },
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
  );
}

function LiveGraph({ graph }: { readonly graph: AutomatonGraph }) {
  const { simulation, act, busy } = useSimulation();
  const replayed = useSimulate((state) => state.replayed);
  const { path, place } = simulation;
  const lit = useMemo(() => pathOf(path, graph, replayed), [path, graph, replayed]);
  const current = replayed === null ? (place?.state ?? 0) : (path[replayed - 1]?.state ?? 0);
  const [chosen, setChosen] = useState<{ readonly at: number; readonly choice: GraphSelection | null }>();
  // A selection belongs to the state at which it was made.
  const selection: GraphSelection | null =
    chosen?.at === current && chosen.choice ? chosen.choice : { kind: 'state', state: current };
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
          className="route-explore floats layer-1"
          disabled={busy}
          onClick={() => void act((own) => own.force(step))}
        >
          Take the step “{spokenTag(step.tag)}”
        </Button>
      )}
    </>
  );
}

/** Returns "720 dialogues start here" or "340 dialogues reach this state". */
const reachText = ({ state, support }: NonNullable<Simulation['place']>): string =>
  state === 0
    ? `${formatAmount(support, 'dialogue')} ${support === 1 ? 'starts here' : 'start here'}`
    : `${formatAmount(support, 'dialogue')} ${support === 1 ? 'reaches' : 'reach'} this state`;

function Standing() {
  const { place, offTheMap, at } = useSimulation().simulation;
  return (
    <div className="sim-standing rigid wrap flex line-below on-baseline gap-0-3" role="status">
      <strong>{place ? capitalised(place.words) : '—'}</strong>
      <span className="quiet">{place && reachText(place)}</span>
      {at === 0 ? null : offTheMap.length > 0 ? (
        <ul className="sim-off breaks">
          {offTheMap.map((sentence) => (
            <li key={sentence}>Not in the automaton: {sentence}</li>
          ))}
        </ul>
      ) : (
        <span className="quiet">Every turn has a transition in the automaton.</span>
      )}
    </div>
  );
}
