import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3';
import type { ComparisonMethod } from '#shared/contract/comparison.ts';

/** A method's kind, or `designed` for flows and worksheets, which people write. */
export type MethodKind = ComparisonMethod['kind'] | 'designed';

const KIND_NAMES: Readonly<Record<MethodKind, string>> = {
  baseline: 'baseline',
  paper: 'from the paper',
  context: 'context automaton',
  designed: 'designed',
};

/** SVG paths, centered at (0, 0) and about 10 px wide. Shapes differ so that color is not needed. */
export const KIND_SHAPES: Readonly<Record<MethodKind, string>> = {
  baseline: symbol(symbolCircle, 64)() ?? '',
  paper: symbol(symbolSquare, 72)() ?? '',
  context: symbol(symbolDiamond, 68)() ?? '',
  designed: symbol(symbolTriangle, 56)() ?? '',
};

export function KindMark({ kind, named = true }: { readonly kind: MethodKind; readonly named?: boolean }) {
  return (
    <span className={`kind kind-${kind}`}>
      <svg viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
        <path d={KIND_SHAPES[kind]} />
      </svg>
      {named ? KIND_NAMES[kind] : <span className="visually-hidden">{KIND_NAMES[kind]}</span>}
    </span>
  );
}
