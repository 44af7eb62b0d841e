import { createElement, type HTMLAttributes, type RefAttributes } from 'react';

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
