import { useQuery } from '@tanstack/react-query';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import type { ShownPicture } from '../../graph/shown-picture.ts';
import { projectQueries } from '../../project/queries.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { figuresOnShow } from '../map/index.ts';
import { findingStep, type SlideFinding, stepOf } from './story-step.ts';
import { useStoryChange } from './use-story-change.ts';

/** Adds the current picture to the end of the story. */
export function useTelling(): (picture: ShownPicture, title: string | null) => void {
  const { mutate } = useStoryChange();
  return (picture, title) => {
    const figures = figuresOnShow();
    mutate((steps) => [...steps, stepOf(picture, title, figures)], {
      onSuccess: ({ length }) => tell(`Added slide ${length}. You find it under Present, Story.`),
      onError: tellError,
    });
  };
}

/** Adds a finding to the end of the story, in its own words or those of a person. */
export function useTellingFinding(
  automaton: RunId | null,
): (finding: SlideFinding, sentence?: string) => void {
  const { client } = useApi();
  const { mutate } = useStoryChange();
  const { data: graph } = useQuery({
    ...projectQueries(client).graph(automaton),
    enabled: automaton !== null,
  });
  return (finding, sentence) => {
    if (!graph)
      return tell('A slide shows the graph, and there is none yet. Learn an automaton first.', 'warning');
    mutate((steps) => [...steps, findingStep(graph, finding, sentence)], {
      onSuccess: ({ length }) => tell(`Added slide ${length}. You can undo this.`, 'done', 'slide'),
      onError: tellError,
    });
  };
}
