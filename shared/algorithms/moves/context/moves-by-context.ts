import { nodesOfCut } from '../clusters/merge-tree.ts';
import { nearestMove, standingOf } from '../clusters/nearest-moves.ts';
import {
  isZero,
  type MoveEncoder,
  subtractDialogueMeans,
  type Vectors,
} from '../clusters/sentence-vectors.ts';
import { createMeans } from '../clusters/spherical-k-means.ts';
import type { MovesCorpus } from '../moves-corpus.ts';
import type { MovedSentence, MovedTurn, RoleModel, SaidMove } from '../moves-model.ts';
import { grammarOf } from '../names/grammar.ts';
import { nameNodes } from '../names/name-moves.ts';
import {
  type EncodedRole,
  encodeTurns,
  namedTexts,
  roleModel,
  suitingMoves,
  textsOf,
} from '../turns-of-role.ts';
import { clusterByContext, settleMoves } from './context-moves.ts';

/** A higher value would reduce agreement, because context decides many turns that are unlike their move. */
const LEAST_COSINE = 0;
/** A second move needs this cosine to the sentence, and this margin over the turn's move. */
const OWN_COSINE = 0.5;
const OWN_MARGIN = 0.15;

export interface FoundMoves {
  readonly roles: readonly RoleModel[];
  readonly turns: readonly MovedTurn[];
}

/** Subtracts the subjects of dialogues from the vectors in place, because a copy would take as much memory again. */
export function contextClusters(
  corpus: MovesCorpus,
  encoded: readonly EncodedRole[],
  moves: number | 'auto',
  seed: number,
) {
  const wanted = encoded.map(({ turns }) => (moves === 'auto' ? suitingMoves(turns.length) : moves));
  for (const { turns, vectors } of encoded)
    subtractDialogueMeans(
      vectors,
      turns.map((turn) => corpus.dialogues[turn]),
    );
  const clustered = clusterByContext(encoded, corpus.dialogues, Math.max(1, ...wanted), seed);
  const cuts = clustered.map(({ tree }, at) => nodesOfCut(tree, wanted[at]));
  const settled = settleMoves(clustered, corpus.dialogues, cuts);
  // Leaves out the vectors, which take the most memory and are no longer needed.
  return clustered.map(({ role, turns, leafOf, tree }, at) => ({
    ...{ role, turns, leafOf, tree },
    cut: cuts[at],
    ...settled[at],
  }));
}

/** Returns moves by context: one per turn and sentence, and a second one if a sentence clearly does more. */
export function movesByContext(
  corpus: MovesCorpus,
  moves: number | 'auto',
  seed: number,
  encoder?: MoveEncoder,
): FoundMoves {
  const { encoders, clustered } = clusteredRoles(corpus, moves, seed, encoder);
  const turns = new Array<MovedTurn>(corpus.roles.length);
  const grammar = grammarOf(corpus);
  const roles = clustered.map((role, at): RoleModel => {
    const { of, cut, confidence, closeness } = role;
    const plainMeans = plainMeansOf(corpus, role.turns, encoders[at], of, cut.length);
    const vectorsOf = sentenceVectors(corpus, role.turns, encoders[at]);
    const moved: MovedTurn[] = [];
    for (const [index, turn] of role.turns.entries()) {
      const first = of[index] >= 0 && closeness[index] >= LEAST_COSINE ? of[index] : -1;
      const sentences = movedSentences(corpus, turn, vectorsOf(index), plainMeans, first);
      moved.push({
        role: role.role,
        leaf: role.leafOf[index],
        foreign: corpus.foreign[turn] === 1,
        moves:
          first < 0
            ? []
            : [
                { move: first, confidence: confidence[index], leaf: role.leafOf[index] },
                ...secondMove(sentences, first),
              ],
        sentences,
      });
      turns[turn] = moved[index];
    }
    const texts = namedTexts(
      role.role,
      role.leafOf,
      (index) => corpus.sentences[role.turns[index]].map(({ words }) => words),
      seed,
      (index) => corpus.languages[role.turns[index]],
    );
    const names = nameNodes(role.tree, cut, texts, [], grammar);
    return roleModel(role.role, role.tree, cut, names, moved);
  });
  return { roles, turns };
}

/** Apart from the naming, so that the vectors do not stay in memory. */
function clusteredRoles(
  corpus: MovesCorpus,
  moves: number | 'auto',
  seed: number,
  encoder: MoveEncoder | undefined,
) {
  const encoded = encodeTurns(corpus, seed, encoder);
  return {
    encoders: encoded.map((role) => role.encoder),
    clustered: contextClusters(corpus, encoded, moves, seed),
  };
}

const TURNS_AT_ONCE = 2000;

/** Encodes again what the clustering changed, in batches, because all vectors would take more memory than the rest. */
function plainMeansOf(
  corpus: MovesCorpus,
  turns: Int32Array,
  encoder: MoveEncoder,
  of: Int32Array,
  moves: number,
): Float32Array {
  const sums = createMeans(moves);
  for (let first = 0; first < turns.length; first += TURNS_AT_ONCE) {
    const end = first + TURNS_AT_ONCE;
    sums.add(encoder.encode(textsOf(corpus, turns.subarray(first, end))), of.subarray(first, end));
  }
  return sums.means(true);
}

/** Returns the vectors of a turn's sentences. Ask for the turns in order, because sentences are encoded in batches. */
function sentenceVectors(
  corpus: MovesCorpus,
  turns: Int32Array,
  encoder: MoveEncoder,
): (index: number) => Vectors {
  let first = 0;
  let starts = [0];
  let many = encoder.encode([]);
  return (index) => {
    if (index >= first + starts.length - 1) {
      first = index;
      starts = [0];
      const texts: (readonly (readonly string[])[])[] = [];
      for (const turn of turns.subarray(first, first + TURNS_AT_ONCE)) {
        for (const { words } of corpus.sentences[turn]) texts.push([words]);
        starts.push(texts.length);
      }
      many = encoder.encode(texts);
    }
    return rowsBetween(many, starts[index - first], starts[index - first + 1]);
  };
}

const rowsBetween = ({ dimensions, values }: Vectors, from: number, to: number): Vectors => ({
  dimensions,
  count: to - from,
  values: values.subarray(from * dimensions, to * dimensions),
});

function movedSentences(
  corpus: MovesCorpus,
  turn: number,
  vectors: Vectors,
  means: Float32Array,
  first: number,
): MovedSentence[] {
  const sentences = corpus.sentences[turn];
  return sentences.map(({ start, end }, at) => {
    if (isZero(vectors, at) || first < 0) return { start, end, move: -1, closeness: 0, margin: 0 };
    const nearest = nearestMove(vectors, at, means);
    const own = standingOf(vectors, at, means, first, nearest);
    const strays =
      sentences.length > 1 && nearest.cosine >= OWN_COSINE && nearest.cosine - own.closeness >= OWN_MARGIN;
    return strays
      ? { start, end, move: nearest.move, closeness: nearest.cosine, margin: nearest.cosine - nearest.next }
      : { start, end, move: first, ...own };
  });
}

function secondMove(sentences: readonly MovedSentence[], first: number): SaidMove[] {
  const others = sentences.filter(({ move }) => move >= 0 && move !== first);
  if (others.length === 0) return [];
  const best = others.reduce((a, b) => (b.closeness > a.closeness ? b : a));
  return [{ move: best.move, confidence: best.closeness, leaf: -1 }];
}
