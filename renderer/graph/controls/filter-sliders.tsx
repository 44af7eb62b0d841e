import { useId } from 'react';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { stopIndex } from './support-stops.ts';
import './controls.css';

/** Sliders for the least support (by its logarithm) and the greatest depth. */
export function FilterSliders({
  filter,
  stops,
  deepest,
  onFilter,
}: {
  readonly filter: VisibleFilter;
  readonly stops: readonly number[];
  readonly deepest: number;
  readonly onFilter: (filter: VisibleFilter) => void;
}) {
  const id = useId();
  const depth = Math.min(filter.maxDepth, deepest);
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
      <div className="row-2 slider-row" title="Show states that so many transitions lead to from the start">
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
    </div>
  );
}
