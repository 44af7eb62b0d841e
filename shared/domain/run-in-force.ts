interface TaggedDialogues {
  readonly tagged: number;
  readonly all: number;
}

/**
 * The default tagging run: the newest that tagged at least half of the dialogues; otherwise the one that
 * tagged most of them, the newest if several did. So a run that was ended early is used only if chosen.
 * @param runs newest first; reads no more of them than needed
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
