import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import { groupsOf, leavesBelow, nodesOfCut } from '../clusters/merge-tree.ts';
import { nearestMove, standingOf } from '../clusters/nearest-moves.ts';
import { fitMoveEncoder, isZero, type MoveEncoder, type Vectors } from '../clusters/sentence-vectors.ts';
import { meansOf } from '../clusters/spherical-k-means.ts';
import type { FoundMoves } from '../context/moves-by-context.ts';
import type { MovesCorpus } from '../moves-corpus.ts';
import type { MovedSentence, MovedTurn, RoleModel, SaidMove } from '../moves-model.ts';
import { grammarOf } from '../names/grammar.ts';
import { nameNodes } from '../names/name-moves.ts';
import { hasParts, namedTexts, roleModel, turnsOfRole } from '../turns-of-role.ts';
import { type CueLeaves, clusterByCues, mergeCueLeaves } from './cue-moves.ts';
import { CUE_RULES, type CueRule, MOVE_KINDS } from './cue-rules.ts';
import type { CueRules } from './own-cues.ts';

const LEAST_COSINE = 0.2;
const CUE_CONFIDENCE = 0.9;
const COSINE_WEIGHT = 10;

interface RoleSentences {
  readonly role: Role;
  readonly turns: Int32Array;
  readonly starts: Int32Array;
  readonly words: readonly (readonly string[])[];
  readonly dialogues: Int32Array;
  readonly languages: readonly string[];
}

function sentencesOfRole(corpus: MovesCorpus, role: Role): RoleSentences {
  const turns = turnsOfRole(corpus, role);
  const starts = new Int32Array(turns.length + 1);
  const words: (readonly string[])[] = [];
  const dialogues: number[] = [];
  const languages: string[] = [];
  for (const [at, turn] of turns.entries()) {
    for (const sentence of corpus.sentences[turn]) {
      words.push(sentence.words);
      dialogues.push(corpus.dialogues[turn]);
      languages.push(corpus.languages[turn]);
    }
    starts[at + 1] = words.length;
  }
  return { role, turns, starts, words, dialogues: Int32Array.from(dialogues), languages };
}

/** Returns one move per sentence. Within a turn, questions rank before reports, and reports before courtesies. */
export function movesByCues(
  corpus: MovesCorpus,
  moves: number | 'auto',
  seed: number,
  rules: CueRules = CUE_RULES,
  encoder?: MoveEncoder,
): FoundMoves {
  const turns = new Array<MovedTurn>(corpus.roles.length);
  const grammar = grammarOf(corpus);
  const roles: RoleModel[] = [];
  for (const role of ROLES) {
    const said = sentencesOfRole(corpus, role);
    if (said.turns.length === 0) continue;
    const texts = said.words.map((words) => [words]);
    const vectors = (encoder ?? fitMoveEncoder(texts, seed, hasParts(corpus))).encode(texts);
    const leaves = clusterByCues(said.words, said.dialogues, vectors, rules[role], seed, {
      grammar,
      languages: said.languages,
    });
    const tree = mergeCueLeaves(vectors, leaves);
    const cut = nodesOfCut(tree, moves === 'auto' ? leaves.groups : moves);
    const groupOf = groupsOf(tree, cut);
    const rank = cut.map((node) => rankOf(leavesBelow(tree, node), leaves, rules[role]));
    const sentenceMoves = movesOfSentences(vectors, leaves, groupOf, cut.length);
    const moved = Array.from(said.turns, (turn, at): MovedTurn => {
      const sentences = corpus.sentences[turn].map(({ start, end }, index): MovedSentence => {
        const { move, closeness, margin } = sentenceMoves[said.starts[at] + index];
        return { start, end, move, closeness, margin };
      });
      const chosen = movesOfTurn(sentenceMoves.slice(said.starts[at], said.starts[at + 1]), rank);
      return {
        role,
        leaf: chosen[0]?.leaf ?? -1,
        foreign: corpus.foreign[turn] === 1,
        moves: chosen.map(({ move, confidence, leaf }) => ({ move, confidence, leaf })),
        sentences,
      };
    });
    for (const [at, turn] of said.turns.entries()) turns[turn] = moved[at];
    const names = nameNodes(
      tree,
      cut,
      namedTexts(
        role,
        leaves.of,
        (at) => [said.words[at]],
        seed,
        (at) => said.languages[at],
        rules,
      ),
      leaves.groupOf.map((group) => rules[role][leaves.seeds[group]]?.name ?? ''),
      grammar,
    );
    roles.push(roleModel(role, tree, cut, names, moved));
  }
  return { roles, turns };
}

function rankOf(below: readonly number[], { seeds, groupOf }: CueLeaves, rules: readonly CueRule[]): number {
  const kinds = below.flatMap((leaf) => rules[seeds[groupOf[leaf]]]?.kind ?? []);
  const rank = Math.min(...kinds.map((kind) => MOVE_KINDS.indexOf(kind)));
  return kinds.length === 0 ? MOVE_KINDS.indexOf('report') + 0.5 : rank;
}

interface SentenceMove extends SaidMove {
  readonly closeness: number;
  readonly margin: number;
}

function movesOfSentences(
  vectors: Vectors,
  leaves: CueLeaves,
  groupOf: Int32Array,
  count: number,
): SentenceMove[] {
  const of = leaves.of.map((leaf) => (leaf < 0 ? -1 : groupOf[leaf]));
  const means = meansOf(vectors, of, count, true);
  return Array.from(of, (move, at): SentenceMove => {
    if (move < 0 || isZero(vectors, at))
      return { move: -1, leaf: -1, confidence: 0, closeness: 0, margin: 0 };
    const { closeness, margin } = standingOf(vectors, at, means, move, nearestMove(vectors, at, means));
    const cued = leaves.cued[at] === 1;
    if (!cued && closeness < LEAST_COSINE)
      return { move: -1, leaf: leaves.of[at], confidence: 0, closeness, margin };
    const confidence = cued ? CUE_CONFIDENCE : 1 / (1 + Math.exp(-COSINE_WEIGHT * margin));
    return { move, leaf: leaves.of[at], confidence, closeness, margin };
  });
}

function movesOfTurn(sentences: readonly SentenceMove[], rank: readonly number[]): SentenceMove[] {
  const chosen: SentenceMove[] = [];
  const said = sentences.filter(({ move }) => move >= 0).sort((a, b) => rank[a.move] - rank[b.move]);
  for (const sentence of said) {
    if (chosen.length === 2) break;
    if (chosen.every(({ move }) => move !== sentence.move)) chosen.push(sentence);
  }
  return chosen;
}
