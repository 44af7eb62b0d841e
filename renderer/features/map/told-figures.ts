import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Overlay } from '#shared/algorithms/layout/scene/overlay.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import { type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import type { StepFigures } from '#shared/contract/stories.ts';
import { useApi } from '../../client/api.tsx';
import { useView } from '../../project/view.ts';
import { useMap } from './map-state.ts';
import { overlayOf } from './overlay-of.ts';
import { mapQueries } from './queries.ts';

/** Returns the figures on the graph, for a slide; null if there are none, or for a difference of groups. */
export function figuresOnShow(): StepFigures | null {
  const { metric, label, colour, width, good, waits, number } = useMap.getState();
  const { where } = useView.getState();
  if (metric === 'difference' || (metric === 'dialogues' && where.trim() === '')) return null;
  return { metric, label, colour, width, where, good, waits, number };
}

interface Told {
  readonly automaton: Pick<AutomatonSummary, 'id' | 'learner' | 'imported'>;
  readonly figures: StepFigures | null;
}

/** Returns the figures of slides as overlays with current values; null without figures and while loading. */
export function useToldOverlays(told: readonly Told[]): readonly (Overlay | null)[] {
  const queries = mapQueries(useApi().client);
  const asked = told.map(({ automaton, figures }) => {
    const { where = '', good = '', waits = 'customer', number = null } = figures ?? {};
    return {
      ...queries.figures({ automaton: automaton.id, where, good, waits, number }),
      enabled: figures !== null && hasPaths(automaton),
    };
  });
  // Equal queries are asked once.
  const unique = [...new Map(asked.map((one) => [JSON.stringify(one.queryKey), one])).values()];
  const keys = unique.map(({ queryKey }) => JSON.stringify(queryKey)).join('\n');
  const answers = useQueries({
    queries: unique,
    combine: (results) => results.map(({ data }) => data ?? null),
  });
  const wanted = JSON.stringify(
    told.map(({ figures }, at) => ({ figures, key: JSON.stringify(asked[at]?.queryKey) })),
  );
  return useMemo(() => {
    const known = new Map(
      keys.split('\n').map((key, at): [string, MapFigures | null] => [key, answers[at] ?? null]),
    );
    const steps: { readonly figures: StepFigures | null; readonly key: string }[] = JSON.parse(wanted);
    return steps.map(({ figures, key }) => {
      const counted = known.get(key);
      return figures && counted ? overlayOf(counted, figures.metric, figures, figures) : null;
    });
  }, [keys, answers, wanted]);
}
