/** A partition of 0 … count-1; at first every value is its own class (union-find by size, with path halving). */
interface Partition {
  /** The representative of the value's class; it may be any value of the class. */
  find(value: number): number;
  /** Merges the classes of two values; false if they were the same class already. */
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
