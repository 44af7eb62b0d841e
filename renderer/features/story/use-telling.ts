import { useQuery } from '@tanstack/react-query';
import { openingSupport } from '#shared/algorithms/layout/shown/visible.ts';
import type { StoryStep } from '#shared/contract/stories.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import type { ShownPicture } from '../../graph/shown-picture.ts';
import { projectQueries } from '../../project/queries.ts';
import { useView } from '../../project/view.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { figuresOnShow } from '../map/index.ts';
import { sentenceStep, stepOf } from './story-step.ts';
import { useStoryChange } from './use-story-change.ts';

/** Adds the current picture to the end of the story. */
export function useTelling(): (picture: ShownPicture, title: string | null) => void {
  const { mutate } = useStoryChange();
  return (picture, title) => {
    const figures = figuresOnShow();
    mutate((steps) => [...steps, stepOf(picture, title ?? `Step ${steps.length + 1}`, figures)], {
      onSuccess: ({ length }) => tell(`Added slide ${length}. You find it under Present, Story.`),
      onError: tellError,
    });
  };
}

/** Adds a sentence to the end of the story: the current graph with its subject highlighted. */
export function useTellingFinding(
  automaton: RunId | null,
): (sentence: string, basis: string, lit: NonNullable<StoryStep['lit']>) => void {
  const { client } = useApi();
  const { mutate } = useStoryChange();
  const { data: graph } = useQuery({
    ...projectQueries(client).graph(automaton),
    enabled: automaton !== null,
  });
  const { filter } = useView.getState();
  return (sentence, basis, lit) => {
    if (!graph)
      return tell('A slide shows the graph, and there is none yet. Learn an automaton first.', 'warning');
    const { id } = graph.summary;
    const everything = { minSupport: openingSupport(graph), maxDepth: Number.POSITIVE_INFINITY };
    const visible = filter?.automaton === id ? filter.visible : everything;
    mutate((steps) => [...steps, sentenceStep(id, visible, sentence, basis, lit)], {
      onSuccess: ({ length }) => tell(`Added slide ${length}. You can undo this.`, 'done', 'slide'),
      onError: tellError,
    });
  };
}
