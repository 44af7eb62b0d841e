interface TaggedDialogues {
  readonly tagged: number;
  readonly all: number;
}

/**
 * The tagging run whose tags count where nobody chose one: the newest that tagged at least half of the dialogues; where
 * none did, the one that tagged most of them, and of several the newest. A run that was ended early is thus only chosen.
 * @param runs newest first; no further ones are read than it takes
 */
export function runInForce<Run>(runs: Iterable<Run>, dialoguesOf: (run: Run) => TaggedDialogues): Run | null {
  let most: { readonly run: Run; readonly tagged: number } | null = null;
  for (const run of runs) {
    const { tagged, all } = dialoguesOf(run);
    if (tagged * 2 >= all) return run;
    if (most === null || tagged > most.tagged) most = { run, tagged };
  }
  return most?.run ?? null;
}
