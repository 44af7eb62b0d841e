/**
 * Cues: small, closed classes that matter in nearly every support dialogue, found by rules.
 *
 * A cue is the tag `[name]`. Lemmas have only letters, so they never look like one; brackets are neither a spreadsheet
 * formula nor markup.
 */
export const CUES = ['question', 'time', 'day', 'price', 'reference', 'thanks', 'yes', 'no'] as const;

export type Cue = (typeof CUES)[number];

export function cueTag(cue: Cue): string {
  return `[${cue}]`;
}

/**
 * The spelling of a lemma in a message: `plain` in lower case; `name` only with a capital inside a sentence; `unknown`
 * if that proves nothing (sentence start, all capitals).
 */
export type Writing = 'plain' | 'name' | 'unknown';

/** The analysis of one message, as plain data for threads. */
export interface AnalysedUtterance {
  /** Distinct lemmas that may become tags, in the order of their first occurrence; lower case, letters only. */
  readonly lemmas: readonly string[];
  /** Same length and order as `lemmas`. */
  readonly writings: readonly Writing[];
  /** Distinct words, lower case, including stop words. An earlier message may predict them. */
  readonly words: readonly string[];
  /** Distinct, in the order of `CUES`. */
  readonly cues: readonly Cue[];
  readonly cut: boolean;
}

/** Loading a model takes as long as analyzing this many texts. Fewer are not worth a thread. */
export const TEXTS_WORTH_AN_ANALYSER = 4000;

/** A fitted offline tagger as plain JSON. Fit it only on training dialogues. */
export interface OfflineTaggerModel {
  readonly kind: 'offline-tagger';
  readonly version: 1;
  /** The number of messages it was fitted on. */
  readonly utterances: number;
  /** The least number of messages that have a lemma. */
  readonly minimumCount: number;
  /** By falling score. Ties are sorted by code unit. */
  readonly vocabulary: readonly { readonly lemma: string; readonly score: number; readonly count: number }[];
  readonly cues: Readonly<Record<Cue, { readonly score: number; readonly count: number }>>;
}
