import type { Automaton } from '../../../domain/automaton.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import { readSymbols } from '../corpus/symbol-corpus.ts';
import { checkAutomaton } from '../reading/check-automaton.ts';

export interface AutomatonParts {
  readonly header: string;
  readonly arrays: Readonly<Record<string, Uint8Array>>;
}

export function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** @throws RangeError if there is no such part */
export function readBytes({ arrays }: AutomatonParts, name: string): Uint8Array {
  const bytes = arrays[name];
  if (bytes === undefined)
    throw new RangeError(`The part ${name} of the automaton is missing. Learn the automaton again.`);
  // Copied, as a database's buffer may start at any byte and 32-bit views may not.
  return new Uint8Array(bytes);
}

/** @throws RangeError if a part is missing or cut short */
export function readInt32Arrays<Name extends string>(
  parts: AutomatonParts,
  names: readonly Name[],
): Record<Name, Int32Array> {
  const arrays = names.map((name): [Name, Int32Array] => {
    const bytes = readBytes(parts, name);
    if (bytes.byteLength % Int32Array.BYTES_PER_ELEMENT !== 0) {
      throw new RangeError(`${name} has ${bytes.byteLength} bytes, which is not a multiple of 4.`);
    }
    return [name, new Int32Array(bytes.buffer)];
  });
  return Object.fromEntries(arrays) as Record<Name, Int32Array>;
}

/** @throws RangeError for another version of the format */
export function checkVersion(found: unknown, read: number): void {
  if (found === read) return;
  throw new RangeError(
    `The automaton has the format version ${JSON.stringify(found)}; this program reads ` +
      `${read}. Update the program or learn the automaton again.`,
  );
}

/** The format's number, increased when the meaning of a part changes. */
const AUTOMATON_PARTS_VERSION = 1;

const INT32_ARRAYS = [
  'transitionOffsets',
  'transitionSymbols',
  'transitionTargets',
  'transitionSupport',
  'support',
  'ends',
  // This array is called `merged` in files.
  'united',
  'depths',
  'pathOffsets',
  'pathStates',
  'pathTurns',
  'pathSymbols',
] as const;

/** Bytes that only some automata have. */
const OPTIONAL_ARRAYS = ['main', 'stateCertainty', 'transitionCertainty', 'isFromStart'] as const;

export type AutomatonArrayName = (typeof INT32_ARRAYS)[number] | 'roles';
export const AUTOMATON_ARRAY_NAMES: readonly AutomatonArrayName[] = [...INT32_ARRAYS, 'roles'];

interface Header {
  readonly version: number;
  readonly stateCount: number;
  readonly dialogueCount: number;
  readonly symbols: readonly SymbolInfo[];
}

/**
 * Returns an automaton as named parts of bytes, so that a graph is read without the paths. Numbers are 32-bit
 * little-endian, roles are bytes. The bytes are views, not copies.
 */
export function automatonToParts(automaton: Automaton): AutomatonParts {
  const { stateCount, dialogueCount, symbols } = automaton;
  const header: Header = { version: AUTOMATON_PARTS_VERSION, stateCount, dialogueCount, symbols };
  const arrays = AUTOMATON_ARRAY_NAMES.map((name) => [
    name,
    bytesOf(name === 'united' ? automaton.merged : automaton[name]),
  ]);
  const optional = OPTIONAL_ARRAYS.flatMap((name) => {
    const array = automaton[name];
    return array ? [[name, bytesOf(array)] as const] : [];
  });
  return { header: JSON.stringify(header), arrays: Object.fromEntries([...arrays, ...optional]) };
}

/** @throws RangeError if the version differs, or parts are missing, truncated or inconsistent */
export function automatonFromParts(parts: AutomatonParts): Automaton {
  const { symbols, stateCount, dialogueCount } = readHeader(parts.header);
  const { united: merged, ...arrays } = readInt32Arrays(parts, INT32_ARRAYS);
  const roles = readBytes(parts, 'roles');
  const optional = Object.fromEntries(
    OPTIONAL_ARRAYS.filter((name) => parts.arrays[name] !== undefined).map((name) => [
      name,
      readBytes(parts, name),
    ]),
  );
  const automaton: Automaton = { symbols, stateCount, dialogueCount, ...arrays, merged, roles, ...optional };
  checkAutomaton(automaton);
  return automaton;
}

function readHeader(text: string): Header {
  let header: Partial<Header> | null;
  try {
    header = JSON.parse(text);
  } catch {
    throw new RangeError('The header of the automaton is not JSON. Learn the automaton again.');
  }
  checkVersion(header?.version, AUTOMATON_PARTS_VERSION);
  return {
    version: AUTOMATON_PARTS_VERSION,
    stateCount: Number(header?.stateCount),
    dialogueCount: Number(header?.dialogueCount),
    symbols: readSymbols('symbols', header?.symbols),
  };
}
