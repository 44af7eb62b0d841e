import { useEffect, useId, useMemo, useState } from 'react';
import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';
import { describeCover } from '#shared/algorithms/layout/scene/describe.ts';
import {
  shownStates,
  type Visibility,
  type VisibleFilter,
  withLeaving,
} from '#shared/algorithms/layout/shown/visible.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

export type CountLeaving = (shown: readonly number[]) => Promise<number>;

/**
 * Returns the hidden parts. Until counted, their share is an upper bound if paths can leave the shown part and return.
 */
export function useHiddenShare(
  visibility: Visibility | null,
  dialogues: number,
  countLeaving: CountLeaving | undefined,
): Visibility | null {
  const [counted, setCounted] = useState<{ readonly of: Visibility; readonly leaving: number } | null>(null);
  useEffect(() => {
    if (!visibility || !countLeaving || visibility.shareIsExact || visibility.hiddenCount === 0) return;
    let wanted = true;
    countLeaving(shownStates(visibility)).then(
      (leaving) => wanted && setCounted({ of: visibility, leaving }),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [visibility, countLeaving]);
  return useMemo(
    () =>
      visibility && counted?.of === visibility
        ? withLeaving(visibility, counted.leaving, { dialogues })
        : visibility,
    [visibility, counted, dialogues],
  );
}

const STEPS = 48;

/** Returns whole numbers from 1 to the largest support, evenly spaced on a log scale, and the initial minimum. */
export function supportStops(automaton: DrawnAutomaton, opening: number): number[] {
  const { support } = automaton.states;
  const [, ...others] = Array.from(support);
  const most = others.reduce((largest, count) => Math.max(largest, count), 1);
  const stops = new Set<number>([1, most, Math.max(1, opening)]);
  for (let step = 1; step < STEPS; step++) stops.add(Math.round(most ** (step / STEPS)));
  return [...stops].sort((a, b) => a - b);
}

export function stopIndex(stops: readonly number[], support: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => stop <= support),
  );
}

export function greatestDepth(automaton: DrawnAutomaton): number {
  return Array.from(automaton.states.depths).reduce((most, depth) => Math.max(most, depth), 1);
}

const COVERS = [30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 98, 100] as const;

interface FilterSlidersProps {
  readonly filter: VisibleFilter;
  readonly stops: readonly number[];
  readonly deepest: number;
  /** The available choices of transitions: the main ones, those for a share of the dialogues, or all. */
  readonly offered: { readonly main: boolean; readonly cover: boolean };
  readonly onFilter: (filter: VisibleFilter) => void;
}

/** Sliders for minimum support (logarithmic), maximum depth, and the dialogues to draw transitions for. */
export function FilterSliders({ filter, stops, deepest, offered, onFilter }: FilterSlidersProps) {
  const id = useId();
  const depth = Math.min(filter.maxDepth, deepest);
  // Without main transitions all are shown at first, so that is also the last stop.
  const covers = [...(offered.main ? [undefined] : []), ...(offered.cover ? COVERS : [100])];
  const cover = offered.main ? filter.cover : (filter.cover ?? 100);
  const everyDepth = filter.maxDepth >= deepest;
  return (
    <div className="graph-sliders wrap flex gap-1-2">
      <div className="row-2 slider-row" title="Show states that at least this many dialogues visit">
        <label htmlFor={`${id}-support`}>Dialogues ≥</label>
        <input
          id={`${id}-support`}
          type="range"
          min={0}
          max={stops.length - 1}
          step={1}
          value={stopIndex(stops, filter.minSupport)}
          aria-valuetext={`at least ${formatCount(filter.minSupport)} dialogues`}
          onChange={(event) => onFilter({ ...filter, minSupport: stops[Number(event.target.value)] ?? 1 })}
        />
        <output htmlFor={`${id}-support`}>{formatCount(filter.minSupport)}</output>
      </div>
      <div className="row-2 slider-row" title="Show states up to this many transitions from the start">
        <label htmlFor={`${id}-depth`}>Depth ≤</label>
        <input
          id={`${id}-depth`}
          type="range"
          min={1}
          max={deepest}
          step={1}
          value={depth}
          aria-valuetext={everyDepth ? 'all depths' : `up to ${depth} transitions from the start`}
          onChange={(event) => {
            const chosen = Number(event.target.value);
            onFilter({ ...filter, maxDepth: chosen >= deepest ? Number.POSITIVE_INFINITY : chosen });
          }}
        />
        <output htmlFor={`${id}-depth`}>{everyDepth ? 'all' : depth}</output>
      </div>
      {covers.length > 1 && (
        <div
          className="row-2 slider-row"
          title="Hide rare transitions, but keep the full paths of this share of the dialogues"
        >
          <label htmlFor={`${id}-cover`}>Paths for</label>
          <input
            id={`${id}-cover`}
            type="range"
            min={0}
            max={covers.length - 1}
            step={1}
            value={covers.indexOf(cover)}
            aria-valuetext={cover === undefined ? 'the main transitions' : describeCover(cover)}
            onChange={(event) => {
              const chosen = covers[Number(event.target.value)];
              onFilter({ ...filter, cover: offered.main || chosen !== 100 ? chosen : undefined });
            }}
          />
          <output htmlFor={`${id}-cover`}>{cover === undefined ? 'main' : `${cover} %`}</output>
        </div>
      )}
    </div>
  );
}
