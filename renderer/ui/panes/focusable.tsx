import { createElement, type HTMLAttributes, type KeyboardEvent, type RefAttributes } from 'react';

type FocusableProps = {
  readonly as: 'section' | 'article' | 'div' | 'ol' | 'ul' | 'li' | 'pre';
} & HTMLAttributes<HTMLElement> &
  RefAttributes<HTMLElement>;

/**
 * Makes an element focusable that is not a control: a scroll area, so that it scrolls by keys, or a target of commands.
 * Name scroll areas by `aria-label`.
 */
export function Focusable({ as, ...rest }: FocusableProps) {
  return createElement(as, { tabIndex: 0, ...rest });
}

/** Moves the focus with Left and Right: from an element to the controls in it that have `data-stop`, and back. */
export function moveInside(event: KeyboardEvent, element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  const stops = [element, ...element.querySelectorAll<HTMLElement>('[data-stop]:not(:disabled)')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at + (event.key === 'ArrowRight' ? 1 : -1);
  stops[Math.max(0, Math.min(stops.length - 1, next))]?.focus();
}
