import { useMutation } from '@tanstack/react-query';
import type { StoryStep } from '#shared/contract/stories.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';

/** Returns the new slides from the current ones. */
type Change = (steps: readonly StoryStep[]) => readonly StoryStep[] | Promise<readonly StoryStep[]>;

/** Changes the story. Changes run one after another, each on the result of the one before. */
export function useStoryChange() {
  const { client } = useApi();
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
