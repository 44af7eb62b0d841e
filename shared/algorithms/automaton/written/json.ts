import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES, type Role } from '../../../domain/dialogue.ts';
import type { LearningReport } from '../../../domain/figures.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import { NO_ROLE } from '../assemble.ts';
import { readSymbols } from '../corpus/symbol-corpus.ts';
import { checkStructure } from '../reading/check-automaton.ts';

const AUTOMATON_DOCUMENT_FORMAT = 'dialogram-automaton';
const AUTOMATON_DOCUMENT_VERSION = 1;

export interface AutomatonDocument {
  readonly format: typeof AUTOMATON_DOCUMENT_FORMAT;
  readonly version: number;
  readonly about: Readonly<Record<string, unknown>>;
  readonly report: LearningReport | null;
  readonly dialogues: number;
  /** In the order of symbol ids, which is code-point order of (role, tag). */
  readonly alphabet: readonly SymbolInfo[];
  readonly states: readonly DocumentState[];
  readonly transitions: readonly DocumentTransition[];
}

interface DocumentState {
  readonly id: number;
  readonly name?: string;
  readonly role: Role | null;
  readonly depth: number;
  readonly support: number;
  readonly ends: number;
  readonly accepting: boolean;
  /** States of the prefix tree merged into it; 1 = not merged. */
  readonly united: number;
  /** Percent of repetitions that found it again; left out if not measured. */
  readonly certainty?: number;
}

interface DocumentTransition {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly tag: string;
  readonly support: number;
  /** True if pictures show it first; missing if all transitions are equal. */
  readonly main?: boolean;
  readonly certainty?: number;
}

export function automatonToDocument(
  automaton: AutomatonStructure,
  report: LearningReport | null,
  about: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): AutomatonDocument {
  const states: DocumentState[] = [];
  const transitions: DocumentTransition[] = [];
  for (let state = 0; state < automaton.stateCount; state++) {
    states.push({
      id: state,
      ...(names[state] ? { name: names[state] } : {}),
      role: ROLES[automaton.roles[state]] ?? null,
      depth: automaton.depths[state],
      support: automaton.support[state],
      ends: automaton.ends[state],
      accepting: automaton.ends[state] > 0,
      united: automaton.merged[state],
      ...(automaton.stateCertainty ? { certainty: automaton.stateCertainty[state] } : {}),
    });
    for (let t = automaton.transitionOffsets[state]; t < automaton.transitionOffsets[state + 1]; t++) {
      const { role, tag } = automaton.symbols[automaton.transitionSymbols[t]];
      const to = automaton.transitionTargets[t];
      transitions.push({
        from: state,
        to,
        role,
        tag,
        support: automaton.transitionSupport[t],
        ...(automaton.main ? { main: automaton.main[t] === 1 } : {}),
        ...(automaton.transitionCertainty ? { certainty: automaton.transitionCertainty[t] } : {}),
      });
    }
  }
  return {
    format: AUTOMATON_DOCUMENT_FORMAT,
    version: AUTOMATON_DOCUMENT_VERSION,
    about,
    report,
    dialogues: automaton.dialogueCount,
    alphabet: automaton.symbols,
    states,
    transitions,
  };
}

const MOST_STATES = 100_000;
const MOST_TRANSITIONS = 500_000;
const LONGEST_TEXT = 200;

export interface ReadDocument {
  readonly structure: AutomatonStructure;
  readonly names: readonly string[];
}

type Entry = Readonly<Record<string, unknown>>;

/** Reads an automaton from parsed JSON. @throws RangeError with the place and the value if it is invalid */
export function readDocument(document: unknown): ReadDocument {
  const { format, version, dialogues, alphabet, states, transitions } = isEntry(document) ? document : {};
  if (format !== AUTOMATON_DOCUMENT_FORMAT || version !== AUTOMATON_DOCUMENT_VERSION) {
    throw new RangeError(
      `format is ${shown(format)}, version is ${shown(version)}; expected ` +
        `${shown(AUTOMATON_DOCUMENT_FORMAT)}, version ${AUTOMATON_DOCUMENT_VERSION}.`,
    );
  }
  const rows = listOf('states', states, MOST_STATES);
  const listed = listOf('transitions', transitions, MOST_TRANSITIONS);
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
  listed.forEach(({ from: given }, at) => {
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
  const ofTransitions = (field: string) => columnOf('transitions', listed, field);
  const structure: AutomatonStructure = {
    symbols,
    stateCount: rows.length,
    dialogueCount: wholeNumber('dialogues', dialogues),
    transitionOffsets,
    transitionSymbols: Int32Array.from(listed, ({ role, tag }, at) => {
      const symbol = symbolIds.get(`${role} ${tag}`);
      if (symbol !== undefined) return symbol;
      throw new RangeError(
        `transitions[${at}].tag is ${shown(tag)} of role ${shown(role)}, which is not in the alphabet.`,
      );
    }),
    transitionTargets: ofTransitions('to'),
    transitionSupport: ofTransitions('support'),
    support: ofStates('support'),
    ends: ofStates('ends'),
    merged: ofStates('united'),
    roles: Uint8Array.from(rows, ({ role }) =>
      role === null ? NO_ROLE : ROLES.findIndex((known) => known === role),
    ),
    depths: ofStates('depth'),
    ...(listed.some(({ main }) => main !== undefined)
      ? { main: Uint8Array.from(listed, ({ main }) => (main === true ? 1 : 0)) }
      : {}),
    ...certainty('stateCertainty', 'states', rows),
    ...certainty('transitionCertainty', 'transitions', listed),
  };
  checkStructure(structure);
  return {
    structure,
    names: rows.map(({ name }, at) => (name === undefined ? '' : textOf(`states[${at}].name`, name))),
  };
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const text = isEntry(value) ? (Array.isArray(value) ? 'a list' : 'an object') : JSON.stringify(value);
  return text === undefined ? 'missing' : text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function listOf(name: string, value: unknown, most: number): readonly Entry[] {
  if (!Array.isArray(value)) throw new RangeError(`${name} is ${shown(value)}; expected a list.`);
  if (value.length > most)
    throw new RangeError(`${name} has ${value.length} entries; at most ${most} are allowed.`);
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
