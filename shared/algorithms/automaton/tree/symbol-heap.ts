/**
 * Symbols by falling count, the smaller id first among equals, while counts only ever fall.
 *
 * The heap holds each symbol with the count it had when it was put there. A count that fell since makes its
 * entry stale: on its way out it is put back with the count of now, so that no entry is searched for.
 * (A lazy binary heap; one step costs O(log n).)
 */
interface SymbolHeap {
  /** Empties the heap and fills it with `symbols[0 … length-1]`, each once. */
  fill(symbols: Int32Array, length: number): void;
  /** Takes the symbol with the largest count of now; -1 where no symbol is left with a count above 0. */
  pop(): number;
}

/**
 * @param counts by symbol id; read anew at each step, so the caller lowers it in place
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
