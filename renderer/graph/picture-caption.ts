import { describeHidden } from '#shared/algorithms/layout/describe.ts';
import { formatCount } from '#shared/algorithms/layout/label-text.ts';
import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { SvgCaption } from '#shared/algorithms/layout/svg.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';

/** What a saved picture says of itself: the automaton, the active filters, what is shown and what is hidden. */
export function pictureCaption(graph: AutomatonGraph, { filter, visibility, scene }: Layout): SvgCaption {
  const { summary } = graph;
  const filters = [
    filter.minSupport > 1 ? `at least ${formatCount(filter.minSupport)} dialogues` : null,
    Number.isFinite(filter.maxDepth) ? `depth up to ${filter.maxDepth}` : null,
    filter.revealed?.length ? `${formatCount(filter.revealed.length)} states kept on show` : null,
  ].filter((part) => part !== null);
  return {
    title: `Automaton ${summary.id} of ${formatCount(graph.dialogues)} dialogues`,
    lines: [
      `Learner: ${summary.learner}; tags: ${summary.tagger}`,
      `Shown: ${formatCount(visibility.shownCount)} states, ${formatCount(scene.edges.length)} edges; ${describeHidden(visibility)}`,
      `Filters: ${filters.length > 0 ? filters.join(', ') : 'none'}`,
    ],
  };
}
