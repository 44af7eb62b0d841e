import type { Role } from '../../domain/dialogue.ts';
import type { AnalysedUtterance } from './analysed.ts';
import { type AnalysedBatch, packUtterances } from './batch.ts';
import { CUES } from './cues.ts';
import { joinSlices, type Slice } from './fit-columns.ts';
import type { OfflineTaggerModel } from './offline-tagger-model.ts';
import { scorePredictors } from './prediction-score.ts';

/** Where rounds and dialogues of a batch begin. A batch holds whole dialogues, utterances in spoken order. */
export interface DialogueLayout {
  /** length = rounds + 1; round r has the utterances `roundStarts[r] … roundStarts[r+1]-1` of the batch */
  readonly roundStarts: Int32Array;
  /** length = rounds; 0 = system, 1 = user (the order of `ROLES`) */
  readonly roundRoles: Uint8Array;
  /** length = dialogues + 1; dialogue d has the rounds `dialogueStarts[d] … dialogueStarts[d+1]-1` */
  readonly dialogueStarts: Int32Array;
}

export interface FitOptions {
  /** A lemma is kept if at least this many utterances have it … */
  readonly minimumCount?: number;
  /** … and at least this share of them, 0 … 1. */
  readonly minimumShare?: number;
  /** Lemmas written as a name in more than this share of the utterances that tell are left out, 0 … 1. */
  readonly maximumNameShare?: number;
}

export const FIT_DEFAULTS: Required<FitOptions> = {
  minimumCount: 5,
  minimumShare: 0.002,
  maximumNameShare: 0.5,
};

/** Collects slices of a corpus, in any order, then fits. */
export interface FitAccumulator {
  add(batch: AnalysedBatch, layout: DialogueLayout): void;
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
    add(batch, layout) {
      checkLayout(batch, layout);
      slices.push({ batch, layout });
    },
    finish(options = {}) {
      return fitColumns(slices, { ...FIT_DEFAULTS, ...options });
    },
  };
}

/** One dialogue, analysed. */
export interface AnalysedDialogue {
  readonly rounds: readonly { readonly role: Role; readonly utterances: readonly AnalysedUtterance[] }[];
}

/** `createFitAccumulator` for dialogues at hand. */
export function fitOfflineTagger(
  dialogues: readonly AnalysedDialogue[],
  options: FitOptions = {},
): OfflineTaggerModel {
  const accumulator = createFitAccumulator();
  accumulator.add(
    packUtterances(dialogues.flatMap((dialogue) => dialogue.rounds.flatMap((round) => round.utterances))),
    {
      roundStarts: starts(
        dialogues.flatMap((dialogue) => dialogue.rounds.map((round) => round.utterances.length)),
      ),
      roundRoles: Uint8Array.from(
        dialogues.flatMap((dialogue) => dialogue.rounds.map((round) => (round.role === 'user' ? 1 : 0))),
      ),
      dialogueStarts: starts(dialogues.map((dialogue) => dialogue.rounds.length)),
    },
  );
  return accumulator.finish(options);
}

function starts(lengths: readonly number[]): Int32Array {
  const result = new Int32Array(lengths.length + 1);
  for (let index = 0; index < lengths.length; index++) result[index + 1] = result[index] + lengths[index];
  return result;
}

function checkLayout(batch: AnalysedBatch, layout: DialogueLayout): void {
  const utterances = batch.cues.length;
  const rounds = layout.roundRoles.length;
  if (layout.roundStarts.length !== rounds + 1 || layout.roundStarts[rounds] !== utterances) {
    throw new RangeError(
      `The layout's rounds end at utterance ${layout.roundStarts[rounds]}, the batch at ${utterances}; both must come from one slice.`,
    );
  }
  const last = layout.dialogueStarts[layout.dialogueStarts.length - 1];
  if (last !== rounds) {
    throw new RangeError(
      `The layout's dialogues end at round ${last}, its rounds at ${rounds}; a slice holds whole dialogues.`,
    );
  }
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
