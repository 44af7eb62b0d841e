/** A subtree with its root on row 0 of level 0; `tops[l]` and `bottoms[l]` are its first and last row on level l. */
interface Contour {
  readonly tops: number[];
  readonly bottoms: number[];
}

interface TidyBlocks {
  /** length = states; row of a state relative to its parent's; 0 for roots */
  readonly offsets: Int32Array;
  /** Contours of the roots asked for. */
  readonly contours: ReadonlyMap<number, Contour>;
}

/**
 * Lays out a forest from left to right on a grid: a level is a column, and every state sits on the row of its
 * strongest child, so that the commonest way on is a straight line. The other children are packed above and
 * below by their contours, each on the side where it comes nearer (ties: below); subtrees never cross.
 *
 * After Reingold and Tilford's contours (1981), with the parent level with its first child instead of centerd.
 * O(states × height).
 * @param order states of the forest, every parent before its children
 * @param childrenOf the children of a state, strongest first
 * @param rowsAbove rows a state needs free above it (0 for most)
 * @param isRoot whether a state of `order` starts a tree
 */
export function tidyBlocks(
  order: readonly number[],
  childrenOf: (state: number) => readonly number[] | Int32Array,
  rowsAbove: (state: number) => number,
  isRoot: (state: number) => boolean,
  stateCount: number,
): TidyBlocks {
  const offsets = new Int32Array(stateCount);
  const pending = new Map<number, Contour>();
  const contours = new Map<number, Contour>();
  for (let index = order.length - 1; index >= 0; index--) {
    const state = order[index];
    const below: Contour = { tops: [], bottoms: [] };
    for (const child of childrenOf(state)) {
      const contour = pending.get(child);
      if (!contour) continue;
      pending.delete(child);
      const offset = nearestFit(below, contour);
      offsets[child] = offset;
      widen(below, contour, offset);
    }
    const contour = { tops: [-rowsAbove(state), ...below.tops], bottoms: [0, ...below.bottoms] };
    if (isRoot(state)) contours.set(state, contour);
    else pending.set(state, contour);
  }
  return { offsets, contours };
}

/** Returns the shift nearest to 0 that puts a block completely above or below the existing ones. */
function nearestFit(there: Contour, block: Contour): number {
  if (there.tops.length === 0) return 0;
  const common = Math.min(there.tops.length, block.tops.length);
  let under = Number.NEGATIVE_INFINITY;
  let over = Number.POSITIVE_INFINITY;
  for (let level = 0; level < common; level++) {
    under = Math.max(under, there.bottoms[level] - block.tops[level] + 1);
    over = Math.min(over, there.tops[level] - block.bottoms[level] - 1);
  }
  return under <= -over ? under : over;
}

function widen(there: Contour, block: Contour, offset: number): void {
  for (let level = 0; level < block.tops.length; level++) {
    const top = block.tops[level] + offset;
    const bottom = block.bottoms[level] + offset;
    there.tops[level] = level < there.tops.length ? Math.min(there.tops[level], top) : top;
    there.bottoms[level] = level < there.bottoms.length ? Math.max(there.bottoms[level], bottom) : bottom;
  }
}
