import { useMutation, useQuery } from '@tanstack/react-query';
import type { StoryStep } from '#shared/contract/stories.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import type { ShownPicture } from '../../graph/shown-picture.ts';
import { projectQueries } from '../../project/queries.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { figuresOnShow } from '../map/index.ts';
import type { SlideFinding } from './story-step.ts';

/** Loaded when the first slide is added, because making slides needs the large layout code. */
const making = () => import('./story-step.ts');

export const storyQueries = {
  list: question(
    'stories',
    (_: undefined, options) => client.stories.list(undefined, options),
    undefined,
    about('stories'),
  ),
};

type Change = (steps: readonly StoryStep[]) => readonly StoryStep[] | Promise<readonly StoryStep[]>;

export function useStoryChange() {
  return useMutation({
    scope: { id: 'story' },
    meta: about('stories'),
    mutationFn: async (change: Change) => {
      const steps = await change((await client.stories.list())[0]?.steps ?? []);
      await client.stories.save({ steps: [...steps] });
      return steps;
    },
  });
}

export function useTelling(): (picture: ShownPicture, title: string | null) => void {
  const { mutate } = useStoryChange();
  return (picture, title) => {
    const figures = figuresOnShow();
    mutate(async (steps) => [...steps, (await making()).stepOf(picture, title, figures)], {
      onSuccess: ({ length }) => tell(`Added slide ${length}. Find it under Present, Story.`),
      onError: tellError,
    });
  };
}

export function useTellingFinding(
  automaton: RunId | null,
): (finding: SlideFinding, sentence?: string) => void {
  const { mutate } = useStoryChange();
  const { data: graph } = useQuery({
    ...projectQueries.graph(automaton),
    enabled: automaton !== null,
  });
  return (finding, sentence) => {
    if (!graph)
      return tell('Slides show the graph, and there is no graph yet. Learn an automaton first.', 'warning');
    mutate(async (steps) => [...steps, (await making()).findingStep(graph, finding, sentence)], {
      onSuccess: ({ length }) => tell(`Added slide ${length}. You can undo this.`, 'done', 'slide'),
      onError: tellError,
    });
  };
}
