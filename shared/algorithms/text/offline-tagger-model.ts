/**
 * Cues are closed classes that matter in nearly every support dialogue. A cue is the tag `[name]`.
 * Lemmas have only letters, and brackets are neither a spreadsheet formula nor markup.
 */
export const CUES = ['question', 'time', 'day', 'price', 'reference', 'thanks', 'yes', 'no'] as const;

export type Cue = (typeof CUES)[number];

export function cueTag(cue: Cue): string {
  return `[${cue}]`;
}

/** `name` has a capital inside a sentence; `unknown` if a capital proves nothing (sentence start, all capitals). */
export type Writing = 'plain' | 'name' | 'unknown';

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

export const TEXTS_WORTH_AN_ANALYSER = 4000;

export interface OfflineTaggerModel {
  readonly kind: 'offline-tagger';
  readonly version: 1;
  readonly utterances: number;
  readonly minimumCount: number;
  /** The highest score first. Ties are sorted by code unit. */
  readonly vocabulary: readonly { readonly lemma: string; readonly score: number; readonly count: number }[];
  readonly cues: Readonly<Record<Cue, { readonly score: number; readonly count: number }>>;
}
