import type { Side } from '#shared/contract/review.ts';
import type { RunId } from '#shared/domain/ids.ts';

/** The sides that can be compared, each kind newest first. */
interface Comparable {
  readonly runs: readonly { readonly id: RunId; readonly tagger: string }[];
  readonly shown: RunId | null;
  /** Runs with turns that people corrected or checked. */
  readonly corrected: readonly { readonly run: RunId }[];
  readonly files: readonly { readonly id: number }[];
}

/** Returns the default left side: people's corrected tags, or a run if nobody corrected any. */
export function usualLeft({ runs, shown, corrected }: Comparable): Side | undefined {
  const run = (corrected.find((one) => one.run === shown) ?? corrected[0])?.run;
  if (run !== undefined) return { kind: 'people', run };
  const [first] = runs;
  const machine = shown ?? first?.id;
  return machine === undefined ? undefined : { kind: 'run', run: machine };
}

/**
 * Returns the default right side: another person's file, or else the run that was corrected, or else another
 * run of the same tagger, or else the corrected tags.
 */
export function usualRight(left: Side, comparable: Comparable): Side | undefined {
  const { runs, files } = comparable;
  const file = files.find(({ id }) => left.kind !== 'file' || id !== left.file);
  if (file) return { kind: 'file', file: file.id };
  if (left.kind === 'file') return usualLeft(comparable);
  if (left.kind === 'people') return { kind: 'run', run: left.run };
  const tagger = runs.find(({ id }) => id === left.run)?.tagger;
  const again = runs.find((run) => run.id !== left.run && run.tagger === tagger);
  return again ? { kind: 'run', run: again.id } : { kind: 'people', run: left.run };
}
