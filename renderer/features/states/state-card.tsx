import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { printableTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import {
  type NamedState,
  type PhaseCounts,
  type StateColour,
  stateColourSchema,
} from '#shared/contract/state-names.ts';
import { formatDuration, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import type { Place } from '../../project/place.ts';
import { goTo } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bindTo, Form, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';

export const stateQueries = {
  names: (automaton: RunId | null) =>
    question('state-names', client.stateNames.list, { automaton }, about('stateNames', 'automata', 'corpus')),
  phases: (automaton: RunId | null) =>
    question('phases', client.stateNames.phases, { automaton }, about('stateNames', 'automata', 'corpus')),
};

export function useNamedGraph(graph: AutomatonGraph | undefined): AutomatonGraph | undefined {
  const { data: names } = useQuery({
    ...stateQueries.names(graph?.summary.id ?? null),
    enabled: graph !== undefined,
  });
  const { data: counts } = useQuery({
    ...stateQueries.phases(graph?.summary.id ?? null),
    enabled: graph !== undefined && (names?.some(({ phase }) => phase !== '') ?? false),
  });
  return useMemo(() => graph && withNames(graph, names ?? [], counts), [graph, names, counts]);
}

export function withNames(
  graph: AutomatonGraph,
  named: readonly NamedState[],
  phaseCounts?: PhaseCounts,
): AutomatonGraph {
  const here = named.filter(({ state }) => state !== null);
  if (here.length === 0) return graph;
  const column = <Value,>(none: Value, of: (name: NamedState) => Value): Value[] => {
    const values = graph.states.roles.map(() => none);
    for (const name of here) values[name.state ?? 0] = of(name);
    return values;
  };
  return {
    ...graph,
    ...(phaseCounts ? { phaseCounts } : {}),
    states: {
      ...graph.states,
      names: column('', ({ name }) => name),
      colours: column<string>('', ({ colour }) => colour),
      phases: column('', ({ phase }) => phase),
      places: column<NamedState['place']>(null, ({ place }) => place),
    },
  };
}

function strongestTag({ transitions, symbols }: AutomatonGraph, isMeant: (at: number) => boolean): string {
  let best = -1;
  for (const at of transitions.to.keys())
    if (isMeant(at) && (transitions.support[at] ?? 0) > (transitions.support[best] ?? -1)) best = at;
  return printableTag(symbols[transitions.symbol[best] ?? -1]?.tag ?? '');
}

const inWords = (tag: string): string => {
  const words = tag.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Suggests a state's name: the move that leads there; if not unique, with the move before or after it. */
export function suggestName(graph: AutomatonGraph, state: number): string {
  const { transitions } = graph;
  const into = (of: number): string => strongestTag(graph, (at) => transitions.to[at] === of);
  const before = (of: number): string => {
    let best = -1;
    for (const at of transitions.to.keys())
      if (
        transitions.to[at] === of &&
        transitions.from[at] !== of &&
        (transitions.support[at] ?? 0) > (transitions.support[best] ?? -1)
      )
        best = at;
    return best === -1 || transitions.from[best] === 0 ? '' : into(transitions.from[best] ?? 0);
  };
  const own = into(state);
  const same = [...graph.states.roles.keys()].filter(
    (other) => other > 0 && other !== state && into(other) === own,
  );
  if (same.length === 0) return inWords(own);
  const earlier = before(state);
  if (same.every((other) => before(other) !== earlier))
    return earlier === ''
      ? `${inWords(own)} at the start`
      : `${inWords(own)} after ${inWords(earlier).toLowerCase()}`;
  const next = strongestTag(graph, (at) => transitions.from[at] === state);
  return next === '(blank)' ? inWords(own) : `${inWords(own)} before ${inWords(next).toLowerCase()}`;
}

const LISTED = 4;

interface StateCardProps {
  readonly place: Extract<Place, { kind: 'state' | 'transition' }>;
  readonly graph: AutomatonGraph;
  readonly figures: MapFigures | null;
}

export function StateCard({ place, graph, figures }: StateCardProps) {
  const [from, to] = place.kind === 'state' ? [place.state, place.state] : [place.from, place.to];
  const { data: names = [] } = useQuery(stateQueries.names(graph.summary.id));
  const [editing, setEditing] = useState<number | null>(null);
  const found = names.find(({ state }) => state === to) ?? null;
  // A state that was only moved has no name.
  const stored = found && (found.name || found.note || found.phase || found.colour) ? found : null;
  const { learner, imported } = graph.summary;
  const around = figures ?? (learner === 'context' ? null : transitionsAsDrawn(graph, imported !== null));
  return (
    <section className="state-card stack-2 rigid line-below scrolls-y" aria-label="About this state">
      {editing === to ? (
        <StateForm key={to} graph={graph} state={to} stored={stored} onClose={() => setEditing(null)} />
      ) : (
        place.kind === 'state' &&
        to !== 0 &&
        !imported && (
          <div className="row-2 apart">
            <span className="shrink">
              {stored?.colour && (
                <span className="state-swatch circle inline-block" data-swatch={stored.colour} />
              )}
              <span className="quiet">
                State {to}
                {stored?.phase && ` · ${stored.phase}`}
              </span>
              {stored?.note && <span className="quiet block">{stored.note}</span>}
            </span>
            <Button small onClick={() => setEditing(to)}>
              {stored ? 'Change…' : 'Name this state…'}
            </Button>
          </div>
        )
      )}
      {around && (
        <div className="flex gap-4">
          {from !== 0 && <Around title="Before" rows={rowsBefore(around, from)} graph={graph} />}
          <Around title="Next" rows={rowsNext(around, to)} graph={graph} />
        </div>
      )}
    </section>
  );
}

interface CountedTransitions {
  readonly transitions: Pick<MapFigures['transitions'], 'from' | 'to' | 'dialogues' | 'median'>;
  readonly states: Pick<MapFigures['states'], 'ends' | 'dialogues'>;
}

/**
 * Returns transitions before they are counted. `counted` uses the automaton's own counts, if there will be no others.
 */
export function transitionsAsDrawn(
  { transitions, states }: AutomatonGraph,
  counted: boolean,
): CountedTransitions {
  const pairs = new Map<string, { from: number; to: number; dialogues: number }>();
  transitions.from.forEach((from, at) => {
    const to = transitions.to[at] ?? 0;
    const pair = pairs.get(`${from} ${to}`) ?? { from, to, dialogues: 0 };
    pairs.set(`${from} ${to}`, pair);
    pair.dialogues += counted ? (transitions.support[at] ?? 0) : Number.NaN;
  });
  const between = [...pairs.values()];
  return {
    transitions: {
      from: between.map(({ from }) => from),
      to: between.map(({ to }) => to),
      dialogues: between.map(({ dialogues }) => dialogues),
      median: between.map(() => Number.NaN),
    },
    states: { ends: states.ends, dialogues: states.support },
  };
}

interface AdjacentState {
  readonly state: number | null;
  readonly share: number;
  readonly wait: number;
}

export function rowsBefore({ transitions, states }: CountedTransitions, state: number): AdjacentState[] {
  return [...transitions.to.keys()]
    .filter((transition) => transitions.to[transition] === state)
    .map((transition) => ({
      state: transitions.from[transition] ?? 0,
      share: (transitions.dialogues[transition] ?? 0) / (states.dialogues[state] ?? 0),
      wait: transitions.median[transition] ?? Number.NaN,
    }))
    .sort((a, b) => b.share - a.share || 0);
}

export function rowsNext({ transitions, states }: CountedTransitions, state: number): AdjacentState[] {
  const out = [...transitions.from.keys()].filter((transition) => transitions.from[transition] === state);
  const ends = states.ends[state] ?? 0;
  const all = states.dialogues[state] ?? 0;
  return [
    ...out.map((transition) => ({
      state: transitions.to[transition] ?? 0,
      share: (transitions.dialogues[transition] ?? 0) / all,
      wait: transitions.median[transition] ?? Number.NaN,
    })),
    ...(ends > 0 ? [{ state: null, share: ends / all, wait: Number.NaN }] : []),
  ].sort((a, b) => b.share - a.share || 0);
}

interface AroundProps {
  readonly title: string;
  readonly rows: readonly AdjacentState[];
  readonly graph: AutomatonGraph;
}

function Around({ title, rows, graph }: AroundProps) {
  const [all, setAll] = useState(false);
  return (
    <div className="grow shrink state-beside">
      <h3 className="quiet small" title="As a share of the dialogues that reach this state">
        {title}
      </h3>
      <ul aria-label={title}>
        {rows.slice(0, all ? rows.length : LISTED).map(({ state, share, wait }) => (
          <li key={state ?? 'end'} className="row-2 min-small">
            <span className="number">{Number.isNaN(share) ? '…' : formatShare(share, { rough: true })}</span>
            {state === null ? (
              <span className="quiet">ends here</span>
            ) : (
              <button
                type="button"
                className="shrink min-small accent no-border no-fill pointer to-start pad-0"
                onClick={() => goTo({ kind: 'state', state })}
              >
                {stateName(graph, state)}
              </button>
            )}
            {!Number.isNaN(wait) && <span className="rigid to-end quiet small">{formatDuration(wait)}</span>}
          </li>
        ))}
      </ul>
      {rows.length > LISTED && !all && (
        <button
          type="button"
          className="shrink min-small accent no-border no-fill pointer to-start pad-0"
          onClick={() => setAll(true)}
        >
          {rows.length - LISTED} more
        </button>
      )}
    </div>
  );
}

interface StateFormProps {
  readonly graph: AutomatonGraph;
  readonly state: number;
  readonly stored: NamedState | null;
  readonly onClose: () => void;
}

function StateForm({ graph, state, stored, onClose }: StateFormProps) {
  const [said, setSaid] = useState({
    name: stored?.name ?? suggestName(graph, state),
    note: stored?.note ?? '',
    phase: stored?.phase ?? '',
    colour: stored?.colour ?? ('' as StateColour),
  });
  const save = useMutation({
    mutationFn: (given: typeof said) =>
      client.stateNames.describe({ automaton: graph.summary.id, state, ...given }),
    meta: about('stateNames'),
    onSuccess: onClose,
  });
  const bind = bindTo(said, (part) => setSaid({ ...said, ...part }));
  return (
    <Form
      className="state-form halves"
      aria-label={`Name of state ${state}`}
      onSubmit={() => save.mutate(said)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextField label="Name" {...bind('name')} maxLength={80} autoFocus />
      <TextField label="Phase" {...bind('phase')} maxLength={80} placeholder="e.g. Opening" />
      <TextField label="Note" {...bind('note')} maxLength={2000} />
      <SelectField
        label="Color"
        {...bind('colour')}
        options={stateColourSchema.options.map((colour) => ({
          value: colour,
          label: colour.replace('grey', 'gray') || 'none',
        }))}
      />
      <div className="row-2 span-all">
        <Button type="submit" kind="primary" small disabled={save.isPending}>
          Save
        </Button>
        {stored && (
          <Button small onClick={() => save.mutate({ name: '', note: '', phase: '', colour: '' })}>
            Remove the name
          </Button>
        )}
        <Button small onClick={onClose}>
          Cancel
        </Button>
      </div>
      {save.isError && <ErrorNotice error={save.error} />}
    </Form>
  );
}
