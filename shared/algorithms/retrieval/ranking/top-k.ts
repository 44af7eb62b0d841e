/**
 * Returns the indexes of the k best scores, best first; ties go to the smaller index. O(n log k). Omits scores not
 * above `floor`, and indexes that `skip` rejects.
 */
export function topK(
  scores: ArrayLike<number>,
  k: number,
  floor = Number.NEGATIVE_INFINITY,
  skip?: (index: number) => boolean,
): Int32Array {
  const heap = new Int32Array(Math.max(0, Math.min(k, scores.length)));
  let size = 0;
  for (let index = 0; index < scores.length && heap.length > 0; index++) {
    const score = scores[index];
    if (!(score > floor)) continue;
    if (size === heap.length && !isBetter(scores, index, heap[0])) continue;
    if (skip?.(index)) continue;
    if (size < heap.length) {
      heap[size] = index;
      siftUp(scores, heap, size);
      size++;
    } else {
      heap[0] = index;
      siftDown(scores, heap, size);
    }
  }
  const best = heap.subarray(0, size);
  return best.sort((a, b) => scores[b] - scores[a] || a - b);
}

function isBetter(scores: ArrayLike<number>, a: number, b: number): boolean {
  return scores[a] > scores[b] || (scores[a] === scores[b] && a < b);
}

function siftUp(scores: ArrayLike<number>, heap: Int32Array, start: number): void {
  let child = start;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!isBetter(scores, heap[parent], heap[child])) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function siftDown(scores: ArrayLike<number>, heap: Int32Array, size: number): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    if (left >= size) return;
    const right = left + 1;
    const worse = right < size && isBetter(scores, heap[left], heap[right]) ? right : left;
    if (!isBetter(scores, heap[parent], heap[worse])) return;
    swap(heap, parent, worse);
    parent = worse;
  }
}

function swap(heap: Int32Array, a: number, b: number): void {
  const kept = heap[a];
  heap[a] = heap[b];
  heap[b] = kept;
}
