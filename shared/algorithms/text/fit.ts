import { CUES, type OfflineTaggerModel } from './offline-tagger-model.ts';
import { checkLayout, type DialogueLayout, type PackedUtterances } from './packed-utterances.ts';

interface Slice {
  readonly packed: PackedUtterances;
  readonly layout: DialogueLayout;
}

interface FitColumns {
  readonly dictionary: readonly string[];
  readonly utterances: number;
  /** length = messages + 1 */
  readonly lemmaOffsets: Int32Array;
  readonly lemmaIds: Int32Array;
  readonly writings: Uint8Array;
  /** length = messages; bit i = cue i */
  readonly cues: Uint16Array;
  /** length = messages; 0 = system, 1 = user */
  readonly roles: Uint8Array;
  /** One entry per message: the turn whose words come next; −1 at the end of a dialogue. */
  readonly nextTurns: Int32Array;
  /** length = turns + 1; distinct words of a turn are `turnWords[turnWordOffsets[r] … turnWordOffsets[r+1]-1]` */
  readonly turnWordOffsets: Int32Array;
  readonly turnWords: Int32Array;
}

/** Joins slices. Their order changes the order of rows, never an id. */
function joinSlices(slices: readonly Slice[]): FitColumns {
  const dictionary = [...new Set(slices.flatMap((slice) => slice.packed.dictionary))].sort(byCodePoint);
  const ids = new Map(dictionary.map((word, id) => [word, id]));
  const total = (length: (slice: Slice) => number): number =>
    slices.reduce((sum, slice) => sum + length(slice), 0);

  const utterances = total((slice) => slice.packed.cues.length);
  const turns = total((slice) => slice.layout.turnRoles.length);
  const lemmaOffsets = new Int32Array(utterances + 1);
  const lemmaIds = new Int32Array(total((slice) => slice.packed.lemmaIds.length));
  const writings = new Uint8Array(lemmaIds.length);
  const cues = new Uint16Array(utterances);
  const roles = new Uint8Array(utterances);
  const nextTurns = new Int32Array(utterances).fill(-1);
  const turnWordOffsets = new Int32Array(turns + 1);
  const turnWords = new Int32Array(total((slice) => slice.packed.wordIds.length));
  const seenInTurn = new Int32Array(dictionary.length).fill(-1);

  let utterance = 0;
  let lemma = 0;
  let turn = 0;
  let word = 0;
  for (const { packed, layout } of slices) {
    const map = Int32Array.from(packed.dictionary, (entry) => ids.get(entry) as number);
    lemmaIds.set(
      packed.lemmaIds.map((id) => map[id]),
      lemma,
    );
    writings.set(packed.writings, lemma);
    cues.set(packed.cues, utterance);
    for (let index = 1; index < packed.lemmaOffsets.length; index++) {
      lemmaOffsets[utterance + index] = lemma + packed.lemmaOffsets[index];
    }
    for (let dialogue = 0; dialogue + 1 < layout.dialogueStarts.length; dialogue++) {
      const end = layout.dialogueStarts[dialogue + 1];
      for (let local = layout.dialogueStarts[dialogue]; local < end; local++) {
        for (let index = layout.turnStarts[local]; index < layout.turnStarts[local + 1]; index++) {
          roles[utterance + index] = layout.turnRoles[local];
          if (local + 1 < end) nextTurns[utterance + index] = turn + local + 1;
        }
        const from = packed.wordOffsets[layout.turnStarts[local]];
        const to = packed.wordOffsets[layout.turnStarts[local + 1]];
        for (let index = from; index < to; index++) {
          const id = map[packed.wordIds[index]];
          if (seenInTurn[id] === turn + local) continue;
          seenInTurn[id] = turn + local;
          turnWords[word++] = id;
        }
        turnWordOffsets[turn + local + 1] = word;
      }
    }
    utterance += packed.cues.length;
    lemma += packed.lemmaIds.length;
    turn += layout.turnRoles.length;
  }
  return {
    dictionary,
    utterances,
    lemmaOffsets,
    lemmaIds,
    writings,
    cues,
    roles,
    nextTurns,
    turnWordOffsets,
    turnWords: turnWords.subarray(0, word),
  };
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Predicts the words of the next turn: Σ_y [c·ln(c/e) − (c − e)] / √n over words y with c > e.
 * n counts messages with x that have a next turn, c those of them with y, and e is expected by chance, by role.
 * The summand is the log-likelihood ratio of a Poisson count; /√n keeps frequency from winning.
 * Memory: dictionary + lemmas. Scores are in the order of `lemmas` and of `CUES`, rounded to 1e-6.
 */
function scorePredictors(
  columns: FitColumns,
  lemmas: readonly number[],
  minimumCount: number,
): { readonly lemmas: Float64Array; readonly cues: Float64Array } {
  const { dictionary, utterances, nextTurns, roles, turnWordOffsets, turnWords } = columns;
  const size = dictionary.length;

  // base[role][y]: messages of the role with y in the next turn.
  const base = [new Int32Array(size), new Int32Array(size)];
  const turns = [0, 0];
  for (let utterance = 0; utterance < utterances; utterance++) {
    const next = nextTurns[utterance];
    if (next < 0) continue;
    turns[roles[utterance]]++;
    const counts = base[roles[utterance]];
    for (let index = turnWordOffsets[next]; index < turnWordOffsets[next + 1]; index++)
      counts[turnWords[index]]++;
  }
  const predicted: number[] = [];
  for (let word = 0; word < size; word++) {
    if (base[0][word] + base[1][word] >= minimumCount) predicted.push(word);
  }
  const slotOf = new Int32Array(size).fill(-1);
  for (let slot = 0; slot < predicted.length; slot++) slotOf[predicted[slot]] = slot;
  const share = base.map((counts, role) =>
    Float64Array.from(predicted, (word) => counts[word] / Math.max(1, turns[role])),
  );

  const seen = new Int32Array(predicted.length);
  const score = (members: Iterable<number>): number => {
    seen.fill(0);
    const n = [0, 0];
    for (const utterance of members) {
      const next = nextTurns[utterance];
      if (next < 0) continue;
      n[roles[utterance]]++;
      for (let index = turnWordOffsets[next]; index < turnWordOffsets[next + 1]; index++) {
        const slot = slotOf[turnWords[index]];
        if (slot >= 0) seen[slot]++;
      }
    }
    let sum = 0;
    for (let slot = 0; slot < seen.length; slot++) {
      const expected = n[0] * share[0][slot] + n[1] * share[1][slot];
      if (seen[slot] > expected)
        sum += seen[slot] * Math.log(seen[slot] / expected) - (seen[slot] - expected);
    }
    const total = n[0] + n[1];
    return total === 0 ? 0 : Math.round((sum / Math.sqrt(total)) * 1e6) / 1e6;
  };

  const postings = invert(columns, lemmas);
  return {
    lemmas: Float64Array.from(lemmas, (_, index) =>
      score(postings.utterances.subarray(postings.offsets[index], postings.offsets[index + 1])),
    ),
    cues: Float64Array.from(CUES, (_, cue) => score(utterancesWithCue(columns, cue))),
  };
}

function invert(
  columns: FitColumns,
  lemmas: readonly number[],
): { readonly offsets: Int32Array; readonly utterances: Int32Array } {
  const rankOf = new Int32Array(columns.dictionary.length).fill(-1);
  for (let rank = 0; rank < lemmas.length; rank++) rankOf[lemmas[rank]] = rank;
  const offsets = new Int32Array(lemmas.length + 1);
  for (const lemma of columns.lemmaIds) if (rankOf[lemma] >= 0) offsets[rankOf[lemma] + 1]++;
  for (let rank = 0; rank < lemmas.length; rank++) offsets[rank + 1] += offsets[rank];
  const next = offsets.slice();
  const utterances = new Int32Array(offsets[lemmas.length]);
  for (let utterance = 0; utterance < columns.utterances; utterance++) {
    for (let index = columns.lemmaOffsets[utterance]; index < columns.lemmaOffsets[utterance + 1]; index++) {
      const rank = rankOf[columns.lemmaIds[index]];
      if (rank >= 0) utterances[next[rank]++] = utterance;
    }
  }
  return { offsets, utterances };
}

function* utterancesWithCue(columns: FitColumns, cue: number): Generator<number> {
  for (let utterance = 0; utterance < columns.utterances; utterance++) {
    if (columns.cues[utterance] & (1 << cue)) yield utterance;
  }
}

export type { DialogueLayout } from './packed-utterances.ts';

interface FitOptions {
  /** The least number of messages with a lemma. */
  readonly minimumCount?: number;
  /** The least share of messages with a lemma, 0 … 1. */
  readonly minimumShare?: number;
  /** Lemmas are left out if more than this share of their messages spell them as a name, 0 … 1. */
  readonly maximumNameShare?: number;
}

const FIT_DEFAULTS: Required<FitOptions> = {
  minimumCount: 5,
  minimumShare: 0.002,
  maximumNameShare: 0.5,
};

/**
 * Fits which lemmas are tags, and how well each predicts the next turn. The order of dialogues does not matter:
 * counts are integers, and fractions are added in code-unit order.
 */
export function createFitAccumulator() {
  const slices: Slice[] = [];
  return {
    add(packed: PackedUtterances, layout: DialogueLayout) {
      checkLayout(packed, layout);
      slices.push({ packed, layout });
    },
    finish(options: FitOptions = {}) {
      return fitColumns(slices, { ...FIT_DEFAULTS, ...options });
    },
  };
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
