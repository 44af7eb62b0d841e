import type { Automaton } from '../../../domain/automaton.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import { readSymbols } from '../corpus/read-symbols.ts';
import { checkAutomaton } from '../reading/check-automaton.ts';

/** The format's number; raised when the meaning of a part changes. */
export const AUTOMATON_PARTS_VERSION = 1;

/**
 * An automaton as named parts of bytes, one row of a table each: what is drawn can be read without the paths.
 * Numbers are 32-bit and little-endian, as every machine the app runs on has them; roles are bytes.
 */
export interface AutomatonParts {
  /** JSON: version, counts and alphabet */
  readonly header: string;
  readonly arrays: Readonly<Record<AutomatonArrayName, Uint8Array>>;
}

const INT32_ARRAYS = [
  'transitionOffsets',
  'transitionSymbols',
  'transitionTargets',
  'transitionSupport',
  'support',
  'ends',
  'united',
  'depths',
  'pathOffsets',
  'pathStates',
  'pathRounds',
  'pathSymbols',
] as const;

export type AutomatonArrayName = (typeof INT32_ARRAYS)[number] | 'roles';
export const AUTOMATON_ARRAY_NAMES: readonly AutomatonArrayName[] = [...INT32_ARRAYS, 'roles'];

interface Header {
  readonly version: number;
  readonly stateCount: number;
  readonly dialogueCount: number;
  readonly symbols: readonly SymbolInfo[];
}

/** The parts of an automaton; the bytes are views of its arrays, not copies. */
export function automatonToParts(automaton: Automaton): AutomatonParts {
  const { stateCount, dialogueCount, symbols } = automaton;
  const header: Header = { version: AUTOMATON_PARTS_VERSION, stateCount, dialogueCount, symbols };
  const arrays = Object.fromEntries(
    AUTOMATON_ARRAY_NAMES.map((name) => {
      const { buffer, byteOffset, byteLength } = automaton[name];
      return [name, new Uint8Array(buffer, byteOffset, byteLength)];
    }),
  ) as Record<AutomatonArrayName, Uint8Array>;
  return { header: JSON.stringify(header), arrays };
}

/**
 * Reads the parts back, into arrays of its own.
 *
 * @throws RangeError where the version is another, a part is missing or cut short, or parts do not fit each other
 */
export function automatonFromParts(parts: AutomatonParts): Automaton {
  const header = readHeader(parts.header);
  const int32Arrays = Object.fromEntries(
    INT32_ARRAYS.map((name) => [name, int32ArrayOf(name, parts.arrays[name])]),
  ) as Record<(typeof INT32_ARRAYS)[number], Int32Array>;
  const roles = Uint8Array.from(partOf('roles', parts.arrays.roles));
  const { symbols, stateCount, dialogueCount } = header;
  const automaton: Automaton = { symbols, stateCount, dialogueCount, ...int32Arrays, roles };
  checkAutomaton(automaton);
  return automaton;
}

function readHeader(text: string): Header {
  let header: Partial<Header> | null;
  try {
    header = JSON.parse(text);
  } catch {
    throw new RangeError('The header of the automaton is no JSON; learn the automaton again.');
  }
  if (header?.version !== AUTOMATON_PARTS_VERSION) {
    throw new RangeError(
      `The automaton has the format version ${JSON.stringify(header?.version)}; this program reads ` +
        `${AUTOMATON_PARTS_VERSION}. Update the program or learn the automaton again.`,
    );
  }
  return {
    version: header.version,
    stateCount: Number(header.stateCount),
    dialogueCount: Number(header.dialogueCount),
    symbols: readSymbols('symbols', header.symbols),
  };
}

function int32ArrayOf(name: AutomatonArrayName, bytes: Uint8Array | undefined): Int32Array {
  const part = partOf(name, bytes);
  if (part.byteLength % Int32Array.BYTES_PER_ELEMENT !== 0) {
    throw new RangeError(
      `${name} has ${part.byteLength} bytes, which is no whole number of entries of 4 bytes.`,
    );
  }
  // Copied, as a database's buffer may start at any byte and 32-bit views may not.
  return new Int32Array(part.slice().buffer);
}

function partOf(name: AutomatonArrayName, bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new RangeError(`The automaton has no part ${name}; learn it again.`);
  return bytes;
}
