const EDGE = 8;
const GAP = 4;

/** Positions a popup below its button, or above if there is more room, and keeps all of it on the page. */
export function placeNear(open: HTMLElement, button: HTMLElement): void {
  const anchor = button.getBoundingClientRect();
  open.style.maxHeight = '';
  const { width, height } = open.getBoundingClientRect();
  const below = window.innerHeight - anchor.bottom - GAP - EDGE;
  const above = anchor.top - GAP - EDGE;
  const under = height <= below || below >= above;
  const shown = Math.min(height, under ? below : above);
  if (shown < height) open.style.maxHeight = `${shown}px`;
  const left = Math.max(EDGE, Math.min(anchor.left, window.innerWidth - width - EDGE));
  open.style.left = `${left}px`;
  open.style.top = `${under ? anchor.bottom + GAP : anchor.top - GAP - shown}px`;
}
