import type { SymbolInfo } from '../../domain/symbols.ts';
import { checkOffsets } from '../automaton/check-offsets.ts';
import { readSymbols } from '../automaton/read-symbols.ts';
import { type ContextAutomaton, POSITIONS } from './context-automaton.ts';

/** The format's number; raised when the meaning of a part changes. */
export const CONTEXT_PARTS_VERSION = 1;

/** A stored context automaton: the alphabet its symbol ids refer to, and named parts of bytes. */
export interface ContextParts {
  /** JSON: version, state count and alphabet */
  readonly header: string;
  readonly arrays: Readonly<Record<ContextArrayName, Uint8Array>>;
}

const INT32_ARRAYS = [
  'parents',
  'enteringSymbols',
  'rangeStarts',
  'rangeEnds',
  'childOffsets',
  'children',
  'turns',
  'places',
] as const;

export type ContextArrayName = (typeof INT32_ARRAYS)[number] | 'enteringBacks';

/** The parts of an automaton, 32-bit little-endian numbers and bytes; views of its arrays, not copies. */
export function contextToParts(automaton: ContextAutomaton, symbols: readonly SymbolInfo[]): ContextParts {
  const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Uint8Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  const arrays = Object.fromEntries(
    [...INT32_ARRAYS, 'enteringBacks' as const].map((name) => [name, bytesOf(automaton[name])]),
  ) as Record<ContextArrayName, Uint8Array>;
  const { stateCount } = automaton;
  return { header: JSON.stringify({ version: CONTEXT_PARTS_VERSION, stateCount, symbols }), arrays };
}

/**
 * Reads the parts back, into arrays of its own.
 *
 * @throws RangeError where the version is another, a part is missing or cut short, or parts do not fit each other
 */
export function contextFromParts(parts: ContextParts): {
  readonly automaton: ContextAutomaton;
  readonly symbols: readonly SymbolInfo[];
} {
  const { stateCount, symbols } = readHeader(parts.header);
  const int32Arrays = Object.fromEntries(
    INT32_ARRAYS.map((name) => [name, int32ArrayOf(name, parts.arrays[name])]),
  ) as Record<(typeof INT32_ARRAYS)[number], Int32Array>;
  const enteringBacks = Uint8Array.from(partOf('enteringBacks', parts.arrays.enteringBacks));
  const automaton: ContextAutomaton = { stateCount, ...int32Arrays, enteringBacks };
  checkContextAutomaton(automaton, symbols.length);
  return { automaton, symbols };
}

function readHeader(text: string): { stateCount: number; symbols: readonly SymbolInfo[] } {
  let header: { version?: unknown; stateCount?: unknown; symbols?: unknown } | null;
  try {
    header = JSON.parse(text);
  } catch {
    throw new RangeError('The header of the context automaton is no JSON; learn it again.');
  }
  if (header?.version !== CONTEXT_PARTS_VERSION) {
    throw new RangeError(
      `The context automaton has the format version ${JSON.stringify(header?.version)}; this program reads ` +
        `${CONTEXT_PARTS_VERSION}. Update the program or learn the automaton again.`,
    );
  }
  return { stateCount: Number(header.stateCount), symbols: readSymbols('symbols', header.symbols) };
}

/** What a route relies on: children lie within their parent's range, and the turns are a permutation. */
function checkContextAutomaton(automaton: ContextAutomaton, symbolCount: number): void {
  const { stateCount, turns, places, parents, rangeStarts, rangeEnds } = automaton;
  const perState = [parents, automaton.enteringSymbols, automaton.enteringBacks, rangeStarts, rangeEnds];
  if (!(stateCount >= 1) || perState.some((array) => array.length !== stateCount)) {
    throw new RangeError(
      `The context automaton's parts do not all have ${stateCount} states; learn it again.`,
    );
  }
  checkOffsets('childOffsets', automaton.childOffsets, stateCount, automaton.children.length);
  if (automaton.children.length !== stateCount - 1 || turns.length !== places.length) {
    throw new RangeError('The context automaton lacks states or turns; learn it again.');
  }
  for (let place = 0; place < turns.length; place++) {
    if (places[turns[place]] !== place)
      throw new RangeError(`turns[${place}] is ${turns[place]}; no permutation.`);
  }
  for (let state = 0; state < stateCount; state++) {
    for (let at = automaton.childOffsets[state]; at < automaton.childOffsets[state + 1]; at++) {
      const child = automaton.children[at];
      const fits =
        child > state &&
        child < stateCount &&
        parents[child] === state &&
        automaton.enteringSymbols[child] < symbolCountAt(automaton.enteringBacks[child], symbolCount) &&
        rangeStarts[child] >= rangeStarts[state] &&
        rangeEnds[child] <= rangeEnds[state] &&
        rangeStarts[child] < rangeEnds[child];
      if (!fits)
        throw new RangeError(`State ${child} does not fit its parent ${state}; learn the automaton again.`);
    }
  }
}

function symbolCountAt(back: number, symbolCount: number): number {
  return back === 0 ? POSITIONS : symbolCount;
}

function int32ArrayOf(name: ContextArrayName, bytes: Uint8Array | undefined): Int32Array {
  const part = partOf(name, bytes);
  if (part.byteLength % Int32Array.BYTES_PER_ELEMENT !== 0) {
    throw new RangeError(
      `${name} has ${part.byteLength} bytes, which is no whole number of entries of 4 bytes.`,
    );
  }
  // Copied, as a database's buffer may start at any byte and 32-bit views may not.
  return new Int32Array(part.slice().buffer);
}

function partOf(name: ContextArrayName, bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new RangeError(`The context automaton has no part ${name}; learn it again.`);
  return bytes;
}
