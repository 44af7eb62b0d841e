import type { Cue } from './cues.ts';

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
