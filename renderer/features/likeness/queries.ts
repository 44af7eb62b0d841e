import type { Likeness } from '#shared/contract/base.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const likenessQueries = ({ likeness }: DialogramClient) => ({
  ways: question('likeness.ways', likeness.ways, undefined, about('corpus', 'jobs')),
  nearest: (round: RoundId, by: Likeness, run: RunId | null, limit: number) =>
    question(
      'likeness.nearest',
      likeness.nearest,
      { to: { round }, by, run, limit },
      about('corpus', 'tags', 'runs', 'jobs'),
    ),
});
