import { ROLES } from '#shared/domain/dialogue.ts';
import { groupsOf, nodesOfCut } from '../clusters/merge-tree.ts';
import { nearestMove, standingOf } from '../clusters/nearest-moves.ts';
import { fitMoveEncoder, isZero, type MoveEncoder } from '../clusters/sentence-vectors.ts';
import { meansOf } from '../clusters/spherical-k-means.ts';
import type { FoundMoves } from '../context/moves-by-context.ts';
import { mergeCueLeaves, withFineClusters } from '../cues/cue-moves.ts';
import { CUE_RULES } from '../cues/cue-rules.ts';
import type { CueRules } from '../cues/own-cues.ts';
import type { MovesCorpus } from '../moves-corpus.ts';
import type { MovedSentence, MovedTurn, RoleModel } from '../moves-model.ts';
import { nameNodes } from '../names/name-moves.ts';
import { namedTexts, roleModel, turnsOfRole } from '../turns-of-role.ts';
import type { SupportTags } from './support-reading.ts';

/** Returns the tagger's moves, with fine clusters to split. A sentence has its turn's move unless another is nearer. */
export function movesBySupport(
  corpus: MovesCorpus,
  tags: SupportTags,
  moves: number | 'auto',
  seed: number,
  rules: CueRules = CUE_RULES,
  encoder?: MoveEncoder,
): FoundMoves {
  const turns = new Array<MovedTurn>(corpus.roles.length);
  const roles: RoleModel[] = [];
  for (const role of ROLES) {
    const own = turnsOfRole(corpus, role);
    if (own.length === 0) continue;
    const wordsOf = (turn: number) => corpus.sentences[turn].map(({ words }) => words);
    const texts = Array.from(own, wordsOf);
    const compared = encoder ?? fitMoveEncoder(texts, seed);
    const vectors = compared.encode(texts);
    const said = Array.from(own, (turn) => (corpus.foreign[turn] === 1 ? [] : tags.turns[turn]));
    const present = [...new Set(said.flatMap((of) => of.slice(0, 1).map(({ move }) => move)))].sort(
      (a, b) => a - b,
    );
    const groupOf = new Map(present.map((move, group) => [move, group]));
    const leaves = withFineClusters(
      vectors,
      {
        seeds: [...present.keys()],
        groups: present.length,
        of: Int32Array.from(said, ([first]) => (first ? (groupOf.get(first.move) ?? -1) : -1)),
        cued: new Uint8Array(own.length),
      },
      seed,
    );
    const tree = mergeCueLeaves(vectors, leaves);
    const cut = nodesOfCut(tree, moves === 'auto' ? leaves.groups : moves);
    const cutOf = groupsOf(tree, cut);
    const firstLeaf = present.map((_, group) => leaves.groupOf.indexOf(group));
    const moveOf = Int32Array.from(leaves.of, (leaf) => (leaf < 0 ? -1 : cutOf[leaf]));
    const means = meansOf(vectors, moveOf, cut.length, true);
    const moved = Array.from(own, (turn, at): MovedTurn => {
      const chosen = said[at].flatMap(({ move, confidence }, place) => {
        const group = groupOf.get(move);
        if (group === undefined) return [];
        const leaf = place === 0 ? leaves.of[at] : firstLeaf[group];
        return { move: cutOf[leaf], leaf: place === 0 ? leaf : -1, confidence };
      });
      const spoken = compared.encode(wordsOf(turn).map((words) => [words]));
      const sentences = corpus.sentences[turn].map(({ start, end }, index): MovedSentence => {
        if (chosen.length === 0 || isZero(spoken, index))
          return { start, end, move: -1, closeness: 0, margin: 0 };
        const nearest = nearestMove(spoken, index, means);
        const shown = chosen.some(({ move }) => move === nearest.move) ? nearest.move : -1;
        return { start, end, move: shown, ...standingOf(spoken, index, means, Math.max(0, shown), nearest) };
      });
      return {
        role,
        leaf: leaves.of[at],
        foreign: corpus.foreign[turn] === 1,
        moves: chosen.filter(({ move }, place) => place === 0 || move !== chosen[0].move),
        sentences,
      };
    });
    for (const [at, turn] of own.entries()) turns[turn] = moved[at];
    const names = nameNodes(
      tree,
      cut,
      namedTexts(
        role,
        leaves.of,
        (at) => texts[at],
        seed,
        (at) => corpus.languages[own[at]],
        rules,
      ),
      leaves.groupOf.map((group) => tags.moves[role][present[group]]),
    );
    roles.push(roleModel(role, tree, cut, names, moved));
  }
  return { roles, turns };
}
