import { nearestByVectors, nearestByWords } from '#shared/algorithms/likeness/nearest-rounds.ts';
import { wordsOf } from '#shared/algorithms/retrieval/words/tokens.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { SentenceEncoder } from '../../providers/embeddings/encoder.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { excerptReader, spreadRounds } from '../../store/corpus/round-table.ts';
import { roundsNearWords } from '../../store/corpus/search.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import {
  countVectors,
  type EncoderRuns,
  loadRoundVectors,
  type RoundVectors,
} from '../../store/runs/vector-table.ts';

/** The turn or text to compare with. */
export type LikeWhat = { readonly round: RoundId } | { readonly text: string };

interface LikenessQuery {
  readonly to: LikeWhat;
  /** Turns to choose from; null means all. */
  readonly among: readonly RoundId[] | null;
  readonly role: Role | null;
  readonly most: number;
}

/** Nearest first. `known` is false if the query has no vector. */
interface SimilarTurns {
  readonly known: boolean;
  readonly rounds: readonly RoundId[];
  /** By words, for given turns only. */
  readonly shares: readonly (number | null)[];
}

/** The number of first characters of a turn to use. */
const CHARACTERS = 2000;
/** The number of turns for estimating the rarity of words. */
const SAMPLE = 1000;
const MOST_UTTERANCES = 300;

export const openLikeness = (database: ReadDatabase) => {
  const textOf = excerptReader(database, CHARACTERS);
  const words = numberedWords(database, textOf);
  const vectorsOf = vectorsInMemory(database);
  const encoderOf = encoderInMemory();
  return {
    byWords({ to, among, role, most, least }: LikenessQuery & { least: number }): SimilarTurns {
      const own = 'round' in to ? to.round : null;
      if (among === null) {
        const text = 'round' in to ? textOf(to.round) : to.text;
        const near = roundsNearWords(database, text, role, Math.max(most, MOST_UTTERANCES));
        const rounds = near.filter((round) => round !== own).slice(0, most);
        return { known: true, rounds, shares: rounds.map(() => null) };
      }
      const { ofRound, ofText, sample } = words();
      const others = among.filter((round) => round !== own);
      const asked = 'round' in to ? ofRound(to.round) : ofText(to.text);
      const near = nearestByWords(asked, others.map(ofRound), sample, least).slice(0, most);
      return {
        known: true,
        rounds: near.map(({ at }) => others[at]!),
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
      const none = { rounds: [], shares: [] };
      if (loaded === null) return { known: false, ...none };
      const { vectors, roundIds, roles, dimensions, placeOf } = loaded;
      const own = 'round' in to ? placeOf(to.round) : undefined;
      let query = own === undefined ? null : vectors.subarray(own * dimensions, (own + 1) * dimensions);
      if (query === null && encoder.folder !== undefined) {
        const text = 'round' in to ? textOf(to.round) : to.text;
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
          (chosen === null || chosen.has(roundIds[at]!)),
      });
      return {
        known: true,
        rounds: near.map(({ at }) => roundIds[at] as RoundId),
        shares: near.map(({ share }) => share),
      };
    },
  };
};

/** Returns turns' words as numbers, read once until the text changes. */
function numberedWords(database: ReadDatabase, textOf: (round: RoundId) => string) {
  const start = () => {
    const numbers = new Map<string, number>();
    const known = new Map<RoundId, Int32Array>();
    const ofText = (text: string): Int32Array =>
      Int32Array.from(wordsOf(text), (word) => {
        const number = numbers.get(word) ?? numbers.size;
        numbers.set(word, number);
        return number;
      });
    const ofRound = (round: RoundId): Int32Array => {
      const words = known.get(round) ?? ofText(textOf(round));
      known.set(round, words);
      return words;
    };
    return { ofText, ofRound, sample: spreadRounds(database, SAMPLE).map(ofRound) };
  };
  let read: { readonly version: number; readonly value: ReturnType<typeof start> } | null = null;
  return () => {
    const version = versionOf(database, 'words_version');
    if (read?.version !== version) read = { version, value: start() };
    return read.value;
  };
}

interface LoadedVectors extends RoundVectors {
  placeOf(round: RoundId): number | undefined;
}

/** Returns the vectors of the last encoder; 1.5 or 2 KB per turn. Reads them again if they have changed. */
function vectorsInMemory(database: ReadDatabase): (runs: EncoderRuns) => LoadedVectors | null {
  let read: { readonly key: string; readonly value: LoadedVectors | null } | null = null;
  let state = '';
  return (runs) => {
    // The first is fast and changes with every commit of another connection; the others show what changed.
    const asked = `${runs.turns} ${runs.rounds} ${database.pragma('data_version', { simple: true })}`;
    if (read && state === asked) return read.value;
    const versions = (['corpus_version', 'words_version'] as const).map((key) => versionOf(database, key));
    const counts = [runs.turns, runs.rounds].map((run) => countVectors(database, run));
    const key = [runs.turns, runs.rounds, ...counts, ...versions].join(' ');
    if (read?.key !== key) {
      read = null;
      const loaded = loadRoundVectors(database, runs);
      const places = new Map(Array.from(loaded?.roundIds ?? [], (round, place) => [round, place]));
      read = { key, value: loaded && { ...loaded, placeOf: (round) => places.get(round) } };
    }
    state = asked;
    return read.value;
  };
}

/** Keeps the last encoder. */
function encoderInMemory(): (folder: string | null) => Promise<SentenceEncoder> {
  let known: { readonly fingerprint: string; readonly encoder: Promise<SentenceEncoder> } | null = null;
  return (folder) => {
    const { fingerprint, load } = knownEncoder(folder);
    if (known?.fingerprint !== fingerprint) known = { fingerprint, encoder: load() };
    return known.encoder;
  };
}
