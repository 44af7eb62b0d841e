import { useId } from 'react';
import { describeCover } from '#shared/algorithms/layout/scene/describe.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { stopIndex } from './support-stops.ts';
import './controls.css';

const COVERS = [30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 98, 100] as const;

/** Sliders for minimum support (logarithmic), maximum depth, and the dialogues to draw transitions for. */
export function FilterSliders({
  filter,
  stops,
  deepest,
  ways,
  onFilter,
}: {
  readonly filter: VisibleFilter;
  readonly stops: readonly number[];
  readonly deepest: number;
  /** The available choices of transitions: the main ones, those for a share of the dialogues, or all. */
  readonly ways: { readonly main: boolean; readonly cover: boolean };
  readonly onFilter: (filter: VisibleFilter) => void;
}) {
  const id = useId();
  const depth = Math.min(filter.maxDepth, deepest);
  // Without main transitions all are shown at first, so that is also the last stop.
  const covers = [...(ways.main ? [undefined] : []), ...(ways.cover ? COVERS : [100])];
  const cover = ways.main ? filter.cover : (filter.cover ?? 100);
  const everyDepth = filter.maxDepth >= deepest;
  return (
    <div className="graph-sliders">
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
          title="Hide weak transitions, but keep the full paths of this share of the dialogues"
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
              onFilter({ ...filter, cover: ways.main || chosen !== 100 ? chosen : undefined });
            }}
          />
          <output htmlFor={`${id}-cover`}>{cover === undefined ? 'main' : `${cover} %`}</output>
        </div>
      )}
    </div>
  );
}
