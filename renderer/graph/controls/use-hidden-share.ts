import { useEffect, useMemo, useState } from 'react';
import { shownStates, type Visibility, withLeaving } from '#shared/algorithms/layout/shown/visible.ts';

/** Counts the dialogues that visit a state outside the given ones. */
export type CountLeaving = (shown: readonly number[]) => Promise<number>;

/**
 * What is hidden, with the exact share of dialogues once it is counted: from an automaton's own counts only a bound
 * can be had where paths come back.
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
      // The bound that is on show stays true.
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
