/** A kind of run that its feature keeps after a crash. Other kinds start over. */
export interface RunKind {
  readonly kind: string;
  /** The tagger, for kinds of runs that several taggers share. */
  readonly tagger: string | null;
  /** It continues after a crash, so an unfinished run keeps its results. */
  readonly lasts: boolean;
  /** A purge leaves its settings: choices among names of ours and of models, without which it cannot be shown. */
  readonly settingsStay: boolean;
}
