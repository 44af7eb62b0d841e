/**
 * Multiplies row-major matrices of doubles with a small WebAssembly module, several times faster than JavaScript. Sums
 * add terms in the order of a plain loop, so results are equal to the last bit.
 */

/** The part of WebAssembly used here. TypeScript declares it only for the page and for Node. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /**
   * c += a · b. Strides and the width of b and c are in bytes; the width is a multiple of 128.
   * @param aRow from one row of a to the next
   * @param aInner from one column of a to the next
   */
  add(
    a: number,
    rows: number,
    aRow: number,
    aInner: number,
    inner: number,
    b: number,
    width: number,
    c: number,
  ): void;
}

const BLOCK = 16;
const PAGE = 65_536;
/** Number of rows multiplied at once, chosen to fit into the processor's cache. */
const PANEL = 64;

const padded = (columns: number): number => Math.ceil(columns / BLOCK) * BLOCK;

let module: object | null = null;
let shared: Kernel | null = null;

function newKernel(): Kernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  module ??= new Module(kernelBytes());
  return new Instance(module).exports as Kernel;
}

/** A kernel with at least this much memory. The memory's previous content is lost. */
function kernelWith(
  doubles: number,
  own: Kernel | null = null,
): { readonly kernel: Kernel; readonly memory: Float64Array } {
  shared ??= newKernel();
  const kernel = own ?? shared;
  const missing = 8 * doubles - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE));
  return { kernel, memory: new Float64Array(kernel.memory.buffer) };
}

/** Rows of numbers, one after the other. */
interface Rows {
  readonly values: Float32Array | Float64Array;
  readonly count: number;
  readonly width: number;
}

/**
 * Multiplies rows with a matrix, several at a time.
 * @param right length = rows.width · columns
 * @param visit gets a row and where its product starts; the next call overwrites it
 */
export function eachProduct(
  rows: Rows,
  right: ArrayLike<number>,
  columns: number,
  visit: (row: number, products: Float64Array, at: number) => void,
): void {
  const { values, count, width: inner } = rows;
  if (count === 0 || inner === 0 || columns === 0) return;
  const width = padded(columns);
  const [panelAt, outAt] = [inner * width, inner * width + PANEL * inner];
  const { kernel, memory } = kernelWith(outAt + PANEL * width);
  memory.fill(0, 0, panelAt);
  for (let row = 0; row < inner; row++)
    for (let column = 0; column < columns; column++)
      memory[row * width + column] = right[row * columns + column];
  for (let first = 0; first < count; first += PANEL) {
    const taken = Math.min(PANEL, count - first);
    memory.set(values.subarray(first * inner, (first + taken) * inner), panelAt);
    memory.fill(0, outAt, outAt + taken * width);
    kernel.add(8 * panelAt, taken, 8 * inner, 8, inner, 0, 8 * width, 8 * outAt);
    for (let row = 0; row < taken; row++) visit(first + row, memory, outAt + row * width);
  }
}

/**
 * Returns a function that multiplies chosen rows with any other row.
 * @param chosen indexes of rows
 */
export function productsWith(
  { values, width: inner }: Omit<Rows, 'count'>,
  chosen: readonly number[],
): (one: Float32Array, into: Float64Array) => void {
  const tiles = Math.ceil(chosen.length / BLOCK);
  const [oneAt, outAt] = [tiles * inner * BLOCK, tiles * inner * BLOCK + inner];
  // The rows have their own memory.
  const { kernel, memory } = kernelWith(outAt + tiles * BLOCK, newKernel());
  for (const [at, row] of chosen.entries()) {
    const tile = Math.floor(at / BLOCK) * inner * BLOCK + (at % BLOCK);
    for (let column = 0; column < inner; column++)
      memory[tile + column * BLOCK] = values[row * inner + column];
  }
  return (one, into) => {
    memory.set(one, oneAt);
    memory.fill(0, outAt, outAt + tiles * BLOCK);
    for (let tile = 0; tile < tiles; tile++)
      kernel.add(8 * oneAt, 1, 0, 8, inner, 8 * tile * inner * BLOCK, 8 * BLOCK, 8 * (outAt + tile * BLOCK));
    into.set(memory.subarray(outAt, outAt + chosen.length));
  };
}

export function gramOf(matrix: Float64Array, rowCount: number, columns: number): Float64Array {
  const gram = new Float64Array(columns * columns);
  if (rowCount === 0 || columns === 0) return gram;
  const width = padded(columns);
  const outAt = PANEL * width;
  const { kernel, memory } = kernelWith(outAt + columns * width);
  memory.fill(0, 0, outAt + columns * width);
  for (let first = 0; first < rowCount; first += PANEL) {
    const taken = Math.min(PANEL, rowCount - first);
    for (let row = 0; row < taken; row++) {
      const from = (first + row) * columns;
      memory.set(matrix.subarray(from, from + columns), row * width);
    }
    kernel.add(0, columns, 8, 8 * width, taken, 0, 8 * width, 8 * outAt);
  }
  for (let row = 0; row < columns; row++)
    gram.set(memory.subarray(outAt + row * width, outAt + row * width + columns), row * columns);
  return gram;
}

/** The module: its memory, and `add`, with text form beside the instructions. */
function kernelBytes(): Uint8Array {
  const [i32, v128] = [0x7f, 0x7b];
  const [a, rows, aRow, aInner, inner, b, width, c, column, left, right, count, first] = Array.from(
    { length: 13 },
    (_, local) => local,
  );
  const x = first;
  const sums = Array.from({ length: BLOCK / 2 }, (_, at) => first + 1 + at);
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  const constant = (value: number) => [0x41, ...leb(value, true)];
  const [plus, minus, isLess] = [[0x6a], [0x6b], [0x49]];
  const load = (offset: number) => [0xfd, 0x00, 0x03, ...leb(offset)];
  const store = (offset: number) => [0xfd, 0x0b, 0x03, ...leb(offset)];
  const splat = [0xfd, 0x0a, 0x03, 0x00];
  const [plus2, times2] = [
    [0xfd, 0xf0, 0x01],
    [0xfd, 0xf2, 0x01],
  ];
  const repeat = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0d, 0x00, 0x0b];
  const step = (local: number, by: number[]) => [...get(local), ...by, ...plus, ...set(local)];
  const target = [...get(c), ...get(column), ...plus];

  // for each row of a, for each 16 columns: their sums = c
  const body = repeat(
    [...constant(0), ...set(column)],
    repeat(
      sums.flatMap((sum, at) => [...target, ...load(16 * at), ...set(sum)]),
      [
        ...get(a),
        ...set(left),
        ...get(b),
        ...get(column),
        ...plus,
        ...set(right),
        ...get(inner),
        ...set(count),
      ],
      // for each column of a: sums += its value · the row of b
      repeat(
        [...get(left), ...splat, ...set(x)],
        sums.flatMap((sum, at) => [
          ...get(sum),
          ...get(x),
          ...get(right),
          ...load(16 * at),
          ...times2,
          ...plus2,
          ...set(sum),
        ]),
        step(left, get(aInner)),
        step(right, get(width)),
        [...get(count), ...constant(1), ...minus, 0x22, count],
      ),
      sums.flatMap((sum, at) => [...target, ...get(sum), ...store(16 * at)]),
      step(column, constant(8 * BLOCK)),
      [...get(column), ...get(width), ...isLess],
    ),
    step(a, get(aRow)),
    step(c, get(width)),
    [...get(rows), ...constant(1), ...minus, 0x22, rows],
  );
  const locals = [2, 4, i32, 1 + sums.length, v128];
  const code = [...locals, ...body, 0x0b];
  const name = (text: string) => [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
  const section = (id: number, content: number[]) => [id, ...leb(content.length), ...content];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 8, ...Array.from({ length: 8 }, () => i32), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('add'), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

/** A number as bytes of seven bits (LEB128). */
function leb(value: number, isSigned = false): number[] {
  const limit = isSigned ? 64 : 128;
  return value < limit ? [value] : [(value & 127) | 128, ...leb(value >> 7, isSigned)];
}
