import { symbol, symbolCircle, symbolDiamond, symbolSquare } from 'd3';
import type { ComparisonMethod } from '#shared/contract/comparison.ts';

export type MethodKind = ComparisonMethod['kind'];

export const KIND_NAMES: Readonly<Record<MethodKind, string>> = {
  baseline: 'baseline',
  paper: 'paper',
  context: 'context automaton',
};

/** Each kind has a shape of its own, around (0, 0) and about 10 px wide, so that colour is not needed. */
export const KIND_SHAPES: Readonly<Record<MethodKind, string>> = {
  baseline: symbol(symbolCircle, 64)() ?? '',
  paper: symbol(symbolSquare, 72)() ?? '',
  context: symbol(symbolDiamond, 68)() ?? '',
};
