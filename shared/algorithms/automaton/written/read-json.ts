import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { NO_ROLE } from '../assemble.ts';
import { readSymbols } from '../corpus/read-symbols.ts';
import { checkStructure } from '../reading/check-automaton.ts';
import { AUTOMATON_DOCUMENT_FORMAT, AUTOMATON_DOCUMENT_VERSION } from './json.ts';

/** More than anybody learns. A file with more is damaged, or made to block the reader. */
const MOST_STATES = 100_000;
const MOST_TRANSITIONS = 500_000;
const LONGEST_TEXT = 200;

/** The states and transitions of a document; `about` and `report` are left to the caller. */
export interface ReadDocument {
  readonly structure: AutomatonStructure;
  /** length = states; what people call them, '' for none */
  readonly names: readonly string[];
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * Reads an automaton back from a parsed JSON document.
 * @throws RangeError with the place and the value if the document is invalid
 */
export function readDocument(document: unknown): ReadDocument {
  const { format, version, dialogues, alphabet, states, transitions } = isEntry(document) ? document : {};
  if (format !== AUTOMATON_DOCUMENT_FORMAT || version !== AUTOMATON_DOCUMENT_VERSION) {
    throw new RangeError(
      `format is ${shown(format)}, version is ${shown(version)}; expected ` +
        `${shown(AUTOMATON_DOCUMENT_FORMAT)}, version ${AUTOMATON_DOCUMENT_VERSION}.`,
    );
  }
  const rows = listOf('states', states, MOST_STATES);
  const ways = listOf('transitions', transitions, MOST_TRANSITIONS);
  const symbols = readSymbols('alphabet', listOf('alphabet', alphabet, MOST_TRANSITIONS));
  symbols.forEach(({ tag }, at) => {
    textOf(`alphabet[${at}].tag`, tag);
  });
  const symbolIds = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  rows.forEach(({ id, role }, at) => {
    if (id !== at) throw new RangeError(`states[${at}].id is ${shown(id)}; expected ${at}.`);
    if (role !== null && !ROLES.some((known) => known === role))
      throw new RangeError(`states[${at}].role is ${shown(role)}; expected ${ROLES.join(', ')} or null.`);
  });
  const transitionOffsets = new Int32Array(rows.length + 1);
  let last = 0;
  ways.forEach(({ from: given }, at) => {
    const from = wholeNumber(`transitions[${at}].from`, given, rows.length - 1);
    if (from < last)
      throw new RangeError(`transitions[${at}].from is ${from} after ${last}; sort by state left.`);
    last = from;
    transitionOffsets[from + 1] = at + 1;
  });
  for (let state = 0; state < rows.length; state++) {
    transitionOffsets[state + 1] = Math.max(transitionOffsets[state + 1], transitionOffsets[state]);
  }
  const ofStates = (field: string) => columnOf('states', rows, field);
  const ofWays = (field: string) => columnOf('transitions', ways, field);
  const structure: AutomatonStructure = {
    symbols,
    stateCount: rows.length,
    dialogueCount: wholeNumber('dialogues', dialogues),
    transitionOffsets,
    transitionSymbols: Int32Array.from(ways, ({ role, tag }, at) => {
      const symbol = symbolIds.get(`${role} ${tag}`);
      if (symbol !== undefined) return symbol;
      throw new RangeError(
        `transitions[${at}].tag is ${shown(tag)} of role ${shown(role)}, which is not in the alphabet.`,
      );
    }),
    transitionTargets: ofWays('to'),
    transitionSupport: ofWays('support'),
    support: ofStates('support'),
    ends: ofStates('ends'),
    merged: ofStates('united'),
    roles: Uint8Array.from(rows, ({ role }) =>
      role === null ? NO_ROLE : ROLES.findIndex((known) => known === role),
    ),
    depths: ofStates('depth'),
    ...(ways.some(({ main }) => main !== undefined)
      ? { main: Uint8Array.from(ways, ({ main }) => (main === true ? 1 : 0)) }
      : {}),
    ...certainty('stateCertainty', 'states', rows),
    ...certainty('transitionCertainty', 'transitions', ways),
  };
  checkStructure(structure);
  return {
    structure,
    names: rows.map(({ name }, at) => (name === undefined ? '' : textOf(`states[${at}].name`, name))),
  };
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** Returns the value in the file, cut if it is long. */
function shown(value: unknown): string {
  const text = isEntry(value) ? (Array.isArray(value) ? 'a list' : 'an object') : JSON.stringify(value);
  return text === undefined ? 'missing' : text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function listOf(name: string, value: unknown, most: number): readonly Entry[] {
  if (!Array.isArray(value)) throw new RangeError(`${name} is ${shown(value)}; expected a list.`);
  if (value.length > most)
    throw new RangeError(`${name} has ${value.length} entries; at most ${most} are read.`);
  return value.map((entry: unknown, at) => {
    if (isEntry(entry)) return entry;
    throw new RangeError(`${name}[${at}] is ${shown(entry)}; expected an object.`);
  });
}

const columnOf = (list: string, entries: readonly Entry[], field: string): Int32Array =>
  Int32Array.from(entries, (entry, at) => wholeNumber(`${list}[${at}].${field}`, entry[field]));

function certainty<Name extends string>(
  name: Name,
  list: string,
  entries: readonly Entry[],
): Partial<Record<Name, Uint8Array>> {
  if (!entries.some((entry) => entry.certainty !== undefined)) return {};
  const column = entries.map((entry, at) => wholeNumber(`${list}[${at}].certainty`, entry.certainty, 100));
  const found: Partial<Record<Name, Uint8Array>> = {};
  found[name] = Uint8Array.from(column);
  return found;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= LONGEST_TEXT) return value;
  throw new RangeError(`${name} is ${shown(value)}; expected a text of at most ${LONGEST_TEXT} characters.`);
}

const MAX_INT32 = 2 ** 31 - 1;

function wholeNumber(name: string, value: unknown, most = MAX_INT32): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new RangeError(
    `${name} is ${shown(value)}; expected a whole number ${most === MAX_INT32 ? 'of 0 or more' : `from 0 to ${most}`}.`,
  );
}
