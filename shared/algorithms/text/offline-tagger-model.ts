/**
 * Cues: small, closed classes of things said that matter in nearly every support dialogue, found by rules.
 *
 * A cue becomes the tag `[name]`. A lemma consists of letters only, so no lemma can be mistaken for a cue, and the
 * brackets are neither a formula in a spreadsheet nor markup.
 */
export const CUES = ['question', 'time', 'day', 'price', 'reference', 'thanks', 'yes', 'no'] as const;

export type Cue = (typeof CUES)[number];

/** The tag of a cue, e.g. `[price]`. */
export function cueTag(cue: Cue): string {
  return `[${cue}]`;
}

/**
 * The spelling of a lemma in one message: `plain` if it occurs in lower case; `name` if it only has a capital
 * inside a sentence; `unknown` if the spelling proves nothing (start of a sentence, all capitals).
 */
export type Writing = 'plain' | 'name' | 'unknown';

/** The analysis of one message; plain data, so that it can cross threads. */
export interface AnalysedUtterance {
  /** Distinct lemmas that may become tags, in the order of their first occurrence; lower case, letters only. */
  readonly lemmas: readonly string[];
  /** Same length and order as `lemmas`. */
  readonly writings: readonly Writing[];
  /** Distinct words, lower case, including stop words: what an earlier message may predict. */
  readonly words: readonly string[];
  /** Distinct, in the order of `CUES`. */
  readonly cues: readonly Cue[];
  /** True if the text was longer than the analyzer reads; the rest was not looked at. */
  readonly cut: boolean;
}

/** Loading a model takes as long as analyzing this many texts, so fewer are not worth a thread. */
export const TEXTS_WORTH_AN_ANALYSER = 4000;

/** A fitted offline tagger; plain JSON. Fit it on training dialogues only, so it learns nothing from the test dialogues. */
export interface OfflineTaggerModel {
  readonly kind: 'offline-tagger';
  readonly version: 1;
  /** Messages it was fitted on. */
  readonly utterances: number;
  /** A lemma must be in at least this many of them. */
  readonly minimumCount: number;
  /** By descending score, equal scores by code unit. */
  readonly vocabulary: readonly { readonly lemma: string; readonly score: number; readonly count: number }[];
  readonly cues: Readonly<Record<Cue, { readonly score: number; readonly count: number }>>;
}
