import { readSymbols } from '#shared/algorithms/automaton/corpus/read-symbols.ts';
import type { ContextAutomaton } from '#shared/algorithms/retrieval/context/context-automaton.ts';
import type { TurnCorpus } from '#shared/algorithms/retrieval/turn-corpus.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import type { StoredParts } from '../../store/runs/automaton-table.ts';

/** Raised when the meaning of a part changes. */
export const CONTEXT_PARTS_VERSION = 1;

/** A context automaton with what is needed of its corpus: the alphabet, and whose the turns are. */
export interface TrackedContext {
  readonly automaton: ContextAutomaton;
  readonly symbols: readonly SymbolInfo[];
  readonly dialogueCount: number;
  /** length = turns; the dialogue of each turn, ascending */
  readonly turnDialogues: Int32Array;
  /** length = turns; the turn's round, counted in its dialogue from 0 */
  readonly turnRounds: Int32Array;
}

export function trackContext(corpus: TurnCorpus, automaton: ContextAutomaton): TrackedContext {
  const { turnDialogues, roundOffsets, symbols } = corpus;
  return {
    automaton,
    symbols,
    dialogueCount: corpus.keys.length,
    turnDialogues,
    turnRounds: corpus.turnRounds.map((round, turn) => round - roundOffsets[turnDialogues[turn]!]!),
  };
}

const STATE_ARRAYS = [
  'parents',
  'enteringSymbols',
  'rangeStarts',
  'rangeEnds',
  'childOffsets',
  'children',
  'turns',
] as const;
const TURN_ARRAYS = ['turnDialogues', 'turnRounds'] as const;

/** The automaton as named parts of bytes: little-endian 32-bit numbers, `enteringBacks` as bytes. */
export function contextToParts(context: TrackedContext): StoredParts {
  const { automaton, symbols, dialogueCount } = context;
  const bytes = ({ buffer, byteOffset, byteLength }: Int32Array | Uint8Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  return {
    header: JSON.stringify({ learner: 'context', version: CONTEXT_PARTS_VERSION, dialogueCount, symbols }),
    arrays: {
      ...Object.fromEntries(STATE_ARRAYS.map((name) => [name, bytes(automaton[name])])),
      ...Object.fromEntries(TURN_ARRAYS.map((name) => [name, bytes(context[name])])),
      enteringBacks: bytes(automaton.enteringBacks),
    },
  };
}

/** @throws RangeError where the version is another, a part is missing, or parts do not fit each other */
export function contextFromParts({ header, arrays }: StoredParts): TrackedContext {
  const { version, dialogueCount, symbols } = JSON.parse(header);
  if (version !== CONTEXT_PARTS_VERSION) {
    throw new RangeError(
      `The context automaton has the format version ${JSON.stringify(version)}; this program reads ` +
        `${CONTEXT_PARTS_VERSION}. Update the program or learn the automaton again.`,
    );
  }
  const part = (name: string): Uint8Array => {
    const found = arrays[name];
    if (found === undefined) throw new RangeError(`The automaton has no part ${name}; learn it again.`);
    // Copied, as a database's buffer may start at any byte and 32-bit views may not.
    return Uint8Array.from(found);
  };
  const numbers = (name: string): Int32Array => {
    const bytes = part(name);
    if (bytes.byteLength % 4 !== 0) {
      throw new RangeError(
        `${name} has ${bytes.byteLength} bytes, which is no whole number of entries of 4.`,
      );
    }
    return new Int32Array(bytes.buffer);
  };
  const states = Object.fromEntries(STATE_ARRAYS.map((name) => [name, numbers(name)])) as Record<
    (typeof STATE_ARRAYS)[number],
    Int32Array
  >;
  const turnDialogues = numbers('turnDialogues');
  const turnRounds = numbers('turnRounds');
  const enteringBacks = part('enteringBacks');
  const stateCount = states.parents.length;
  const fits =
    enteringBacks.length === stateCount &&
    states.childOffsets.length === stateCount + 1 &&
    states.children.length === Math.max(0, stateCount - 1) &&
    states.rangeStarts.length === stateCount &&
    states.rangeEnds.length === stateCount &&
    states.enteringSymbols.length === stateCount &&
    turnDialogues.length === states.turns.length &&
    turnRounds.length === states.turns.length;
  if (!fits)
    throw new RangeError('The parts of the context automaton do not fit each other; learn it again.');
  const slots = new Int32Array(states.turns.length);
  for (let slot = 0; slot < slots.length; slot++) slots[states.turns[slot]!] = slot;
  return {
    automaton: { stateCount, ...states, enteringBacks, slots },
    symbols: readSymbols('symbols', symbols),
    dialogueCount: Number(dialogueCount),
    turnDialogues,
    turnRounds,
  };
}
