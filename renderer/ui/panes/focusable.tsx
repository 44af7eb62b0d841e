import { createElement, type HTMLAttributes, type RefAttributes } from 'react';

/**
 * Takes the focus though it is no control: what scrolls must be within reach of the keys, and so must what keys act
 * on, such as a round that tags are given to. Give it a name by `aria-label` where it is a region.
 */
export function Focusable({
  as,
  ...rest
}: { readonly as: 'section' | 'article' | 'div' | 'ol' | 'ul' | 'li' | 'pre' } & HTMLAttributes<HTMLElement> &
  RefAttributes<HTMLElement>) {
  return createElement(as, { tabIndex: 0, ...rest });
}
