interface TaggedDialogues {
  readonly tagged: number;
  readonly all: number;
}

/**
 * The default tagging run: the newest with at least half of the dialogues tagged; otherwise the one with most. So a run
 * that was ended early is used only if chosen.
 * @param runs newest first; reads only as many as needed
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
