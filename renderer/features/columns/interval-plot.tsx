import { scaleLinear } from 'd3';
import { useEffect, useRef, useState } from 'react';
import { bracketText, figureText } from '#shared/domain/figure-text.ts';
import type { Estimate } from '#shared/domain/figures.ts';
import { KIND_SHAPES, type MethodKind } from './kind-mark.tsx';

interface PlotScale {
  /** Position of a value, in px from the left. */
  readonly x: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly text: string; readonly x: number }[];
  readonly cut: boolean;
}

/** Returns an axis; null if nothing was measured. `zero` makes the axis include 0, as for differences. */
export function plotScale(
  values: readonly Estimate[],
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

interface PlotRow {
  readonly name: string;
  readonly title: string;
  readonly kind: MethodKind;
  readonly oracle: boolean;
  readonly value: Estimate;
}

const ROW = 26;
/** Height in px of a row with a second line below its title. */
const TALL_ROW = 42;
const AXIS = 34;
const LABELS = 250;
const VALUES = 150;

interface IntervalPlotProps {
  readonly label: string;
  readonly unit: string;
  readonly rows: readonly PlotRow[];
  /** True if the values are differences; then the axis includes and marks 0. */
  readonly difference?: boolean;
}

export function IntervalPlot({ label, unit, rows, difference = false }: IntervalPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const left = Math.min(LABELS, width * 0.34);
  const right = Math.max(left + 80, width - VALUES);
  const scale = plotScale(
    rows.map((row) => row.value),
    left + 12,
    right - 12,
    difference,
  );
  const height = rows.some(({ oracle }) => oracle) ? TALL_ROW : ROW;
  const bottom = rows.length * height + 8;
  return (
    <div ref={frame} className="plot shrink above-1 hides">
      {width > 0 && scale === null && <p className="quiet">Nothing was measured.</p>}
      {width > 0 && scale && (
        <svg
          width={width}
          height={bottom + AXIS}
          role="img"
          aria-label={`${label}: ${spoken(rows, difference)}`}
        >
          {scale.ticks.map((tick) => (
            <g key={tick.value} transform={`translate(${tick.x},0)`}>
              <line
                className={difference && tick.value === 0 ? 'plot-zero' : 'plot-grid'}
                y1={0}
                y2={bottom}
              />
              <text className="plot-tick" y={bottom + 14}>
                {tick.text}
              </text>
            </g>
          ))}
          <text className="plot-unit" x={left + 12} y={bottom + 28}>
            {unit}
            {scale.cut && '; the axis does not start at 0'}
          </text>
          {rows.map((row, index) => (
            <g key={row.name} transform={`translate(0,${4 + index * height + height / 2})`}>
              <foreignObject x={0} y={-height / 2} width={left} height={height}>
                <div className="plot-label grid tall" title={row.title}>
                  <div className="clip">{row.title}</div>
                  {row.oracle && <div className="small warning">uses the correct labels</div>}
                </div>
              </foreignObject>
              <Mark row={row} x={scale.x} />
              <text className="plot-value" x={width} dy="0.32em">
                {estimateText(row.value, difference)}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

export function estimateText(value: Estimate, signed = false): string {
  return [figureText(value.estimate, { signed }), bracketText(value, { signed })].filter(Boolean).join(' ');
}

function Mark({ row: { kind, value }, x }: { readonly row: PlotRow; readonly x: (value: number) => number }) {
  const { estimate, lower, upper } = value;
  if (estimate === null) return null;
  return (
    <g className={`kind-${kind}`}>
      {lower !== null && upper !== null && (
        <>
          <line className="plot-interval" x1={x(lower)} x2={x(upper)} />
          <line className="plot-interval" x1={x(lower)} x2={x(lower)} y1={-4} y2={4} />
          <line className="plot-interval" x1={x(upper)} x2={x(upper)} y1={-4} y2={4} />
        </>
      )}
      <path d={KIND_SHAPES[kind]} transform={`translate(${x(estimate)},0)`} />
    </g>
  );
}

export function spoken(
  rows: readonly Pick<PlotRow, 'title' | 'oracle' | 'value'>[],
  difference: boolean,
): string {
  return rows
    .map(
      ({ title, oracle, value }) =>
        `${title} ${estimateText(value, difference)}${oracle ? ', uses the correct labels' : ''}`,
    )
    .join('; ');
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    setWidth(box.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
