/** Keys are whole numbers from 0. A hash table in typed arrays needs no object per key. */
export function createNumbers() {
  let mask = 1023;
  let keys = new Float64Array(mask + 1).fill(-1);
  let numbers = new Int32Array(mask + 1);
  let count = 0;
  const slotOf = (key: number): number => {
    const low = key | 0; // The remainder by 2³².
    const high = (key / 0x1_0000_0000) | 0;
    const hash = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  const enlarge = (): void => {
    const [oldKeys, oldNumbers] = [keys, numbers];
    mask = 2 * mask + 1;
    keys = new Float64Array(mask + 1).fill(-1);
    numbers = new Int32Array(mask + 1);
    for (const [at, key] of oldKeys.entries()) {
      if (key === -1) continue;
      const slot = slotOf(key);
      keys[slot] = key;
      numbers[slot] = oldNumbers[at];
    }
  };
  return {
    get count() {
      return count;
    },
    of(key: number, isNew: boolean): number {
      let slot = slotOf(key);
      if (keys[slot] === key) return numbers[slot];
      if (!isNew) return -1;
      if (2 * count > mask) {
        enlarge();
        slot = slotOf(key);
      }
      keys[slot] = key;
      numbers[slot] = count;
      return count++;
    },
  };
}
