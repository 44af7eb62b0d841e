import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3';
import type { ComparisonMethod } from '#shared/contract/comparison.ts';

/** A method's kind, or `designed` for flows and worksheets, which people wrote. */
export type MethodKind = ComparisonMethod['kind'] | 'designed';

export const KIND_NAMES: Readonly<Record<MethodKind, string>> = {
  baseline: 'baseline',
  paper: 'paper',
  context: 'context automaton',
  designed: 'designed',
};

/** Each kind has a shape of its own, around (0, 0) and about 10 px wide, so that colour is not needed. */
export const KIND_SHAPES: Readonly<Record<MethodKind, string>> = {
  baseline: symbol(symbolCircle, 64)() ?? '',
  paper: symbol(symbolSquare, 72)() ?? '',
  context: symbol(symbolDiamond, 68)() ?? '',
  designed: symbol(symbolTriangle, 56)() ?? '',
};
