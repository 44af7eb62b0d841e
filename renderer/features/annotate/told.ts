import type { Annotation as Drawn } from '#shared/algorithms/layout/annotations/annotate.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { Annotation, AnnotationFigure } from '#shared/contract/annotations.ts';
import { formatAmount, formatDuration, formatShare } from '#shared/domain/figure-text.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';

/** The figures that can be shown for a state or a transition, with their labels. */
export const FIGURES: readonly {
  readonly value: AnnotationFigure;
  readonly label: string;
  readonly of: 'state' | 'way' | 'both';
}[] = [
  { value: 'share', label: 'Share of dialogues', of: 'both' },
  { value: 'dialogues', label: 'Dialogues', of: 'both' },
  { value: 'ends', label: 'Share of its dialogues that end here', of: 'state' },
  { value: 'exits', label: "Share of its state's exits", of: 'way' },
  { value: 'median', label: 'Median wait', of: 'both' },
  { value: 'p90', label: '90th percentile of the wait', of: 'both' },
];

const FEW = `fewer than ${LEAST_SHARED} dialogues`;

/** Returns the current figure of a state or transition. Figures of few dialogues are suppressed. */
export function toldFigure(
  { figure, states, ways }: Pick<Annotation, 'figure' | 'states' | 'ways'>,
  figures: MapFigures | null,
): string | null {
  if (figure === null) return null;
  if (figures === null) return '…';
  const [way] = ways;
  const at = way
    ? figures.ways.from.findIndex((from, one) => from === way.from && figures.ways.to[one] === way.to)
    : (states[0] ?? 0);
  const side = way ? figures.ways : figures.states;
  const dialogues = side.dialogues[at] ?? 0;
  if (dialogues < LEAST_SHARED) return FEW;
  if (figure === 'dialogues') return formatAmount(dialogues, 'dialogue');
  if (figure === 'share')
    return `${formatShare(dialogues / figures.dialogues, { rough: true })} of dialogues`;
  if (figure === 'ends') {
    const ends = figures.states.ends[at] ?? 0;
    return ends > 0 && ends < LEAST_SHARED
      ? `${FEW} end here`
      : `${formatShare(ends / dialogues, { rough: true })} end here`;
  }
  if (figure === 'exits')
    return `${formatShare(figures.ways.exits[at] ?? 0, { rough: true })} of exits from state ${way?.from ?? at}`;
  const seconds = side[figure][at] ?? Number.NaN;
  if (Number.isNaN(seconds)) return 'no times known';
  return figure === 'median'
    ? `median wait ${formatDuration(seconds)}`
    : `90 % wait at most ${formatDuration(seconds)}`;
}

/** Returns an annotation as it is drawn; none if its target no longer exists. */
export function drawnOf(one: Annotation, figures: MapFigures | null): Drawn[] {
  if (one.lost) return [];
  return [{ ...one, told: toldFigure(one, figures), quoted: one.said?.text ?? null }];
}

export function nameOf({ kind, text, figure, said }: Annotation): string {
  const name = FIGURES.find(({ value }) => value === figure)?.label;
  const words = [text, name, said && `“${said.text}”`].filter(Boolean).join(' · ');
  return words || (kind === 'arrow' ? 'Arrow' : kind === 'highlight' ? 'Highlight' : 'Call-out');
}
