import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const storyQueries = ({ stories }: DialogramClient) => ({
  list: question(
    'stories',
    (_: undefined, options) => stories.list(undefined, options),
    undefined,
    about('stories'),
  ),
});
