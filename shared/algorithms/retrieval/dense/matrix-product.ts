/**
 * Multiplies row-major matrices with a small WebAssembly module, several times faster than JavaScript. Sums add terms
 * in the order of a plain loop, so results are equal to the last bit.
 */

interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/**
 * c += a · b for one row of a and c, or for two. Strides and the width of b and c are in bytes; the width is a multiple
 * of 64.
 * @param aRow from one row of a to the next
 * @param aInner from one column of a to the next
 */
type Add = (
  a: number,
  aRow: number,
  aInner: number,
  inner: number,
  b: number,
  width: number,
  c: number,
) => void;

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly one: Add;
  readonly two: Add;
  /** c = Σ value · row of b. `entries` is the start of `count` pairs: the position of a row in bytes, and a value. */
  gather(entries: number, count: number, width: number, c: number): void;
}

export type Numbers = Float32Array | Float64Array;

/** A number's form in the module. */
interface Precision {
  readonly bytes: 4 | 8;
  readonly view: (memory: ArrayBuffer) => Numbers;
  readonly splat: readonly number[];
  readonly plus: readonly number[];
  readonly times: readonly number[];
  module: object | null;
  shared: Kernel | null;
}

const SINGLE: Precision = {
  bytes: 4,
  view: (memory) => new Float32Array(memory),
  splat: [0xfd, 0x09, 0x02],
  plus: [0xfd, 0xe4, 0x01],
  times: [0xfd, 0xe6, 0x01],
  module: null,
  shared: null,
};
const DOUBLE: Precision = {
  bytes: 8,
  view: (memory) => new Float64Array(memory),
  splat: [0xfd, 0x0a, 0x03],
  plus: [0xfd, 0xf0, 0x01],
  times: [0xfd, 0xf2, 0x01],
  module: null,
  shared: null,
};

const VECTORS = 4;
const BLOCK_BYTES = 16 * VECTORS;
const PAGE = 65_536;
/** Number of rows multiplied at once, chosen to fit into the processor's cache. */
const PANEL = 64;

const precisionOf = (values: Numbers): Precision => (values instanceof Float32Array ? SINGLE : DOUBLE);

function padded(columns: number, { bytes }: Precision): number {
  const block = BLOCK_BYTES / bytes;
  return Math.ceil(columns / block) * block;
}

function newKernel(precision: Precision): Kernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  precision.module ??= new Module(kernelBytes(precision));
  return new Instance(precision.module).exports as Kernel;
}

function kernelWith(
  bytes: number,
  precision: Precision,
  own: Kernel | null = null,
): { readonly kernel: Kernel; readonly memory: Numbers } {
  precision.shared ??= newKernel(precision);
  const kernel = own ?? precision.shared;
  const missing = bytes - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE));
  return { kernel, memory: precision.view(kernel.memory.buffer) };
}

function addRows(
  kernel: Kernel,
  a: number,
  rows: number,
  aRow: number,
  aInner: number,
  inner: number,
  b: number,
  width: number,
  c: number,
): void {
  let row = 0;
  for (; row + 2 <= rows; row += 2)
    kernel.two(a + row * aRow, aRow, aInner, inner, b, width, c + row * width);
  if (row < rows) kernel.one(a + row * aRow, aRow, aInner, inner, b, width, c + row * width);
}

interface Rows {
  readonly values: Numbers;
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
  right: Numbers,
  columns: number,
  visit: (row: number, products: Numbers, at: number) => void,
): void {
  const { values, count, width: inner } = rows;
  if (count === 0 || inner === 0 || columns === 0) return;
  const precision = precisionOf(right);
  const { bytes } = precision;
  const width = padded(columns, precision);
  const [panelAt, outAt] = [inner * width, inner * width + PANEL * inner];
  const { kernel, memory } = kernelWith(bytes * (outAt + PANEL * width), precision);
  memory.fill(0, 0, panelAt);
  for (let row = 0; row < inner; row++)
    for (let column = 0; column < columns; column++)
      memory[row * width + column] = right[row * columns + column];
  for (let first = 0; first < count; first += PANEL) {
    const taken = Math.min(PANEL, count - first);
    memory.set(values.subarray(first * inner, (first + taken) * inner), panelAt);
    memory.fill(0, outAt, outAt + taken * width);
    addRows(kernel, bytes * panelAt, taken, bytes * inner, bytes, inner, 0, bytes * width, bytes * outAt);
    for (let row = 0; row < taken; row++) visit(first + row, memory, outAt + row * width);
  }
}

/** Returns a function that multiplies the rows at the `chosen` indexes with any other row. */
export function productsWith(
  { values, width: inner }: Omit<Rows, 'count'>,
  chosen: readonly number[],
): (one: Numbers, into: Numbers) => void {
  const precision = precisionOf(values);
  const { bytes } = precision;
  const block = BLOCK_BYTES / bytes;
  const tiles = Math.ceil(chosen.length / block);
  const [oneAt, outAt] = [tiles * inner * block, tiles * inner * block + inner];
  // The rows have their own memory.
  const { kernel, memory } = kernelWith(bytes * (outAt + tiles * block), precision, newKernel(precision));
  for (const [at, row] of chosen.entries()) {
    const tile = Math.floor(at / block) * inner * block + (at % block);
    for (let column = 0; column < inner; column++)
      memory[tile + column * block] = values[row * inner + column];
  }
  return (one, into) => {
    memory.set(one, oneAt);
    memory.fill(0, outAt, outAt + tiles * block);
    for (let tile = 0; tile < tiles; tile++)
      kernel.one(
        bytes * oneAt,
        0,
        bytes,
        inner,
        bytes * tile * inner * block,
        BLOCK_BYTES,
        bytes * (outAt + tile * block),
      );
    into.set(memory.subarray(outAt, outAt + chosen.length));
  };
}

export function gramOf(matrix: Numbers, rowCount: number, columns: number): Float64Array {
  const gram = new Float64Array(columns * columns);
  if (rowCount === 0 || columns === 0) return gram;
  const width = padded(columns, DOUBLE);
  const outAt = PANEL * width;
  const { kernel, memory } = kernelWith(8 * (outAt + columns * width), DOUBLE);
  memory.fill(0, 0, outAt + columns * width);
  for (let first = 0; first < rowCount; first += PANEL) {
    const taken = Math.min(PANEL, rowCount - first);
    for (let row = 0; row < taken; row++) {
      const from = (first + row) * columns;
      memory.set(matrix.subarray(from, from + columns), row * width);
    }
    addRows(kernel, 0, columns, 8, 8 * width, taken, 0, 8 * width, 8 * outAt);
  }
  for (let row = 0; row < columns; row++)
    gram.set(memory.subarray(outAt + row * width, outAt + row * width + columns), row * columns);
  return gram;
}

/** Multiplies sparse rows with a matrix in single precision. `right` has the rows' columns · width numbers. */
export function sparseProductsWith(right: Float32Array, width: number) {
  const wide = padded(width, SINGLE);
  const rightRows = width === 0 ? 0 : right.length / width;
  const [outAt, entriesAt] = [rightRows * wide, rightRows * wide + wide];
  const own = newKernel(SINGLE);
  let { kernel, memory } = kernelWith(4 * entriesAt, SINGLE, own);
  for (let row = 0; row < rightRows; row++)
    memory.set(right.subarray(row * width, (row + 1) * width), row * wide);
  /** @param visit gets a row and where its product starts; the next call overwrites it */
  return (
    { offsets, columns, values }: Sparse,
    visit: (row: number, products: Numbers, at: number) => void,
  ): void => {
    let places = new Int32Array(memory.buffer);
    for (let row = 0; row < offsets.length - 1; row++) {
      const [first, count] = [offsets[row], offsets[row + 1] - offsets[row]];
      if (entriesAt + 2 * count > memory.length) {
        ({ kernel, memory } = kernelWith(4 * (entriesAt + 4 * count), SINGLE, own));
        places = new Int32Array(memory.buffer);
      }
      for (let at = 0; at < count; at++) {
        places[entriesAt + 2 * at] = 4 * columns[first + at] * wide;
        memory[entriesAt + 2 * at + 1] = values[first + at];
      }
      kernel.gather(4 * entriesAt, count, 4 * wide, 4 * outAt);
      visit(row, memory, outAt);
    }
  };
}

interface Sparse {
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

type Code = readonly number[];
const [I32, V128] = [0x7f, 0x7b];
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const tee = (local: number): Code => [0x22, local];
const constant = (value: number): Code => [0x41, ...leb(value, true)];
const [PLUS, MINUS, IS_LESS]: Code[] = [[0x6a], [0x6b], [0x49]];
const load = (offset: number): Code => [0xfd, 0x00, 0x02, ...leb(offset)];
const store = (offset: number): Code => [0xfd, 0x0b, 0x02, ...leb(offset)];
const loadNumber = (offset: number): Code => [0x28, 0x02, ...leb(offset)];
const step = (local: number, by: Code): Code => [...get(local), ...by, ...PLUS, ...set(local)];
const repeat = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0x00, 0x0b];
const sequence = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from + at);

function addCode(rows: 1 | 2, { splat, plus, times }: Precision): Code {
  const [a, aRow, aInner, inner, b, width, c] = sequence(0, 7);
  const [column, left, right, count, leftB, targetB] = sequence(7, 6);
  const x = 13;
  const [y, value] = [x + 1, x + 2];
  const sums = sequence(x + 3, rows * VECTORS);
  const own =
    rows === 1
      ? [[left, x, c]]
      : [
          [left, x, c],
          [leftB, y, targetB],
        ];
  const sumsOf = (row: number) => sums.slice(row * VECTORS, (row + 1) * VECTORS);
  const target = (of: number): Code => [...get(of), ...get(column), ...PLUS];
  const body = repeat(
    own.flatMap(([, , to], row) =>
      sumsOf(row).flatMap((sum, at) => [...target(to), ...load(16 * at), ...set(sum)]),
    ),
    [...get(a), ...set(left)],
    rows === 1 ? [] : [...get(a), ...get(aRow), ...PLUS, ...set(leftB)],
    [...get(b), ...get(column), ...PLUS, ...set(right), ...get(inner), ...set(count)],
    repeat(
      own.flatMap(([from, into]) => [...get(from), ...splat, 0x00, ...set(into)]),
      sequence(0, VECTORS).flatMap((at) => [
        ...get(right),
        ...load(16 * at),
        ...set(value),
        ...own.flatMap(([, by], row) => {
          const sum = sumsOf(row)[at];
          return [...get(sum), ...get(by), ...get(value), ...times, ...plus, ...set(sum)];
        }),
      ]),
      own.flatMap(([from]) => step(from, get(aInner))),
      step(right, get(width)),
      [...get(count), ...constant(1), ...MINUS, ...tee(count)],
    ),
    own.flatMap(([, , to], row) =>
      sumsOf(row).flatMap((sum, at) => [...target(to), ...get(sum), ...store(16 * at)]),
    ),
    step(column, constant(BLOCK_BYTES)),
    [...get(column), ...get(width), ...IS_LESS],
  );
  const second: Code = [...get(c), ...get(width), ...PLUS, ...set(targetB)];
  return functionCode(6, 3 + sums.length, [...second, ...body]);
}

function gatherCode({ splat, plus, times }: Precision): Code {
  const [entries, count, width, c] = sequence(0, 4);
  const [column, at, left, right] = sequence(4, 4);
  const x = 8;
  const sums = sequence(x + 1, VECTORS);
  const body = repeat(
    sums.flatMap((sum) => [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0), ...set(sum)]),
    [...get(entries), ...set(at), ...get(count), ...set(left)],
    [...get(count), 0x04, 0x40],
    repeat(
      [...get(at), ...loadNumber(0), ...get(column), ...PLUS, ...set(right)],
      [...get(at), ...splat, 0x04, ...set(x)],
      sums.flatMap((sum, vector) => [
        ...get(sum),
        ...get(x),
        ...get(right),
        ...load(16 * vector),
        ...times,
        ...plus,
        ...set(sum),
      ]),
      step(at, constant(8)),
      [...get(left), ...constant(1), ...MINUS, ...tee(left)],
    ),
    [0x0b],
    sums.flatMap((sum, vector) => [...get(c), ...get(column), ...PLUS, ...get(sum), ...store(16 * vector)]),
    step(column, constant(BLOCK_BYTES)),
    [...get(column), ...get(width), ...IS_LESS],
  );
  return functionCode(4, 1 + sums.length, body);
}

function functionCode(integers: number, vectors: number, body: Code): Code {
  const code = [2, integers, I32, vectors, V128, ...body, 0x0b];
  return [...leb(code.length), ...code];
}

function kernelBytes(precision: Precision): Uint8Array {
  const name = (text: string) => [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
  const section = (id: number, content: Code) => [id, ...leb(content.length), ...content];
  const type = (parameters: number) => [
    0x60,
    parameters,
    ...Array.from({ length: parameters }, () => I32),
    0,
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2, ...type(7), ...type(4)]),
    ...section(3, [3, 0, 0, 1]),
    ...section(5, [1, 0, 1]),
    ...section(7, [
      4,
      ...[...name('memory'), 2, 0],
      ...[...name('one'), 0, 0],
      ...[...name('two'), 0, 1],
      ...[...name('gather'), 0, 2],
    ]),
    ...section(10, [3, ...addCode(1, precision), ...addCode(2, precision), ...gatherCode(precision)]),
  ]);
}

function leb(value: number, isSigned = false): number[] {
  const limit = isSigned ? 64 : 128;
  return value < limit ? [value] : [(value & 127) | 128, ...leb(value >> 7, isSigned)];
}
