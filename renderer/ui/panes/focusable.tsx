import { createElement, type HTMLAttributes, type RefAttributes } from 'react';

type FocusableProps = {
  readonly as: 'section' | 'article' | 'div' | 'ol' | 'ul' | 'li' | 'pre';
} & HTMLAttributes<HTMLElement> &
  RefAttributes<HTMLElement>;

/**
 * A focusable element that is no control: a scroll area, which the keyboard must reach, or a target of commands, such
 * as a turn. Name regions by `aria-label`.
 */
export function Focusable({ as, ...rest }: FocusableProps) {
  return createElement(as, { tabIndex: 0, ...rest });
}
