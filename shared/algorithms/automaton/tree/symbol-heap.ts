/**
 * Symbols by falling count, then by id. Counts may fall but never rise.
 *
 * A lazy binary heap: it keeps each symbol with the count at the time it was added. If the count has fallen when the
 * symbol comes out, the symbol goes back in with its present count. One step costs O(log n).
 */
interface SymbolHeap {
  /** Empties the heap and fills it with `symbols[0 … length-1]`, each once. */
  fill(symbols: Int32Array, length: number): void;
  /** Removes the symbol with the largest present count; -1 if none has a count above 0. */
  pop(): number;
}

/**
 * @param counts by symbol id; read again at each step, so the caller lowers it in place
 */
export function createSymbolHeap(counts: Int32Array): SymbolHeap {
  const heap = new Int32Array(counts.length);
  const countWhenPut = new Int32Array(counts.length);
  let size = 0;

  function goesBefore(left: number, right: number): boolean {
    return (
      countWhenPut[left] > countWhenPut[right] || (countWhenPut[left] === countWhenPut[right] && left < right)
    );
  }

  function sink(start: number): void {
    const symbol = heap[start];
    let slot = start;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= size) break;
      if (child + 1 < size && goesBefore(heap[child + 1], heap[child])) child++;
      if (!goesBefore(heap[child], symbol)) break;
      heap[slot] = heap[child];
      slot = child;
    }
    heap[slot] = symbol;
  }

  function removeFirst(): void {
    size--;
    heap[0] = heap[size];
    sink(0);
  }

  return {
    fill(symbols, length) {
      size = length;
      for (let slot = 0; slot < length; slot++) {
        heap[slot] = symbols[slot];
        countWhenPut[symbols[slot]] = counts[symbols[slot]];
      }
      for (let slot = (length >> 1) - 1; slot >= 0; slot--) sink(slot);
    },
    pop() {
      while (size > 0) {
        const symbol = heap[0];
        const count = counts[symbol];
        if (count === countWhenPut[symbol] && count > 0) {
          removeFirst();
          return symbol;
        }
        if (count === 0) {
          removeFirst();
        } else {
          countWhenPut[symbol] = count;
          sink(0);
        }
      }
      return -1;
    },
  };
}
