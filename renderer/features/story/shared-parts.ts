/** A part of a slide that is worth being written once for all slides. */
const LEAST_CHARACTERS = 80;
/** One line of a slide: how it is dimmed, and what is drawn. */
const DIMMABLE = /^<g( opacity="[\d.]+")?>([\s\S]+)<\/g>$/;
/** Words of a way may be several lines, none of which begins like a tag. */
const LINE_END = /\n(?=<)/;

/**
 * Pictures of one automaton draw the same states and ways again and again. What several of them draw is written once, and
 * each refers to it.
 * @param svgs pictures as the app writes them, a state, a way or a label a line
 */
export function shareParts(svgs: readonly string[]): {
  /** An empty picture with what is shared, to stand before the others. */
  readonly shared: string;
  readonly svgs: readonly string[];
} {
  const counts = new Map<string, number>();
  for (const svg of svgs)
    for (const line of new Set(svg.split(LINE_END).map(partOf)))
      if (line !== null) counts.set(line, (counts.get(line) ?? 0) + 1);
  const ids = new Map<string, string>();
  for (const [part, count] of counts) if (count > 1) ids.set(part, `p${ids.size}`);
  if (ids.size === 0) return { shared: '', svgs };
  const defined = [...ids].map(([part, id]) => `<g id="${id}">${part}</g>`);
  return {
    shared: `<svg class="parts" width="0" height="0" aria-hidden="true"><defs>\n${defined.join('\n')}\n</defs></svg>`,
    svgs: svgs.map((svg) =>
      svg
        .split(LINE_END)
        .map((line) => {
          const id = ids.get(partOf(line) ?? '');
          return id === undefined ? line : `<use href="#${id}"${DIMMABLE.exec(line)?.[1] ?? ''}/>`;
        })
        .join('\n'),
    ),
  };
}

/** What of a line other slides may draw as well, however it is dimmed; null where that is not worth it. */
function partOf(line: string): string | null {
  const part = DIMMABLE.exec(line)?.[2] ?? (/^<text [^>]*>.*<\/text>$/.test(line) ? line : '');
  return part.length < LEAST_CHARACTERS ? null : part;
}
