import { ROLES, type Role } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo, TaggedDialogue } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { buildSymbolCorpusOfAll } from '../automaton/corpus/symbol-corpus.ts';
import { shapeOf, wordsOf } from './words/tokens.ts';

const SYSTEM = ROLES.indexOf('system');
const USER = ROLES.indexOf('user');

/** Tagged dialogues and their answerable turns: system turns after a user turn, here called *replies*. */
export interface ReplyCorpus extends SymbolCorpus {
  /** length = replies; the dialogue of each reply, ascending */
  readonly replyDialogues: Int32Array;
  /** length = replies; index of its turn in the corpus */
  readonly replyTurns: Int32Array;
}

export function withReplies(corpus: SymbolCorpus): ReplyCorpus {
  const { turnOffsets, turnRoles } = corpus;
  const replyDialogues = new Int32Array(turnRoles.length);
  const replyTurns = new Int32Array(turnRoles.length);
  let replies = 0;
  for (let dialogue = 0; dialogue + 1 < turnOffsets.length; dialogue++) {
    for (let turn = turnOffsets[dialogue] + 1; turn < turnOffsets[dialogue + 1]; turn++) {
      if (turnRoles[turn] !== SYSTEM || turnRoles[turn - 1] !== USER) continue;
      replyDialogues[replies] = dialogue;
      replyTurns[replies++] = turn;
    }
  }
  return {
    ...corpus,
    replyDialogues: replyDialogues.slice(0, replies),
    replyTurns: replyTurns.slice(0, replies),
  };
}

export function replyPositions({ replyDialogues }: ReplyCorpus): Int32Array {
  const positions = new Int32Array(replyDialogues.length);
  for (let reply = 1; reply < positions.length; reply++) {
    if (replyDialogues[reply] === replyDialogues[reply - 1]) positions[reply] = positions[reply - 1] + 1;
  }
  return positions;
}

/** A turn for retrieval: the text and the tags of its messages. */
export interface RetrievalTurn {
  readonly role: Role;
  readonly text: string;
  readonly tags: readonly string[];
}

/** One dialogue; consecutive messages of one role are already joined into a turn. */
export interface RetrievalDialogue {
  readonly key: string;
  readonly turns: readonly RetrievalTurn[];
}

interface Vocabulary {
  readonly entries: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
}

/** Training dialogues as integers. Turn r has words `wordIds[wordOffsets[r] …]`, and value-free ones in `shapeIds`. */
export interface RetrievalCorpus extends ReplyCorpus {
  readonly words: Vocabulary;
  readonly wordOffsets: Int32Array;
  readonly wordIds: Int32Array;
  readonly shapes: Vocabulary;
  readonly shapeOffsets: Int32Array;
  readonly shapeIds: Int32Array;
  readonly symbolLookup: ReadonlyMap<string, number>;
}

export interface EncodedTags {
  /** 0 = system, 1 = user */
  readonly role: number;
  /** Ascending and distinct; -1 means all tags that training never saw. */
  readonly symbols: Int32Array;
}

export interface EncodedTurn extends EncodedTags {
  /** The index of the turn in the corpus; absent if it is not part of it. */
  readonly turn?: number;
  readonly words: Int32Array;
  readonly shapes: Int32Array;
}

export const symbolKey = (role: Role, tag: string): string => `${role}\u0000${tag}`;

export function symbolLookup(symbols: readonly SymbolInfo[]): ReadonlyMap<string, number> {
  return new Map(symbols.map(({ role, tag }, id) => [symbolKey(role, tag), id]));
}

export function encodeTags(
  lookup: ReadonlyMap<string, number>,
  { role, tags }: TaggedDialogue['turns'][number],
): EncodedTags {
  const symbols = new Set(tags.map((tag) => lookup.get(symbolKey(role, tag)) ?? -1));
  return { role: ROLES.indexOf(role), symbols: Int32Array.from(symbols).sort() };
}

/** Builds the corpus. Dialogues with the same key keep their order. */
export function buildRetrievalCorpus(dialogues: readonly RetrievalDialogue[]): RetrievalCorpus {
  const corpus = buildSymbolCorpusOfAll(dialogues);
  const turns = [...dialogues]
    .sort((a, b) => compareCodePoints(a.key, b.key))
    .flatMap((dialogue) => dialogue.turns);
  const words = encodeLists(turns.length, (turn) => wordsOf(turns[turn].text));
  const shapes = encodeLists(turns.length, (turn) => shapeOf(turns[turn].text));
  return {
    ...withReplies(corpus),
    symbolLookup: symbolLookup(corpus.symbols),
    words: words.vocabulary,
    wordOffsets: words.offsets,
    wordIds: words.ids,
    shapes: shapes.vocabulary,
    shapeOffsets: shapes.offsets,
    shapeIds: shapes.ids,
  };
}

/**
 * Returns a corpus with other tags that shares the word arrays.
 * @throws RangeError if keys or turns of the dialogues, in any order, differ
 */
export function withOtherTags(
  corpus: RetrievalCorpus,
  dialogues: readonly TaggedDialogue[],
): RetrievalCorpus {
  const { keys, turnOffsets, turnRoles, ...tags } = buildSymbolCorpusOfAll(dialogues);
  const isSame =
    keys.length === corpus.keys.length &&
    keys.every((key, d) => key === corpus.keys[d] && turnOffsets[d + 1] === corpus.turnOffsets[d + 1]) &&
    turnRoles.every((role, turn) => role === corpus.turnRoles[turn]);
  if (!isSame) throw new RangeError('These dialogues are not the ones that the corpus was built from.');
  return { ...corpus, ...tags, symbolLookup: symbolLookup(tags.symbols) };
}

export function encodeHistory(corpus: RetrievalCorpus, history: readonly RetrievalTurn[]): EncodedTurn[] {
  return history.map((turn) => ({
    ...encodeTags(corpus.symbolLookup, turn),
    words: Int32Array.from(wordsOf(turn.text), (word) => corpus.words.ids.get(word) ?? -1),
    shapes: Int32Array.from(shapeOf(turn.text), (word) => corpus.shapes.ids.get(word) ?? -1),
  }));
}

export function corpusTurn(corpus: RetrievalCorpus, turn: number): EncodedTurn {
  return {
    turn,
    role: corpus.turnRoles[turn],
    words: corpus.wordIds.subarray(corpus.wordOffsets[turn], corpus.wordOffsets[turn + 1]),
    shapes: corpus.shapeIds.subarray(corpus.shapeOffsets[turn], corpus.shapeOffsets[turn + 1]),
    symbols: corpus.symbolIds.subarray(corpus.symbolOffsets[turn], corpus.symbolOffsets[turn + 1]),
  };
}

export function historyOfReply(corpus: RetrievalCorpus, reply: number, turns = 1e9): EncodedTurn[] {
  const end = corpus.replyTurns[reply];
  const start = Math.max(corpus.turnOffsets[corpus.replyDialogues[reply]], end - turns);
  const history: EncodedTurn[] = [];
  for (let turn = start; turn < end; turn++) history.push(corpusTurn(corpus, turn));
  return history;
}

function encodeLists(count: number, listOf: (index: number) => readonly string[]) {
  const ids = new Map<string, number>();
  const entries: string[] = [];
  const offsets = new Int32Array(count + 1);
  const encoded: number[] = [];
  for (let index = 0; index < count; index++) {
    for (const entry of listOf(index)) {
      let id = ids.get(entry);
      if (id === undefined) {
        id = entries.length;
        ids.set(entry, id);
        entries.push(entry);
      }
      encoded.push(id);
    }
    offsets[index + 1] = encoded.length;
  }
  return { vocabulary: { entries, ids }, offsets, ids: Int32Array.from(encoded) };
}

export function replyOfTurn(corpus: RetrievalCorpus, dialogue: number, turn: number): number {
  const wanted = corpus.turnOffsets[dialogue] + turn;
  const reply = firstReplyFrom(corpus, wanted);
  return corpus.replyTurns[reply] === wanted ? reply : -1;
}

/** Returns the reply nearest to index `turn` of a dialogue; ties: the earlier. -1 if there is none. */
export function nearestReply(corpus: RetrievalCorpus, dialogue: number, turn: number): number {
  const { turnOffsets } = corpus;
  const wanted = Math.min(turnOffsets[dialogue] + turn, turnOffsets[dialogue + 1]);
  const after = firstReplyFrom(corpus, wanted);
  const distance = (reply: number): number =>
    corpus.replyDialogues[reply] === dialogue
      ? Math.abs(corpus.replyTurns[reply] - wanted)
      : Number.POSITIVE_INFINITY;
  const nearest = distance(after) < distance(after - 1) ? after : after - 1;
  return corpus.replyDialogues[nearest] === dialogue ? nearest : -1;
}

/** Returns the first reply at or after turn `wanted` of the corpus; the number of replies if there is none. */
function firstReplyFrom({ replyTurns }: RetrievalCorpus, wanted: number): number {
  let low = 0;
  let high = replyTurns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (replyTurns[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
