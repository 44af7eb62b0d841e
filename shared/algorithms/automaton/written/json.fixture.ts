import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { NO_ROLE } from '../assemble.ts';
import { readSymbols } from '../corpus/read-symbols.ts';
import { checkStructure } from '../reading/check-automaton.ts';
import {
  AUTOMATON_DOCUMENT_FORMAT,
  AUTOMATON_DOCUMENT_VERSION,
  type AutomatonDocument,
  type DocumentState,
  type DocumentTransition,
} from './json.ts';

/**
 * Reads states and transitions back from a parsed document; `report` and `about` are left to the caller.
 *
 * @throws RangeError naming the place and the value where it is no such document
 */
export function structureFromDocument(document: unknown): AutomatonStructure {
  const { format, version, dialogues, alphabet, states, transitions } = (document ??
    {}) as Partial<AutomatonDocument>;
  if (format !== AUTOMATON_DOCUMENT_FORMAT || version !== AUTOMATON_DOCUMENT_VERSION) {
    throw new RangeError(
      `The document says format ${JSON.stringify(format)}, version ${JSON.stringify(version)}; expected ` +
        `${JSON.stringify(AUTOMATON_DOCUMENT_FORMAT)}, version ${AUTOMATON_DOCUMENT_VERSION}.`,
    );
  }
  const symbols = readSymbols('alphabet', alphabet);
  const symbolIds = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const rows = listOf<DocumentState>('states', states);
  const columns = listOf<DocumentTransition>('transitions', transitions);
  rows.forEach((state, at) => {
    if (state.id !== at) throw new RangeError(`states[${at}].id is ${state.id}; expected ${at}.`);
  });
  const transitionOffsets = new Int32Array(rows.length + 1);
  columns.forEach((transition, at) => {
    const { from } = transition;
    if (!Number.isInteger(from) || from < 0 || from >= rows.length) {
      throw new RangeError(`transitions[${at}].from is ${from}; expected 0 to ${rows.length - 1}.`);
    }
    if (at > 0 && from < columns[at - 1].from) {
      throw new RangeError(
        `transitions[${at}].from is ${from} after ${columns[at - 1].from}; sort by state left.`,
      );
    }
    transitionOffsets[from + 1] = at + 1;
  });
  for (let state = 0; state < rows.length; state++) {
    transitionOffsets[state + 1] = Math.max(transitionOffsets[state + 1], transitionOffsets[state]);
  }
  const structure: AutomatonStructure = {
    symbols,
    stateCount: rows.length,
    dialogueCount: wholeNumber('dialogues', dialogues),
    transitionOffsets,
    transitionSymbols: columnOf('transitions', columns, 'tag', ({ role, tag }) =>
      symbolIds.get(`${role} ${tag}`),
    ),
    transitionTargets: columnOf('transitions', columns, 'to', ({ to }) => to),
    transitionSupport: columnOf('transitions', columns, 'support', ({ support }) => support),
    support: columnOf('states', rows, 'support', ({ support }) => support),
    ends: columnOf('states', rows, 'ends', ({ ends }) => ends),
    united: columnOf('states', rows, 'united', ({ united }) => united),
    roles: Uint8Array.from(rows, ({ role }) => (role === null ? NO_ROLE : ROLES.indexOf(role))),
    depths: columnOf('states', rows, 'depth', ({ depth }) => depth),
  };
  checkStructure(structure);
  return structure;
}

function listOf<Entry>(name: string, value: readonly Entry[] | undefined): readonly Entry[] {
  if (!Array.isArray(value)) throw new RangeError(`${name} is no list.`);
  value.forEach((entry, at) => {
    if (typeof entry !== 'object' || entry === null) {
      throw new RangeError(`${name}[${at}] is ${JSON.stringify(entry)}; expected an object.`);
    }
  });
  return value;
}

function columnOf<Entry>(
  list: string,
  entries: readonly Entry[],
  field: string,
  numberOf: (entry: Entry) => number | undefined,
): Int32Array {
  return Int32Array.from(entries, (entry, at) => wholeNumber(`${list}[${at}].${field}`, numberOf(entry)));
}

function wholeNumber(name: string, value: number | undefined): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_INT32) {
    throw new RangeError(`${name} gives ${JSON.stringify(value)}; expected a whole number of 0 or more.`);
  }
  return value;
}

const MAX_INT32 = 2 ** 31 - 1;
