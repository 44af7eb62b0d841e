/** Tagged turns as columns. Tags are 0 … tagCount−1, each at most once per turn. */
export interface TagSequences {
  readonly tagCount: number;
  /** length = dialogues + 1; turns of dialogue d are `turnOffsets[d] … turnOffsets[d+1]-1` */
  readonly turnOffsets: Int32Array;
  /** length = turns + 1 */
  readonly tagOffsets: Int32Array;
  readonly tags: Int32Array;
  /** length = turns; an index into ROLES */
  readonly roles: Uint8Array;
}

interface ContextCounts {
  readonly contexts: Int32Array;
  readonly counts: Float64Array;
  readonly total: number;
}

/** The surroundings of each tag: the tags of the tagged turn before, of the one after, and the others in its turn. */
export interface TagContexts {
  /** length = tagCount, one of each side */
  readonly before: readonly ContextCounts[];
  readonly after: readonly ContextCounts[];
  readonly beside: readonly ContextCounts[];
  readonly turns: Int32Array;
  readonly byRole: readonly [Int32Array, Int32Array];
  /** The number of turns with both tags, by `smaller * tagCount + larger`. */
  readonly together: ReadonlyMap<number, number>;
}

/**
 * Counts neighbors. Those on one side count as one, so that turns with many tags weigh no more.
 * Untagged turns are skipped: if only one side is annotated, they would make all tags look alike.
 * Linear in the pairs of tags of adjacent turns.
 */
export function countContexts(sequences: TagSequences): TagContexts {
  const { tagCount, turnOffsets, tagOffsets, tags, roles } = sequences;
  // Numbers of neighbors: tags of role 0, tags of role 1, no other tag, the dialogue's edge.
  const nothing = 2 * tagCount;
  const edge = nothing + 1;
  const sides = { before: tallies(tagCount), after: tallies(tagCount), beside: tallies(tagCount) };
  const turns = new Int32Array(tagCount);
  const byRole = [new Int32Array(tagCount), new Int32Array(tagCount)] as const;
  const together = new Map<number, number>();
  for (let dialogue = 0; dialogue + 1 < turnOffsets.length; dialogue++) {
    const start = turnOffsets[dialogue];
    const stop = turnOffsets[dialogue + 1];
    /** Returns the nearest tagged turn from `turn` on; -1 if the dialogue ends first. */
    const tagged = (turn: number, step: 1 | -1): number => {
      for (let at = turn; at >= start && at < stop; at += step)
        if (tagOffsets[at] < tagOffsets[at + 1]) return at;
      return -1;
    };
    for (let turn = start; turn < stop; turn++) {
      if (tagOffsets[turn] === tagOffsets[turn + 1]) continue;
      const from = tagOffsets[turn];
      const to = tagOffsets[turn + 1];
      const before = tagged(turn - 1, -1);
      const after = tagged(turn + 1, 1);
      const neighbours = (tally: Map<number, number>, other: number): void => {
        if (other === -1) {
          add(tally, edge, 1);
          return;
        }
        const first = tagOffsets[other];
        const end = tagOffsets[other + 1];
        for (let at = first; at < end; at++)
          add(tally, roles[other] * tagCount + tags[at], 1 / (end - first));
      };
      for (let at = from; at < to; at++) {
        const tag = tags[at];
        turns[tag]++;
        byRole[roles[turn]][tag]++;
        neighbours(sides.before[tag], before);
        neighbours(sides.after[tag], after);
        if (to - from === 1) add(sides.beside[tag], nothing, 1);
        for (let other = from; other < to; other++) {
          if (other === at) continue;
          add(sides.beside[tag], tags[other], 1 / (to - from - 1));
          if (tag < tags[other]) add(together, tag * tagCount + tags[other], 1);
        }
      }
    }
  }
  return {
    before: sides.before.map(toCounts),
    after: sides.after.map(toCounts),
    beside: sides.beside.map(toCounts),
    turns,
    byRole,
    together,
  };
}

const tallies = (count: number): Map<number, number>[] => Array.from({ length: count }, () => new Map());

function add(tally: Map<number, number>, key: number, weight: number): void {
  tally.set(key, (tally.get(key) ?? 0) + weight);
}

function toCounts(tally: ReadonlyMap<number, number>): ContextCounts {
  const sorted = [...tally].sort(([left], [right]) => left - right);
  return {
    contexts: Int32Array.from(sorted, ([context]) => context),
    counts: Float64Array.from(sorted, ([, count]) => count),
    total: sorted.reduce((sum, [, count]) => sum + count, 0),
  };
}

export function pool(all: readonly ContextCounts[]): ContextCounts {
  const tally = new Map<number, number>();
  for (const { contexts, counts } of all)
    for (let at = 0; at < contexts.length; at++) add(tally, contexts[at], counts[at]);
  return toCounts(tally);
}

/**
 * Returns 1 if the neighbors do not tell the tags apart, 0 if they do; 1 if either tag has no neighbors.
 * 1 − I(tag; neighbor) / H(tag), from the weighted Jensen–Shannon divergence (Lin 1991), minus the difference
 * expected by chance, (k − 1) / 2N nats (Miller and Madow).
 */
export function contextSimilarity(left: ContextCounts, right: ContextCounts): number {
  const total = left.total + right.total;
  if (left.total === 0 || right.total === 0) return 1;
  const leftShare = left.total / total;
  const rightShare = right.total / total;
  let information = 0;
  let kinds = 0;
  let i = 0;
  let j = 0;
  while (i < left.contexts.length || j < right.contexts.length) {
    const leftContext = i < left.contexts.length ? left.contexts[i] : Number.POSITIVE_INFINITY;
    const rightContext = j < right.contexts.length ? right.contexts[j] : Number.POSITIVE_INFINITY;
    const a = leftContext <= rightContext ? left.counts[i++] : 0;
    const b = rightContext <= leftContext ? right.counts[j++] : 0;
    const both = a + b;
    kinds++;
    if (a > 0) information += (a / total) * Math.log(a / (both * leftShare));
    if (b > 0) information += (b / total) * Math.log(b / (both * rightShare));
  }
  const byChance = (kinds - 1) / (2 * total);
  const greatest = -leftShare * Math.log(leftShare) - rightShare * Math.log(rightShare);
  return 1 - Math.min(1, Math.max(0, information - byChance) / greatest);
}
