const SHARD_BITS = 6;
const SHARDS = 1 << SHARD_BITS;

/** Numbers texts from 0 in the order of their first occurrence. Uses a tenth of the memory of a Map of strings. */
export class TextIndex {
  /** All texts in a row as UTF-16 code units, so that each text can be restored exactly. */
  #units = new Uint16Array(1024);
  #starts = new Uint32Array(64);
  /**
   * Hash tables with open addressing. An entry is the number of a text + 1, or 0 if free. At most two thirds are used.
   * Each table grows on its own, so that no step takes long.
   */
  readonly #shards: Uint32Array<ArrayBuffer>[] = Array.from({ length: SHARDS }, () => new Uint32Array(16));
  readonly #taken = new Uint32Array(SHARDS);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  add(text: string): number {
    const hash = hashText(text);
    const shard = shardOf(hash);
    const slots = this.#shards[shard]!;
    const slot = this.#slotOf(slots, hash, text);
    if (slots[slot]! > 0) return slots[slot]! - 1;
    const number = this.#count++;
    slots[slot] = this.#count;
    this.#append(number, text);
    if (++this.#taken[shard]! * 3 > slots.length * 2) this.#shards[shard] = this.#widened(slots);
    return number;
  }

  find(text: string): number {
    const hash = hashText(text);
    const slots = this.#shards[shardOf(hash)]!;
    return slots[this.#slotOf(slots, hash, text)]! - 1;
  }

  text(number: number): string {
    const units = this.#units.subarray(this.#starts[number], this.#starts[number + 1]);
    let text = '';
    for (let start = 0; start < units.length; start += 4096) {
      text += String.fromCharCode(...units.subarray(start, start + 4096));
    }
    return text;
  }

  #slotOf(slots: Uint32Array, hash: number, text: string): number {
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot]! > 0 && !this.#equals(slots[slot]! - 1, text)) slot = (slot + 1) & mask;
    return slot;
  }

  #equals(number: number, text: string): boolean {
    const start = this.#starts[number]!;
    if (this.#starts[number + 1]! - start !== text.length) return false;
    for (let index = 0; index < text.length; index++) {
      if (this.#units[start + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  #append(number: number, text: string): void {
    const start = this.#starts[number]!;
    const end = start + text.length;
    if (end > this.#units.length) this.#units = grown(this.#units, end);
    if (number + 2 > this.#starts.length) this.#starts = grown(this.#starts, number + 2);
    for (let index = 0; index < text.length; index++) this.#units[start + index] = text.charCodeAt(index);
    this.#starts[number + 1] = end;
  }

  #widened(slots: Uint32Array): Uint32Array<ArrayBuffer> {
    const wider = new Uint32Array(slots.length * 2);
    const mask = wider.length - 1;
    for (const entry of slots) {
      if (entry === 0) continue;
      let slot = hashUnits(this.#units, this.#starts[entry - 1]!, this.#starts[entry]!) & mask;
      while (wider[slot]! > 0) slot = (slot + 1) & mask;
      wider[slot] = entry;
    }
    return wider;
  }
}

/** The highest bits of the hash choose the table, the lowest the entry. */
function shardOf(hash: number): number {
  return hash >>> (32 - SHARD_BITS);
}

/** FNV-1a over code units, mixed so that consecutive ids do not get neighboring entries. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mixed(hash);
}

function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ units[index]!, 0x01000193);
  return mixed(hash);
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> 0;
}

function grown<Numbers extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  numbers: Numbers,
  length: number,
): Numbers {
  const wider = new (numbers.constructor as new (length: number) => Numbers)(
    Math.max(length, Math.ceil(numbers.length * 1.5)),
  );
  wider.set(numbers);
  return wider;
}
