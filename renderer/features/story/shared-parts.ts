/** Minimum length of a part that is worth sharing between slides. */
const LEAST_CHARACTERS = 80;
/** The text of a transition may have several lines; none of them starts with a tag. */
const LINE_END = /\n(?=<)/;

/**
 * Slides of one automaton draw the same states and transitions. Writes each shared part once and lets the
 * slides refer to it.
 * @param svgs slides as the app writes them, with one state, transition or label per line
 */
export function shareParts(svgs: readonly string[]): {
  /** An empty SVG with the shared parts, to be placed before the others. */
  readonly shared: string;
  readonly svgs: readonly string[];
} {
  const counts = new Map<string, number>();
  for (const svg of svgs)
    for (const line of new Set(svg.split(LINE_END)))
      if (isPart(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  const ids = new Map<string, string>();
  for (const [part, count] of counts) if (count > 1) ids.set(part, `p${ids.size}`);
  if (ids.size === 0) return { shared: '', svgs };
  const defined = [...ids].map(([part, id]) => `<g id="${id}">${part}</g>`);
  return {
    shared: `<svg class="parts" width="0" height="0" aria-hidden="true"><defs>\n${defined.join('\n')}\n</defs></svg>`,
    svgs: svgs.map((svg) =>
      svg
        .split(LINE_END)
        .map((line) => (ids.has(line) ? `<use href="#${ids.get(line)}"/>` : line))
        .join('\n'),
    ),
  };
}

/** True for a complete state, transition or label that is worth sharing. */
const isPart = (line: string): boolean =>
  line.length >= LEAST_CHARACTERS && /^<g(?: opacity="[\d.]+")?>[\s\S]+<\/g>$/.test(line);
