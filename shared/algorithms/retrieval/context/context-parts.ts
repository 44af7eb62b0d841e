import type { SymbolInfo } from '../../../domain/symbols.ts';
import { readSymbols } from '../../automaton/corpus/symbol-corpus.ts';
import {
  type AutomatonParts,
  bytesOf,
  checkVersion,
  readBytes,
  readInt32Arrays,
} from '../../automaton/written/serialise.ts';
import type { TurnCorpus } from '../retrieval-corpus.ts';
import { slotsOf } from './context-automaton.ts';
import type { ContextAutomaton } from './context-states.ts';

/** Raised when the meaning of a part changes. */
const CONTEXT_PARTS_VERSION = 1;

/** A context automaton with the needed part of its corpus: the alphabet, and the dialogues of the turns. */
export interface TrackedContext {
  readonly automaton: ContextAutomaton;
  readonly symbols: readonly SymbolInfo[];
  readonly dialogueCount: number;
  /** length = turns; the dialogue of each turn, ascending */
  readonly turnDialogues: Int32Array;
  /** length = turns; index of the turn in its dialogue, from 0 */
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
export function contextToParts(context: TrackedContext): AutomatonParts {
  const { automaton, symbols, dialogueCount } = context;
  return {
    header: JSON.stringify({ learner: 'context', version: CONTEXT_PARTS_VERSION, dialogueCount, symbols }),
    arrays: {
      ...Object.fromEntries(STATE_ARRAYS.map((name) => [name, bytesOf(automaton[name])])),
      ...Object.fromEntries(TURN_ARRAYS.map((name) => [name, bytesOf(context[name])])),
      enteringBacks: bytesOf(automaton.enteringBacks),
    },
  };
}

/** @throws RangeError if the version differs, a part is missing, or parts are inconsistent */
export function contextFromParts(parts: AutomatonParts): TrackedContext {
  const { version, dialogueCount, symbols } = JSON.parse(parts.header);
  checkVersion(version, CONTEXT_PARTS_VERSION);
  const states = readInt32Arrays(parts, STATE_ARRAYS);
  const { turnDialogues, turnRounds } = readInt32Arrays(parts, TURN_ARRAYS);
  const enteringBacks = readBytes(parts, 'enteringBacks');
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
  return {
    automaton: { stateCount, ...states, enteringBacks, slots: slotsOf(states.turns) },
    symbols: readSymbols('symbols', symbols),
    dialogueCount: Number(dialogueCount),
    turnDialogues,
    turnRounds,
  };
}
