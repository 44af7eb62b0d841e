import { nearestByVectors, nearestByWords } from '#shared/algorithms/likeness/nearest-turns.ts';
import { wordsOf } from '#shared/algorithms/retrieval/words/tokens.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import type { SentenceEncoder } from '../../providers/embeddings/encoder.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { turnsNearWords } from '../../store/corpus/search.ts';
import { excerptReader, spreadTurns } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import {
  countVectors,
  type EncoderRuns,
  loadTurnVectors,
  type TurnVectors,
} from '../../store/runs/vector-table.ts';

export type LikeWhat = { readonly turn: TurnId } | { readonly text: string };

interface LikenessQuery {
  readonly to: LikeWhat;
  /** Turns to choose from; null means all. */
  readonly among: readonly TurnId[] | null;
  readonly role: Role | null;
  readonly most: number;
}

/** Similar turns, nearest first. `known` is false if the query has no vector. */
interface SimilarTurns {
  readonly known: boolean;
  readonly turns: readonly TurnId[];
  /** The similarity of each turn. By words, it is known only if turns to choose from were given. */
  readonly shares: readonly (number | null)[];
}

/** Only this many characters at the start of a turn are used. */
const CHARACTERS = 2000;
/** The number of turns from which the rarity of words is estimated. */
const SAMPLE = 1000;
const MOST_UTTERANCES = 300;

export const openLikeness = (database: ReadDatabase) => {
  const textOf = excerptReader(database, CHARACTERS);
  const words = numberedWords(database, textOf);
  const vectorsOf = vectorsInMemory(database);
  const encoderOf = encoderInMemory();
  return {
    byWords({ to, among, role, most, least }: LikenessQuery & { least: number }): SimilarTurns {
      const own = 'turn' in to ? to.turn : null;
      if (among === null) {
        const text = 'turn' in to ? textOf(to.turn) : to.text;
        const near = turnsNearWords(database, text, role, Math.max(most, MOST_UTTERANCES));
        const turns = near.filter((turn) => turn !== own).slice(0, most);
        return { known: true, turns, shares: turns.map(() => null) };
      }
      const { ofTurn, ofText, sample } = words();
      const others = among.filter((turn) => turn !== own);
      const asked = 'turn' in to ? ofTurn(to.turn) : ofText(to.text);
      const near = nearestByWords(asked, others.map(ofTurn), sample, least).slice(0, most);
      return {
        known: true,
        turns: near.map(({ at }) => others[at]!),
        shares: near.map(({ share }) => share),
      };
    },
    async byVectors({
      encoder,
      to,
      among,
      role,
      most,
      least,
    }: LikenessQuery & {
      least: number;
      encoder: EncoderRuns & { readonly folder: string | null | undefined };
    }): Promise<SimilarTurns> {
      const loaded = vectorsOf(encoder);
      const none = { turns: [], shares: [] };
      if (loaded === null) return { known: false, ...none };
      const { vectors, turnIds, roles, dimensions, placeOf } = loaded;
      const own = 'turn' in to ? placeOf(to.turn) : undefined;
      let query = own === undefined ? null : vectors.subarray(own * dimensions, (own + 1) * dimensions);
      if (query === null && encoder.folder !== undefined) {
        const text = 'turn' in to ? textOf(to.turn) : to.text;
        query = await (await encoderOf(encoder.folder)).encodeTexts([text]);
      }
      if (query === null || query.length !== dimensions) return { known: false, ...none };
      const chosen = among && new Set<number>(among);
      const wantedRole = role === null ? null : ROLES.indexOf(role);
      const near = nearestByVectors(vectors, query, {
        ...{ most, least },
        isWanted: (at) =>
          at !== own &&
          (wantedRole === null || roles[at] === wantedRole) &&
          (chosen === null || chosen.has(turnIds[at]!)),
      });
      return {
        known: true,
        turns: near.map(({ at }) => turnIds[at] as TurnId),
        shares: near.map(({ share }) => share),
      };
    },
  };
};

/** Returns the words of turns as numbers. They are read once and again after the text changes. */
function numberedWords(database: ReadDatabase, textOf: (turn: TurnId) => string) {
  const start = () => {
    const numbers = new Map<string, number>();
    const known = new Map<TurnId, Int32Array>();
    const ofText = (text: string): Int32Array =>
      Int32Array.from(wordsOf(text), (word) => {
        const number = numbers.get(word) ?? numbers.size;
        numbers.set(word, number);
        return number;
      });
    const ofTurn = (turn: TurnId): Int32Array => {
      const words = known.get(turn) ?? ofText(textOf(turn));
      known.set(turn, words);
      return words;
    };
    return { ofText, ofTurn, sample: spreadTurns(database, SAMPLE).map(ofTurn) };
  };
  let read: { readonly version: number; readonly value: ReturnType<typeof start> } | null = null;
  return () => {
    const version = versionOf(database, 'words_version');
    if (read?.version !== version) read = { version, value: start() };
    return read.value;
  };
}

interface LoadedVectors extends TurnVectors {
  placeOf(turn: TurnId): number | undefined;
}

/** Returns the vectors of the last encoder, which take 1.5 or 2 KB per turn. Reads them again if they have changed. */
function vectorsInMemory(database: ReadDatabase): (runs: EncoderRuns) => LoadedVectors | null {
  let read: { readonly key: string; readonly value: LoadedVectors | null } | null = null;
  let state = '';
  return (runs) => {
    // The first check is fast but changes with every commit elsewhere. The others show whether vectors changed.
    const asked = `${runs.turns} ${runs.otherTurns} ${database.pragma('data_version', { simple: true })}`;
    if (read && state === asked) return read.value;
    const versions = (['corpus_version', 'words_version'] as const).map((key) => versionOf(database, key));
    const counts = [runs.turns, runs.otherTurns].map((run) => countVectors(database, run));
    const key = [runs.turns, runs.otherTurns, ...counts, ...versions].join(' ');
    if (read?.key !== key) {
      read = null;
      const loaded = loadTurnVectors(database, runs);
      const places = new Map(Array.from(loaded?.turnIds ?? [], (turn, place) => [turn, place]));
      read = { key, value: loaded && { ...loaded, placeOf: (turn) => places.get(turn) } };
    }
    state = asked;
    return read.value;
  };
}

/** Returns a function that loads an encoder and keeps the last one. */
function encoderInMemory(): (folder: string | null) => Promise<SentenceEncoder> {
  let known: { readonly fingerprint: string; readonly encoder: Promise<SentenceEncoder> } | null = null;
  return (folder) => {
    const { fingerprint, load } = knownEncoder(folder);
    if (known?.fingerprint !== fingerprint) known = { fingerprint, encoder: load() };
    return known.encoder;
  };
}
