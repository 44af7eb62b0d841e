import { arrowKey } from '#shared/algorithms/dependency/find-arrows.ts';

export interface DesignedFlow {
  readonly arrows: readonly (readonly [from: string, to: string])[];
}

/** The share of a designed flow that was found. All 0 … 1; 0 if there is nothing to divide by. */
export interface FlowScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Returns pairs as `from\u0000to`, each once, without nodes that have no label. `seen` has the dialogues' labels.
 * An outcome without an incoming arrow follows each query without an outgoing one.
 */
export function labelArrows({ arrows }: DesignedFlow, seen: ReadonlySet<string>): Set<string> {
  const sources = new Set(arrows.map(([from]) => from));
  const targets = new Set(arrows.map(([, to]) => to));
  const outcomes = [...sources].filter((node) => !seen.has(node) && !targets.has(node));
  const queries = [...targets].filter((node) => !seen.has(node) && !sources.has(node));
  let left = [...arrows, ...queries.flatMap((query) => outcomes.map((outcome) => [query, outcome] as const))];
  for (const node of new Set(left.flat())) {
    if (seen.has(node)) continue;
    const into = left.filter(([from, to]) => to === node && from !== node).map(([from]) => from);
    const out = left.filter(([from, to]) => from === node && to !== node).map(([, to]) => to);
    left = left.filter(([from, to]) => from !== node && to !== node);
    left.push(...into.flatMap((from) => out.map((to) => [from, to] as const)));
  }
  return new Set(left.filter(([from, to]) => from !== to).map(([from, to]) => arrowKey(from, to)));
}

export function scoreFlow(found: ReadonlySet<string>, designed: ReadonlySet<string>): FlowScore {
  let right = 0;
  for (const arrow of found) if (designed.has(arrow)) right++;
  const precision = found.size === 0 ? 0 : right / found.size;
  const recall = designed.size === 0 ? 0 : right / designed.size;
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
