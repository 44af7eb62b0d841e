type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

const FIRST_LENGTH = 1024;

/** A list of numbers that grows by pushing and lies outside the JavaScript heap. */
class NumberColumn<Kind extends Numbers> {
  #values: Kind;
  #length = 0;
  readonly #make: (length: number) => Kind;

  /** @param make makes the typed array that holds the numbers */
  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#values = make(FIRST_LENGTH);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = this.#make(Math.ceil(this.#length * 1.5));
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The numbers so far, to read and to change in place; valid until the next push. */
  values(): Kind {
    return this.#values.subarray(0, this.#length) as Kind;
  }
}

export const wholeNumbers = (): NumberColumn<Uint32Array<ArrayBuffer>> =>
  new NumberColumn((length) => new Uint32Array(length));
export const flags = (): NumberColumn<Uint8Array<ArrayBuffer>> =>
  new NumberColumn((length) => new Uint8Array(length));
export const doubles = (): NumberColumn<Float64Array<ArrayBuffer>> =>
  new NumberColumn((length) => new Float64Array(length));
