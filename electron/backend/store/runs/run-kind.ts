/** A kind of run that its feature wants kept where others are not; one that is not named starts over after a crash. */
export interface RunKind {
  readonly kind: string;
  /** Of runs that share their kind with those of other taggers. */
  readonly tagger: string | null;
  /** It goes on after a crash, so that what an unfinished run wrote stays. */
  readonly lasts: boolean;
  /** A purge leaves its settings: choices among names of ours and of models, without which it cannot be shown. */
  readonly settingsStay: boolean;
}
