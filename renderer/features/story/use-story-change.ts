import { useMutation } from '@tanstack/react-query';
import type { StoryStep } from '#shared/contract/stories.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';

/** From the steps as they are to those that are to be. */
type Change = (steps: readonly StoryStep[]) => readonly StoryStep[];

/** Changes the story, one change after the other, each of what the one before left. */
export function useStoryChange() {
  const { client } = useApi();
  return useMutation({
    scope: { id: 'story' },
    meta: about('stories'),
    mutationFn: async (change: Change) => {
      const steps = change((await client.stories.list())[0]?.steps ?? []);
      await client.stories.save({ steps: [...steps] });
      return steps;
    },
  });
}
