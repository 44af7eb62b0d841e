import { createElement, type HTMLAttributes, type RefAttributes } from 'react';

type FocusableProps = {
  readonly as: 'section' | 'article' | 'div' | 'ol' | 'ul' | 'li' | 'pre';
} & HTMLAttributes<HTMLElement> &
  RefAttributes<HTMLElement>;

/**
 * An element that can be focused although it is no control: a scroll area, which must be reachable by
 * keyboard, or the target of commands, such as a turn. Give a region a name by `aria-label`.
 */
export function Focusable({ as, ...rest }: FocusableProps) {
  return createElement(as, { tabIndex: 0, ...rest });
}
