import { useEffect, useMemo, useState } from 'react';
import { shownStates, type Visibility, withLeaving } from '#shared/algorithms/layout/shown/visible.ts';

/** Returns the number of dialogues that visit a state outside the given ones. */
export type CountLeaving = (shown: readonly number[]) => Promise<number>;

/**
 * Returns what is hidden, with the exact share of dialogues once it is counted. The automaton's own counts
 * give only a bound if paths can return to the visible states.
 */
export function useHiddenShare(
  visibility: Visibility | null,
  dialogues: number,
  countLeaving: CountLeaving | undefined,
): Visibility | null {
  const [counted, setCounted] = useState<{ readonly of: Visibility; readonly leaving: number } | null>(null);
  useEffect(() => {
    if (!visibility || !countLeaving || visibility.shareIsExact || visibility.hiddenCount === 0) return;
    let wanted = true;
    countLeaving(shownStates(visibility)).then(
      (leaving) => wanted && setCounted({ of: visibility, leaving }),
      // On a failure, the shown bound is still true.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [visibility, countLeaving]);
  return useMemo(
    () =>
      visibility && counted?.of === visibility
        ? withLeaving(visibility, counted.leaving, { dialogues })
        : visibility,
    [visibility, counted, dialogues],
  );
}
