import type { Role } from '../../domain/dialogue.ts';
import type { AnalysedUtterance } from './analysed.ts';
import { CUES } from './cues.ts';
import { checkLayout, type DialogueLayout, layoutOf } from './dialogue-layout.ts';
import { joinSlices, type Slice } from './fit-columns.ts';
import type { OfflineTaggerModel } from './offline-tagger-model.ts';
import { type PackedUtterances, packUtterances } from './packed-utterances.ts';
import { scorePredictors } from './prediction-score.ts';

export type { DialogueLayout } from './dialogue-layout.ts';

interface FitOptions {
  /** A lemma is kept if at least this many messages have it … */
  readonly minimumCount?: number;
  /** Also, at least this share of them, 0 … 1. */
  readonly minimumShare?: number;
  /** Lemmas written as a name in more than this share of the messages that show it are left out, 0 … 1. */
  readonly maximumNameShare?: number;
}

const FIT_DEFAULTS: Required<FitOptions> = {
  minimumCount: 5,
  minimumShare: 0.002,
  maximumNameShare: 0.5,
};

/** Collects slices of a corpus, in any order, then fits. */
interface FitAccumulator {
  add(packed: PackedUtterances, layout: DialogueLayout): void;
  finish(options?: FitOptions): OfflineTaggerModel;
}

/**
 * The offline tagger's fit: which lemmas are tags, and how much each says about what comes next.
 *
 * The result depends on the dialogues added, not on their order or on how they were cut into slices: all counts are
 * integers, and sums of fractions run in code-unit order.
 */
export function createFitAccumulator(): FitAccumulator {
  const slices: Slice[] = [];
  return {
    add(packed, layout) {
      checkLayout(packed, layout);
      slices.push({ packed, layout });
    },
    finish(options = {}) {
      return fitColumns(slices, { ...FIT_DEFAULTS, ...options });
    },
  };
}

export interface AnalysedDialogue {
  readonly rounds: readonly { readonly role: Role; readonly utterances: readonly AnalysedUtterance[] }[];
}

/** `createFitAccumulator` for dialogues in memory. */
export function fitOfflineTagger(
  dialogues: readonly AnalysedDialogue[],
  options: FitOptions = {},
): OfflineTaggerModel {
  const accumulator = createFitAccumulator();
  const utterances = dialogues.flatMap(({ rounds }) => rounds.flatMap((round) => round.utterances));
  const spans = dialogues.map(({ rounds }) => {
    let first = 0;
    return rounds.map((round) => {
      const span = { role: round.role, first, last: first + round.utterances.length - 1 };
      first += round.utterances.length;
      return span;
    });
  });
  accumulator.add(packUtterances(utterances), layoutOf(spans));
  return accumulator.finish(options);
}

function fitColumns(slices: readonly Slice[], options: Required<FitOptions>): OfflineTaggerModel {
  const columns = joinSlices(slices);
  const { dictionary, utterances } = columns;
  const minimumCount = Math.max(options.minimumCount, Math.ceil(options.minimumShare * utterances));

  const counts = new Int32Array(dictionary.length);
  const plain = new Int32Array(dictionary.length);
  const named = new Int32Array(dictionary.length);
  for (let index = 0; index < columns.lemmaIds.length; index++) {
    const lemma = columns.lemmaIds[index];
    counts[lemma]++;
    if (columns.writings[index] === 1) named[lemma]++;
    else if (columns.writings[index] === 2) plain[lemma]++;
  }
  const kept: number[] = [];
  for (let lemma = 0; lemma < dictionary.length; lemma++) {
    const isName = named[lemma] > options.maximumNameShare * (named[lemma] + plain[lemma]);
    if (counts[lemma] >= minimumCount && !isName) kept.push(lemma);
  }

  const scores = scorePredictors(columns, kept, minimumCount);
  const vocabulary = kept
    .map((lemma, index) => ({ lemma: dictionary[lemma], score: scores.lemmas[index], count: counts[lemma] }))
    .sort((a, b) => b.score - a.score || (a.lemma < b.lemma ? -1 : 1));
  const cues = CUES.map((cue, index) => {
    let count = 0;
    for (const bits of columns.cues) if (bits & (1 << index)) count++;
    return [cue, { score: scores.cues[index], count }] as const;
  });
  return {
    kind: 'offline-tagger',
    version: 1,
    utterances,
    minimumCount,
    vocabulary,
    cues: Object.fromEntries(cues) as OfflineTaggerModel['cues'],
  };
}
