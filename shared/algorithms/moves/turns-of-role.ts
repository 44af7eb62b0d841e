import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import { createRandom } from '../random/random.ts';
import type { MergeTree } from './clusters/merge-tree.ts';
import { fitMoveEncoder, type MoveEncoder } from './clusters/sentence-vectors.ts';
import type { SentencesOfText } from './clusters/text-features.ts';
import type { RoleTurns } from './context/context-moves.ts';
import { CUE_RULES, cueOf } from './cues/cue-rules.ts';
import type { CueRules } from './cues/own-cues.ts';
import type { MovesCorpus } from './moves-corpus.ts';
import type { MovedTurn, RoleModel } from './moves-model.ts';
import type { NamedText } from './names/name-moves.ts';

export interface EncodedRole extends RoleTurns {
  readonly encoder: MoveEncoder;
}

export function encodeTurns(corpus: MovesCorpus, seed: number, given?: MoveEncoder): EncodedRole[] {
  return ROLES.map((role) => {
    const turns = turnsOfRole(corpus, role);
    const texts = textsOf(corpus, turns);
    const encoder = given ?? fitMoveEncoder(texts, seed, hasParts(corpus));
    return { role, turns, encoder, vectors: encoder.encode(texts) };
  }).filter(({ turns }) => turns.length > 0);
}

export const hasParts = ({ languages, foreign }: MovesCorpus): boolean =>
  languages.some((language, turn) => language !== 'en' && foreign[turn] === 0);

export const turnsOfRole = (corpus: MovesCorpus, role: Role): Int32Array =>
  Int32Array.from([...corpus.roles.keys()].filter((turn) => corpus.roles[turn] === role));

export const textsOf = (corpus: MovesCorpus, turns: Int32Array): SentencesOfText[] =>
  Array.from(turns, (turn) => corpus.sentences[turn].map(({ words }) => words));

export const suitingMoves = (turns: number): number =>
  Math.max(8, Math.min(24, Math.round(4 * Math.log10(Math.max(1, turns)))));

const NAMED_TEXTS = 8000;

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

export function roleModel(
  role: Role,
  tree: MergeTree,
  cut: readonly number[],
  names: readonly string[],
  moved: readonly MovedTurn[],
): RoleModel {
  const turns = new Array<number>(cut.length).fill(0);
  let otherTurns = 0;
  for (const { moves, foreign } of moved) {
    if (moves.length > 0) turns[moves[0].move]++;
    else if (!foreign) otherTurns++;
  }
  return { role, tree, names, cut, turns, otherTurns };
}
