import type { Steps } from './first-steps.ts';

/** Limits for a transition between two steps to count as designed; see `dependencies`. */
interface DependencyLimits {
  /**
   * Least strength: dialogues that go straight from a to c, divided by √(dialogues with a · dialogues with
   * c).
   */
  readonly strength: number;
  /** And against all dialogues. */
  readonly share: number;
  /** The least excess of a before c over a after c, relative to both, -1 … 1. */
  readonly direction: number;
  /**
   * A transition that skips b is left out if b lies between a and c in this share of the dialogues with all
   * three.
   */
  readonly between: number;
  /** Also, the paths through b must be at least this strong against the direct one. */
  readonly byWay: number;
  /** A transition is left out if every part of a longer path is at least this strong compared with it. */
  readonly detour: number;
}

export const DEPENDENCY_DEFAULTS: DependencyLimits = {
  strength: 0.1,
  share: 0.02,
  direction: 0.3,
  between: 0.5,
  byWay: 0.2,
  detour: 0.5,
};

/** A transition from one step straight to another. */
interface Dependency {
  /** Steps as in the sequences' symbols. */
  readonly from: number;
  readonly to: number;
  /** Dialogues that went it. */
  readonly dialogues: number;
}

/** Returns the transitions of a designed flow: strong, in one direction, no shortcuts. By dialogues, then ids. */
export function dependencies(sequences: Steps, limits: DependencyLimits): Dependency[] {
  const { symbols, offsets, steps } = sequences;
  const size = symbols.length;
  const dialogueCount = offsets.length - 1;
  const { straight, withStep } = countWays(sequences);
  const kept = new Map<number, number>();
  straight.forEach((count, at) => {
    if (count === 0) return;
    const from = Math.floor(at / size);
    const to = at % size;
    const back = straight[to * size + from];
    if (
      count >= limits.strength * Math.sqrt(withStep[from] * withStep[to]) &&
      count >= limits.share * dialogueCount &&
      (count - back) / (count + back + 1) >= limits.direction
    )
      kept.set(at, count);
  });

  const places = new Int32Array(dialogueCount * size).fill(-1);
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++)
      places[dialogue * size + steps[step]] = step;
  }
  const liesBetween = (from: number, middle: number, to: number): boolean => {
    let all = 0;
    let between = 0;
    for (let row = 0; row < places.length; row += size) {
      const [first, second, third] = [places[row + from], places[row + middle], places[row + to]];
      if (first === -1 || second === -1 || third === -1) continue;
      all++;
      if (first < second && second < third) between++;
    }
    return all > 0 && between >= limits.between * all;
  };
  for (const [at, count] of [...kept]) {
    const from = Math.floor(at / size);
    const to = at % size;
    for (let middle = 0; middle < size; middle++) {
      const weaker = Math.min(kept.get(from * size + middle) ?? 0, kept.get(middle * size + to) ?? 0);
      if (weaker === 0 || weaker < limits.byWay * count || !liesBetween(from, middle, to)) continue;
      kept.delete(at);
      break;
    }
  }
  for (const [at, count] of [...kept].sort((left, right) => left[1] - right[1] || left[0] - right[0])) {
    if (hasDetour(kept, size, at, limits.detour * count)) kept.delete(at);
  }
  return [...kept]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .map(([at, dialogues]) => ({ from: Math.floor(at / size), to: at % size, dialogues }));
}

/** Dialogues that went straight from one step to another (row by row), and dialogues with each step. */
export function countWays({ symbols, offsets, steps }: Steps) {
  const size = symbols.length;
  const straight = new Int32Array(size * size);
  const withStep = new Int32Array(size);
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++) {
      withStep[steps[step]]++;
      if (step + 1 < offsets[dialogue + 1]) straight[steps[step] * size + steps[step + 1]]++;
    }
  }
  return { straight, withStep };
}

/**
 * True if another path, whose parts are at least `least`, leads from the start of a transition to its end.
 */
function hasDetour(kept: ReadonlyMap<number, number>, size: number, way: number, least: number): boolean {
  const from = Math.floor(way / size);
  const to = way % size;
  const met = new Set([from]);
  for (const step of met) {
    for (const [at, count] of kept) {
      if (at === way || count < least || Math.floor(at / size) !== step) continue;
      if (at % size === to) return true;
      met.add(at % size);
    }
  }
  return false;
}
