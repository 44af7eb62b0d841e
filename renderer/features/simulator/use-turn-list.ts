import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useKeptFocus } from '../../ui/hooks/use-kept-focus.ts';
import { nextIndex } from '../../ui/lists/roving.ts';

/**
 * Makes the turns of a dialogue a list with one tab stop: arrows move, Enter goes back to a turn.
 * @param at the number of turns in effect
 * @param isThere true if the last of them is answered, which scrolls it into view
 */
export function useTurnList(
  { count, at, isThere = true }: { readonly count: number; readonly at: number; readonly isThere?: boolean },
  onRewind: (turns: number) => void,
) {
  const ref = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const tabStop = Math.max(0, Math.min(focused ?? at - 1, count - 1));
  const turnAt = (index: number): HTMLElement | null => {
    const turn = ref.current?.children[index];
    return turn instanceof HTMLElement ? turn : null;
  };
  useKeptFocus(ref, () => turnAt(tabStop));

  // The newest turn matters most.
  useEffect(() => {
    if (isThere) ref.current?.children[Math.max(0, at - 1)]?.scrollIntoView({ block: 'nearest' });
  }, [at, isThere]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== turnAt(tabStop)) return;
    const next = nextIndex(event.key, tabStop, count, { axis: 'vertical' });
    if (next !== null) turnAt(next)?.focus();
    else if (event.key === 'Enter') onRewind(tabStop + 1);
    else return;
    event.preventDefault();
  };
  return { tabStop, setFocused, list: { ref, onKeyDown } };
}
