interface TaggedDialogues {
  readonly tagged: number;
  readonly all: number;
}

/**
 * Returns the newest run with at least half of the dialogues tagged; otherwise the one with most.
 * A run that was ended early is thus used only if chosen. `runs` are newest first and read only as needed.
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
