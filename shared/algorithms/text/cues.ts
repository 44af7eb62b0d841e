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
