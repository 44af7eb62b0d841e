import type { Role } from '../../domain/dialogue.ts';
import type { SymbolInfo, TaggedDialogue } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { findTurns, type TurnCorpus } from './turn-corpus.ts';
import { shapeOf, wordsOf } from './words/tokens.ts';

/** One round as retrieval sees it: the text of the joined utterances and their tags. */
export interface RetrievalRound {
  readonly role: Role;
  readonly text: string;
  readonly tags: readonly string[];
}

/** One dialogue; consecutive utterances of one role are one round already. */
export interface RetrievalDialogue {
  readonly key: string;
  readonly rounds: readonly RetrievalRound[];
}

/** Strings as integers from 0; a string never seen while learning is -1. */
export interface Vocabulary {
  readonly entries: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
}

/**
 * Training dialogues as integers: a symbol corpus with the texts beside the tags.
 *
 * Round r has words `wordIds[wordOffsets[r] …]` and value-free words `shapeIds[shapeOffsets[r] …]` (see
 * `shapeOf`). A turn is what a method may return.
 */
export interface RetrievalCorpus extends TurnCorpus {
  readonly words: Vocabulary;
  readonly wordOffsets: Int32Array;
  readonly wordIds: Int32Array;
  readonly shapes: Vocabulary;
  readonly shapeOffsets: Int32Array;
  readonly shapeIds: Int32Array;
  /** Symbol ids by `symbolKey`. */
  readonly symbolLookup: ReadonlyMap<string, number>;
}

/** One round of a history as integers. */
export interface EncodedRound {
  /** 0 = system, 1 = user */
  readonly role: number;
  readonly words: Int32Array;
  readonly shapes: Int32Array;
  readonly symbols: Int32Array;
}

/** Key of a symbol in `symbolLookup`. */
export function symbolKey(role: number, tag: string): string {
  return `${role === 1 ? 'user' : 'system'}\u0000${tag}`;
}

/** Builds the corpus; O(text) time. Two dialogues with one key are kept in the order given. */
export function buildRetrievalCorpus(dialogues: readonly RetrievalDialogue[]): RetrievalCorpus {
  const ordered = [...dialogues].sort((a, b) => compareCodePoints(a.key, b.key));
  const rounds = ordered.flatMap((dialogue) => dialogue.rounds);
  const roundOffsets = new Int32Array(ordered.length + 1);
  for (let d = 0; d < ordered.length; d++) roundOffsets[d + 1] = roundOffsets[d] + ordered[d].rounds.length;
  const roundRoles = Uint8Array.from(rounds, (round) => roleCode(round.role));

  const words = encodeLists(rounds.length, (round) => wordsOf(rounds[round].text));
  const shapes = encodeLists(rounds.length, (round) => shapeOf(rounds[round].text));
  const symbols = encodeSymbols(rounds);

  return {
    keys: ordered.map((dialogue) => dialogue.key),
    roundOffsets,
    roundRoles,
    words: words.vocabulary,
    wordOffsets: words.offsets,
    wordIds: words.ids,
    shapes: shapes.vocabulary,
    shapeOffsets: shapes.offsets,
    shapeIds: shapes.ids,
    ...symbols,
    ...findTurns(roundOffsets, roundRoles),
  };
}

/**
 * The same words under other tags; linear in rounds and tags, and every array of the words is shared.
 *
 * @param dialogues those that the corpus was built from, in any order
 * @throws RangeError where their keys or rounds are others
 */
export function withOtherTags(
  corpus: RetrievalCorpus,
  dialogues: readonly TaggedDialogue[],
): RetrievalCorpus {
  const ordered = [...dialogues].sort((a, b) => compareCodePoints(a.key, b.key));
  const rounds = ordered.flatMap((dialogue) => dialogue.rounds);
  const isSame =
    ordered.length === corpus.keys.length &&
    ordered.every(
      ({ key, rounds: own }, d) =>
        key === corpus.keys[d] && own.length === corpus.roundOffsets[d + 1] - corpus.roundOffsets[d],
    ) &&
    rounds.every(({ role }, round) => roleCode(role) === corpus.roundRoles[round]);
  if (!isSame) throw new RangeError('The dialogues are not those that the corpus was built from.');
  return { ...corpus, ...encodeSymbols(rounds) };
}

/** The rounds of a live or held-out history as integers of this corpus, oldest first. */
export function encodeHistory(corpus: RetrievalCorpus, history: readonly RetrievalRound[]): EncodedRound[] {
  return history.map((round) => {
    const role = roleCode(round.role);
    const symbols = round.tags.map((tag) => corpus.symbolLookup.get(symbolKey(role, tag)) ?? -1);
    return {
      role,
      words: Int32Array.from(wordsOf(round.text), (word) => corpus.words.ids.get(word) ?? -1),
      shapes: Int32Array.from(shapeOf(round.text), (word) => corpus.shapes.ids.get(word) ?? -1),
      symbols: Int32Array.from(new Set(symbols)).sort(),
    };
  });
}

/** One round of the corpus itself. */
export function corpusRound(corpus: RetrievalCorpus, round: number): EncodedRound {
  return {
    role: corpus.roundRoles[round],
    words: corpus.wordIds.subarray(corpus.wordOffsets[round], corpus.wordOffsets[round + 1]),
    shapes: corpus.shapeIds.subarray(corpus.shapeOffsets[round], corpus.shapeOffsets[round + 1]),
    symbols: corpus.symbolIds.subarray(corpus.symbolOffsets[round], corpus.symbolOffsets[round + 1]),
  };
}

/** The history before a training turn, oldest first, at most `rounds` rounds long. */
export function historyOfTurn(corpus: RetrievalCorpus, turn: number, rounds = 1e9): EncodedRound[] {
  const end = corpus.turnRounds[turn];
  const start = Math.max(corpus.roundOffsets[corpus.turnDialogues[turn]], end - rounds);
  const history: EncodedRound[] = [];
  for (let round = start; round < end; round++) history.push(corpusRound(corpus, round));
  return history;
}

function roleCode(role: Role): number {
  return role === 'user' ? 1 : 0;
}

interface EncodedLists {
  readonly vocabulary: Vocabulary;
  readonly offsets: Int32Array;
  readonly ids: Int32Array;
}

function encodeLists(count: number, listOf: (index: number) => readonly string[]): EncodedLists {
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

/** Symbol ids follow the code-point order of (role, tag), as everywhere in the application. */
function encodeSymbols(rounds: TaggedDialogue['rounds']) {
  const found = new Map<string, SymbolInfo>();
  for (const { role, tags } of rounds) {
    for (const tag of tags) {
      const key = symbolKey(roleCode(role), tag);
      if (!found.has(key)) found.set(key, { role, tag });
    }
  }
  const symbols = [...found.values()].sort(
    (a, b) => compareCodePoints(a.role, b.role) || compareCodePoints(a.tag, b.tag),
  );
  const symbolLookup = new Map(symbols.map((info, id) => [symbolKey(roleCode(info.role), info.tag), id]));
  const symbolOffsets = new Int32Array(rounds.length + 1);
  const symbolIds: number[] = [];
  for (let round = 0; round < rounds.length; round++) {
    const role = roleCode(rounds[round].role);
    const ids = new Set(rounds[round].tags.map((tag) => symbolLookup.get(symbolKey(role, tag))!));
    symbolIds.push(...[...ids].sort((a, b) => a - b));
    symbolOffsets[round + 1] = symbolIds.length;
  }
  return { symbols, symbolLookup, symbolOffsets, symbolIds: Int32Array.from(symbolIds) };
}

/** The turn that is round `round` (from 0) of a dialogue, or -1 if that round is no turn. */
export function turnOfRound(corpus: RetrievalCorpus, dialogue: number, round: number): number {
  const wanted = corpus.roundOffsets[dialogue] + round;
  let low = 0;
  let high = corpus.turnRounds.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (corpus.turnRounds[middle] === wanted) return middle;
    if (corpus.turnRounds[middle] < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
