import type { Page } from 'playwright-core';

export function textsOn(page: Page): Promise<{ readonly texts: string[]; readonly cut: string[] }> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    const cut = new Set<string>();
    const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    for (const name of ['title', 'aria-label', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (isSeen(element)) texts.add(element.getAttribute(name) ?? '');

    /** Returns the visible part of a box, `cut` if something cuts it that does not scroll, `hidden` if nobody sees it. */
    const visiblePart = (box: DOMRect, parent: Element): DOMRect | 'cut' | 'hidden' => {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      for (let at: Element | null = parent; at; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
        if (frame.width < 2 || frame.height < 2) return 'hidden';
        if (at !== document.body && at !== document.documentElement) {
          if (cuts(overflowX) && (left < frame.left - 1 || right > frame.right + 1)) return 'cut';
          if (cuts(overflowY) && (top < frame.top - 1 || bottom > frame.bottom + 1)) return 'cut';
          if (scrolls(overflowX)) [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
          if (scrolls(overflowY)) [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
          if (right - left < 2 || bottom - top < 2) return 'hidden';
        }
        if (position === 'fixed') break;
      }
      if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) return 'cut';
      return new DOMRect(left, top, right - left, bottom - top);
    };
    const layerOf = (element: Element): Element | null => element.closest('dialog, [popover], [role="menu"]');
    const shown: { readonly text: string; readonly box: DOMRect; readonly layer: Element | null }[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.nodeValue ?? '').trim();
      if (!parent || !isSeen(parent)) continue;
      // Keys and the drawn names of states have no language.
      if (!parent.closest('svg, kbd')) texts.add(text);
      // What people wrote may be cut, and so may an entry whose whole text is in its tooltip.
      const isInTooltip = parent.closest('[title]')?.getAttribute('title')?.includes(text);
      if (
        !text.includes('~') ||
        (isInTooltip && parent.closest('[role="option"], [role="row"], li, td, svg'))
      )
        continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        const part = visiblePart(box, parent);
        if (part === 'cut') cut.add(`cut: ${text}`);
        if (typeof part === 'string') continue;
        const layer = layerOf(parent);
        const top = document.elementFromPoint(part.x + part.width / 2, part.y + part.height / 2);
        if (parent.contains(top)) shown.push({ text, box: part, layer });
        // A text that is partly scrolled away can be scrolled back, also from below the heads of columns. Notices go away.
        else if (
          top &&
          layerOf(top) === layer &&
          parent.closest('button') &&
          !top.closest('th, .sticky, .toasts') &&
          part.height === box.height
        )
          cut.add(`covered: ${text}`);
      }
    }
    for (const [at, one] of shown.entries())
      for (const other of shown.slice(at + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (one.layer === other.layer && across > 2 && down > 4)
          cut.add(`overlap: ${one.text} | ${other.text}`);
      }
    return { texts: [...texts], cut: [...cut] };
  });
}
