import { formatCount } from '../../../domain/figure-text.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { type Layout, layOut } from '../lay-out.ts';
import { describeHidden } from '../scene/describe.ts';
import { openingSupport, type VisibleFilter } from '../shown/visible.ts';
import { type SvgCaption, sceneToSvg } from './svg.ts';

/** What a saved picture is of: which automaton, learned how, from whose tags. */
export interface PictureSubject {
  readonly automaton: number;
  readonly learner: string;
  readonly tagger: string;
  /** What was left out for those it is passed on to, or that nothing was, as part of a sentence. */
  readonly leftOut?: string;
  /** Which figures stand on it, of which dialogues. */
  readonly figures?: string;
}

/** What a saved picture says of itself: its subject, what is shown and what is hidden, the active filters. */
export function pictureCaption(
  subject: PictureSubject,
  dialogues: number,
  { filter, visibility, scene }: Layout,
): SvgCaption {
  const filters = [
    filter.minSupport > 1 ? `at least ${formatCount(filter.minSupport)} dialogues` : null,
    Number.isFinite(filter.maxDepth) ? `depth up to ${filter.maxDepth}` : null,
    filter.allWays ? 'all ways' : null,
    filter.revealed?.length ? `${formatCount(filter.revealed.length)} states kept on show` : null,
  ].filter((part) => part !== null);
  return {
    title: `Automaton ${subject.automaton} of ${formatCount(dialogues)} dialogues`,
    lines: [
      `Learner: ${subject.learner}; tags: ${subject.tagger}`,
      `Shown: ${formatCount(visibility.shownCount)} states, ${formatCount(scene.edges.length)} edges; ${describeHidden(visibility)}`,
      ...(subject.figures ? [`Figures: ${subject.figures}`] : []),
      `Filters: ${filters.length > 0 ? filters.join(', ') : 'none'}${subject.leftOut ? `; ${subject.leftOut}` : ''}`,
    ],
  };
}

/** A laid-out automaton as an SVG file with legend and caption. */
export function layoutToSvg(subject: PictureSubject, dialogues: number, layout: Layout): string {
  return sceneToSvg(layout.scene, pictureCaption(subject, dialogues, layout));
}

/**
 * An automaton as an SVG file, laid out anew.
 * @param filter what to show; by default what the app opens with, about 60 states
 */
export function automatonToSvg(
  subject: PictureSubject,
  automaton: DrawnAutomaton,
  filter: VisibleFilter = { minSupport: openingSupport(automaton), maxDepth: Number.POSITIVE_INFINITY },
): string {
  return layoutToSvg(subject, automaton.dialogues, layOut(automaton, filter, null));
}
