import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Overlay } from '#shared/algorithms/layout/scene/overlay.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import { type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import type { StepFigures } from '#shared/contract/stories.ts';
import { bothWheres, useDialogueFilter } from '../../project/dialogue-filter.ts';
import { useView } from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { otherGroup, useGroups } from '../groups/index.ts';
import { isAsLearned, useMap } from './map-state.ts';
import { differenceOverlay, overlayOf } from './overlay-of.ts';
import { mapQueries } from './queries.ts';

export function figuresOnShow(): StepFigures | null {
  const { metric, label, colour, width, good, waits, number } = useMap.getState();
  const { where } = useView.getState();
  if (metric === 'difference' || isAsLearned({ metric, where, good })) return null;
  return { metric, label, colour, width, where, good, waits, number };
}

interface SlideFigures {
  readonly automaton: Pick<AutomatonSummary, 'id' | 'learner' | 'imported'>;
  readonly figures: StepFigures | null;
}

export function useToldOverlays(told: readonly SlideFigures[]): readonly (Overlay | null)[] {
  const asked = told.map(({ automaton, figures }) => {
    const { where = '', good = '', waits = 'customer', number = null } = figures ?? {};
    return {
      ...mapQueries.figures({ automaton: automaton.id, where, good, waits, number }),
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

const QUIET_MS = 250;

export function useMapFigures(automaton: AutomatonSummary | null): MapFigures | null {
  const { good, waits, number } = useMap();
  const { where } = useDialogueFilter();
  const asked = useSettledValue({ automaton: automaton?.id ?? null, where, good, waits, number }, QUIET_MS);
  const isCounted = automaton !== null && hasPaths(automaton) && asked.automaton === automaton.id;
  const found = useQuery({ ...mapQueries.figures(asked), enabled: isCounted });
  return isCounted ? (found.data ?? null) : null;
}

export function useMapOverlay(automaton: AutomatonSummary) {
  const { id } = automaton;
  const { metric, label, colour, width, good, waits, number } = useMap();
  const { where } = useDialogueFilter();
  const groups = useGroups();
  const isCounted = hasPaths(automaton);
  const common = { automaton: id, good: '', waits, number: null };
  const asked = useSettledValue({ automaton: id, where, good, waits, number }, QUIET_MS);
  const found = useQuery({
    ...mapQueries.figures(asked),
    enabled: isCounted && asked.automaton === id,
    placeholderData: keepPreviousData,
  });
  const isCompared = isCounted && metric === 'difference' && groups.left.trim() !== '';
  const left = useQuery({
    ...mapQueries.figures({ ...common, where: bothWheres(where, groups.left) }),
    enabled: isCompared,
  });
  const right = useQuery({
    ...mapQueries.figures({ ...common, where: bothWheres(where, otherGroup(groups)) }),
    enabled: isCompared,
  });
  const figures = isCounted && found.data?.automaton === id ? found.data : null;
  const isLearned = isAsLearned({ metric, where, good });
  const overlay = useMemo(() => {
    const channels = { label, colour, width };
    if (metric === 'difference') {
      const title = `Share in A minus share in B. A: ${groups.left}; B: ${groups.right.trim() || 'all others'}`;
      return isCompared && left.data && right.data
        ? differenceOverlay(left.data, right.data, channels, title)
        : null;
    }
    return figures && !isLearned ? overlayOf(figures, metric, channels, { where, waits, number }) : null;
  }, [
    metric,
    label,
    colour,
    width,
    where,
    waits,
    number,
    figures,
    isLearned,
    isCompared,
    left.data,
    right.data,
    groups,
  ]);
  const error = found.error ?? (isCompared ? (left.error ?? right.error) : null);
  const isWanted = metric === 'difference' ? isCompared : isCounted && !isLearned;
  return { overlay, figures, isCounting: isWanted && overlay === null && error === null, error };
}
