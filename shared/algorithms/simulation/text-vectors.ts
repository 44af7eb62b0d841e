import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import { withoutCodes } from './similar-talks.ts';
import { evenly } from './state-names.ts';

export interface TextVectors {
  readonly dimensions: number;
  of(text: string): Float32Array | null;
}

export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < one.length; d++) sum += one[d] * other[d];
  return sum;
}

export function meanVector(vectors: readonly Float32Array[]): Float32Array | null {
  if (vectors.length === 0) return null;
  const sum = new Float32Array(vectors[0].length);
  for (const vector of vectors) for (let d = 0; d < sum.length; d++) sum[d] += vector[d];
  const length = Math.hypot(...sum);
  return length === 0 ? null : sum.map((value) => value / length);
}

export function textsToCompare(turns: readonly RetrievalTurn[], most: number): string[] {
  const byTag = new Map<string, Map<string, string>>();
  for (const { role, text, tags } of turns) {
    if (role !== 'user') continue;
    for (const tag of tags) {
      let texts = byTag.get(tag);
      if (!texts) {
        texts = new Map();
        byTag.set(tag, texts);
      }
      texts.set(withoutCodes(text), text);
    }
  }
  const chosen = new Set<string>();
  // Rare tags come first, and common tags share the remaining places.
  const tags = [...byTag].sort(([a, one], [b, other]) => one.size - other.size || compareCodePoints(a, b));
  for (const [at, [, texts]] of tags.entries()) {
    const share = Math.ceil((most - chosen.size) / (tags.length - at));
    const all = [...texts.values()].filter((text) => !chosen.has(text));
    for (const place of evenly(all.length, share)) if (chosen.size < most) chosen.add(all[place]);
  }
  return [...chosen];
}
