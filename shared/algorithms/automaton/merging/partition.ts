/** A partition of 0 … count-1 into classes, all apart at first (union-find, by size, with path halving). */
interface Partition {
  /** The representative of the value's class; which value that is means nothing. */
  find(value: number): number;
  /** Merges two classes; false where they are one already. */
  merge(left: number, right: number): boolean;
  readonly classCount: number;
}

export function createPartition(count: number): Partition {
  const parents = Int32Array.from({ length: count }, (_, value) => value);
  const sizes = new Int32Array(count).fill(1);
  let classCount = count;

  function find(value: number): number {
    let at = value;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  return {
    find,
    merge(left, right) {
      let larger = find(left);
      let smaller = find(right);
      if (larger === smaller) return false;
      if (sizes[larger] < sizes[smaller]) [larger, smaller] = [smaller, larger];
      parents[smaller] = larger;
      sizes[larger] += sizes[smaller];
      classCount--;
      return true;
    },
    get classCount() {
      return classCount;
    },
  };
}
