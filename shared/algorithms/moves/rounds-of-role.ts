import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import { createRandom } from '../random/random.ts';
import type { MergeTree } from './clusters/merge-tree.ts';
import { fitMoveEncoder, type MoveEncoder, withoutDialogueMeans } from './clusters/sentence-vectors.ts';
import type { RoleRounds } from './context/context-moves.ts';
import { CUE_RULES, cueOf } from './cues/cue-rules.ts';
import type { CueRules } from './cues/own-cues.ts';
import type { MovesCorpus } from './moves-corpus.ts';
import type { MovedRound, RoleModel } from './moves-model.ts';
import type { NamedText } from './names/name-moves.ts';

export interface EncodedRole extends RoleRounds {
  readonly encoder: MoveEncoder;
}

/** Returns the turns of each role, with vectors of their words: by the given encoder, or by one fitted on them. */
export function encodeRounds(corpus: MovesCorpus, seed: number, given?: MoveEncoder): EncodedRole[] {
  return ROLES.map((role) => {
    const rounds = roundsOfRole(corpus, role);
    const texts = Array.from(rounds, (round) => wordsOf(corpus, round));
    const encoder = given ?? fitMoveEncoder(texts, seed, hasParts(corpus));
    return { role, rounds, encoder, vectors: encoder.encode(texts) };
  }).filter(({ rounds }) => rounds.length > 0);
}

export const hasParts = ({ languages, foreign }: MovesCorpus): boolean =>
  languages.some((language, round) => language !== 'en' && foreign[round] === 0);

export const roundsOfRole = (corpus: MovesCorpus, role: Role): Int32Array =>
  Int32Array.from([...corpus.roles.keys()].filter((round) => corpus.roles[round] === role));

const wordsOf = (corpus: MovesCorpus, round: number): (readonly string[])[] =>
  corpus.sentences[round].map(({ words }) => words);

/** Returns the same turns without the words that all turns of their dialogue share. */
export const withoutSubjects = (role: RoleRounds, dialogues: Int32Array): RoleRounds => ({
  role: role.role,
  rounds: role.rounds,
  vectors: withoutDialogueMeans(
    role.vectors,
    role.rounds.map((round) => dialogues[round]),
  ),
});

/** Returns a suitable number of moves for a number of turns: 8 … 24. */
export const suitingMoves = (rounds: number): number =>
  Math.max(8, Math.min(24, Math.round(4 * Math.log10(Math.max(1, rounds)))));

/** Texts per role that names are chosen from. */
const NAMED_TEXTS = 8000;

/** Returns a sample of items for choosing names, with their leaf and words. */
export function namedTexts(
  role: Role,
  leafOf: ArrayLike<number>,
  sentencesOf: (at: number) => readonly (readonly string[])[],
  seed: number,
  languageOf: (at: number) => string,
  cues: CueRules = CUE_RULES,
): NamedText[] {
  const known = Array.from(leafOf, (leaf, at) => (leaf < 0 ? -1 : at)).filter((at) => at >= 0);
  const chosen = known.length > NAMED_TEXTS ? createRandom(seed).shuffle(known).slice(0, NAMED_TEXTS) : known;
  const rules = cues[role];
  return chosen.map((at) => {
    const sentences = sentencesOf(at);
    const generic = sentences.map((words) => rules[cueOf(rules, words, languageOf(at))]?.name ?? '');
    return { leaf: leafOf[at], sentences, generic: generic.filter((name) => name !== '') };
  });
}

/** Returns the data of a role's moves, once its turns have theirs. */
export function roleModel(
  role: Role,
  tree: MergeTree,
  cut: readonly number[],
  names: readonly string[],
  moved: readonly MovedRound[],
): RoleModel {
  const rounds = new Array<number>(cut.length).fill(0);
  let otherRounds = 0;
  for (const { moves, foreign } of moved) {
    if (moves.length > 0) rounds[moves[0].move]++;
    else if (!foreign) otherRounds++;
  }
  return { role, tree, names, cut, rounds, otherRounds };
}
