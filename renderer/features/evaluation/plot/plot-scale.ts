import { scaleLinear } from 'd3';
import type { EstimateValue } from '#shared/contract/evaluation.ts';

/** The axis of a plot of estimates with intervals. */
interface PlotScale {
  /** Position of a value, in px from the left. */
  readonly x: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly text: string; readonly x: number }[];
  /** True if the axis does not start at 0; the plot then says so. */
  readonly cut: boolean;
}

/**
 * Returns an axis that covers all estimates and intervals, from `left` to `right` px.
 * @param zero the axis must include 0, as for differences
 * @returns null if nothing was measured
 */
export function plotScale(
  values: readonly EstimateValue[],
  left: number,
  right: number,
  zero: boolean,
): PlotScale | null {
  const numbers = values
    .flatMap(({ estimate, lower, upper }) => [estimate, lower, upper])
    .filter((value) => value !== null);
  if (numbers.length === 0) return null;
  if (zero) numbers.push(0);
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  // A single value still needs an axis.
  const margin = most - least < 1 ? 1 : (most - least) * 0.04;
  const from = least >= 0 && !zero ? Math.max(0, least - margin) : least - margin;
  const wanted = Math.max(3, Math.min(8, Math.floor((right - left) / 80)));
  const scale = scaleLinear([from, most + margin], [left, right]).nice(wanted);
  const format = scale.tickFormat(wanted);
  return {
    x: (value) => scale(value),
    ticks: scale.ticks(wanted).map((value) => ({ value, text: format(value), x: scale(value) })),
    cut: (scale.domain()[0] ?? 0) > 0,
  };
}
