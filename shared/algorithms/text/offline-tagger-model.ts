import type { Cue } from './cues.ts';

/** A fitted offline tagger; plain JSON. Fit it on training dialogues only and it knows nothing of any other. */
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
