import type { SymbolInfo } from '../../../domain/symbols.ts';
import { readSymbols } from '../../automaton/corpus/symbol-corpus.ts';
import {
  type AutomatonParts,
  bytesOf,
  checkVersion,
  readBytes,
  readInt32Arrays,
} from '../../automaton/written/serialise.ts';
import type { ReplyCorpus } from '../retrieval-corpus.ts';
import { slotsOf } from './context-automaton.ts';
import type { ContextAutomaton } from './context-states.ts';

/** Raised when the meaning of a part changes. */
const CONTEXT_PARTS_VERSION = 1;

export interface TrackedContext {
  readonly automaton: ContextAutomaton;
  readonly symbols: readonly SymbolInfo[];
  readonly dialogueCount: number;
  /** length = replies; the dialogue of each reply, ascending */
  readonly replyDialogues: Int32Array;
  /** length = replies; index of its turn in its dialogue, from 0 */
  readonly replyTurns: Int32Array;
}

export function trackContext(corpus: ReplyCorpus, automaton: ContextAutomaton): TrackedContext {
  const { replyDialogues, turnOffsets, symbols } = corpus;
  return {
    automaton,
    symbols,
    dialogueCount: corpus.keys.length,
    replyDialogues,
    replyTurns: corpus.replyTurns.map((turn, reply) => turn - turnOffsets[replyDialogues[reply]!]!),
  };
}

const STATE_ARRAYS = [
  'parents',
  'enteringSymbols',
  'rangeStarts',
  'rangeEnds',
  'childOffsets',
  'children',
  'replies',
] as const;
const REPLY_ARRAYS = ['replyDialogues', 'replyTurns'] as const;

/** The automaton as named parts of bytes: little-endian 32-bit numbers, `enteringBacks` as bytes. */
export function contextToParts(context: TrackedContext): AutomatonParts {
  const { automaton, symbols, dialogueCount } = context;
  return {
    header: JSON.stringify({ learner: 'context', version: CONTEXT_PARTS_VERSION, dialogueCount, symbols }),
    arrays: {
      ...Object.fromEntries(STATE_ARRAYS.map((name) => [name, bytesOf(automaton[name])])),
      ...Object.fromEntries(REPLY_ARRAYS.map((name) => [name, bytesOf(context[name])])),
      enteringBacks: bytesOf(automaton.enteringBacks),
    },
  };
}

/** @throws RangeError if the version differs, a part is missing, or parts are inconsistent */
export function contextFromParts(parts: AutomatonParts): TrackedContext {
  const { version, dialogueCount, symbols } = JSON.parse(parts.header);
  checkVersion(version, CONTEXT_PARTS_VERSION);
  const states = readInt32Arrays(parts, STATE_ARRAYS);
  const { replyDialogues, replyTurns } = readInt32Arrays(parts, REPLY_ARRAYS);
  const enteringBacks = readBytes(parts, 'enteringBacks');
  const stateCount = states.parents.length;
  const fits =
    enteringBacks.length === stateCount &&
    states.childOffsets.length === stateCount + 1 &&
    states.children.length === Math.max(0, stateCount - 1) &&
    states.rangeStarts.length === stateCount &&
    states.rangeEnds.length === stateCount &&
    states.enteringSymbols.length === stateCount &&
    replyDialogues.length === states.replies.length &&
    replyTurns.length === states.replies.length;
  if (!fits) throw new RangeError('The parts of the context automaton do not fit together. Learn it again.');
  return {
    automaton: { stateCount, ...states, enteringBacks, slots: slotsOf(states.replies) },
    symbols: readSymbols('symbols', symbols),
    dialogueCount: Number(dialogueCount),
    replyDialogues,
    replyTurns,
  };
}
