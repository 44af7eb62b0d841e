import { comparePartitions } from '../../agreement/partition-agreement.ts';
import type { Random } from '../../random/random.ts';
import type { MovesCorpus } from '../moves-corpus.ts';

const SHARE = 0.7;
const DIALOGUES = 2500;

export interface SampledCorpus {
  readonly corpus: MovesCorpus;
  readonly turns: Int32Array;
}

/** Draws two samples, each of 70 % of the dialogues, but of 2,500 dialogues at most. */
export function twoSamples(corpus: MovesCorpus, random: Random): readonly [SampledCorpus, SampledCorpus] {
  const all = random.shuffle([...new Set(corpus.dialogues)]).slice(0, DIALOGUES);
  const draw = () => sampleOf(corpus, new Set(random.shuffle(all).slice(0, Math.ceil(SHARE * all.length))));
  return [draw(), draw()];
}

function sampleOf(corpus: MovesCorpus, dialogues: ReadonlySet<number>): SampledCorpus {
  const turns = Int32Array.from(
    [...corpus.roles.keys()].filter((turn) => dialogues.has(corpus.dialogues[turn])),
  );
  return {
    corpus: {
      roles: Array.from(turns, (turn) => corpus.roles[turn]),
      dialogues: turns.map((turn) => corpus.dialogues[turn]),
      sentences: Array.from(turns, (turn) => corpus.sentences[turn]),
      languages: Array.from(turns, (turn) => corpus.languages[turn]),
      foreign: Uint8Array.from(turns, (turn) => corpus.foreign[turn]),
    },
    turns,
  };
}

/** Returns the adjusted Rand index of two runs on the turns that both have (mean over roles). `of` is by turn. */
export function agreementOfRuns(
  corpus: MovesCorpus,
  a: ReadonlyMap<number, number>,
  b: ReadonlyMap<number, number>,
): number {
  const scores = (['user', 'system'] as const).flatMap((role) => {
    const left: number[] = [];
    const right: number[] = [];
    for (const [turn, move] of a) {
      const other = b.get(turn);
      if (corpus.roles[turn] !== role || other === undefined) continue;
      left.push(move);
      right.push(other);
    }
    return left.length === 0 ? [] : [comparePartitions(left, right).adjustedRand];
  });
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
