import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { printableTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { NamedState, PhaseCounts } from '#shared/contract/state-names.ts';
import { useApi } from '../../client/api.tsx';
import { stateQueries } from './queries.ts';

/** Returns the graph with the names that people gave its states; undefined while loading. */
export function useNamedGraph(graph: AutomatonGraph | undefined): AutomatonGraph | undefined {
  const { data: names } = useQuery({
    ...stateQueries(useApi().client).names(graph?.summary.id ?? null),
    enabled: graph !== undefined,
  });
  const { data: counts } = useQuery({
    ...stateQueries(useApi().client).phases(graph?.summary.id ?? null),
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
  const column = <Value>(none: Value, of: (name: NamedState) => Value): Value[] => {
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
