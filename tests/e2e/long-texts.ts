import type { Page } from 'playwright-core';

/** Content of the project, which may be cut: tags, names, transcripts, graphs, and rows of lists and tables. */
const CONTENT =
  'svg, .clip, .chip, td, [role="option"], [role="row"]:not(:first-child), [role="gridcell"], textarea, pre, code';

/**
 * Returns the texts of the interface that would be cut, leave the window or overlap another one if every text were a
 * third longer, as in a translation. The page is the same afterwards.
 */
export function textsCutWhenLonger(page: Page): Promise<string[]> {
  return page.evaluate((content) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { readonly node: Node; readonly own: string; readonly parent: Element }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const own = node.nodeValue ?? '';
      if (!parent || !/\p{L}{2}/u.test(own) || parent.closest(content) || !parent.checkVisibility()) continue;
      texts.push({ node, own, parent });
    }
    const longer = (text: string): string => {
      const more = text.trim().slice(0, Math.ceil(0.35 * text.trim().length)).trim();
      return text.replace(/\s*$/u, (space) => `${/\s/u.test(text.trim()) ? ' ' : ''}${more}${space}`);
    };
    for (const { node, own } of texts) node.nodeValue = longer(own);

    /** The visible part of a box, or null if it is cut off by something that does not scroll. */
    const visiblePart = (box: DOMRect, parent: Element): DOMRect | 'cut' | 'hidden' => {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      for (let at: Element | null = parent; at; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
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
    const cut = new Set<string>();
    const shown: { readonly at: number; readonly box: DOMRect }[] = [];
    const range = document.createRange();
    for (const [at, { node, own, parent }] of texts.entries()) {
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        const part = visiblePart(box, parent);
        if (part === 'cut') cut.add(`cut: ${own.trim()}`);
        else if (part !== 'hidden' && parent.contains(document.elementFromPoint(part.x + part.width / 2, part.y + part.height / 2)))
          shown.push({ at, box: part });
      }
    }
    for (const one of shown)
      for (const other of shown) {
        if (other.at <= one.at) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 2 && down > 4) cut.add(`overlap: ${texts[one.at]!.own.trim()} | ${texts[other.at]!.own.trim()}`);
      }
    for (const { node, own } of texts) node.nodeValue = own;
    return [...cut];
  }, CONTENT);
}
