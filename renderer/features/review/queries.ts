import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Likeness } from '#shared/contract/base.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import { about, pageOf, question } from '../../client/queries.ts';

const QUEUE = about('tags', 'runs');
const TAGS = about('tags', 'runs', 'corpus', 'notes');
const NEAR = about('tags', 'runs', 'corpus', 'jobs');

export const reviewQueries = ({ review, agreement }: DialogramClient) => ({
  queues: { ...question('review.queues', review.queues, undefined, about('runs')), staleTime: 0 },
  queue: (queue: number) => question('review.queue', review.queue, { queue }, QUEUE),
  item: (queue: number, index: number, automaton: RunId | null) =>
    question('review.item', review.item, { queue, index, automaton }, TAGS),
  nearest: (queue: number, round: RoundId, by: Likeness) =>
    question('review.nearest', review.nearest, { queue, round, by }, NEAR),
  certainty: (run: RunId | null) => question('review.certainty', review.certainty, { run }, QUEUE),
  alike: (queue: number, round: RoundId) => question('review.alike', review.alike, { queue, round }, QUEUE),
  /** Empty for words: turns with the same words are found without it. */
  near: (queue: number, round: RoundId, by: Likeness) =>
    queryOptions({
      queryKey: ['review.near', queue, round, by],
      queryFn: by === 'words' ? skipToken : ({ signal }) => review.near({ queue, round, by }, { signal }),
      meta: NEAR,
    }),
  rows: (queue: number, page: number) =>
    question('review.rows', review.rows, { queue, ...pageOf(page) }, QUEUE),
  adjudication: (queue: number) => question('review.adjudication', review.adjudication, { queue }, QUEUE),
  quality: (queue: number) => question('review.quality', review.quality, { queue }, QUEUE),
  corrected: question('agreement.corrected', agreement.corrected, undefined, TAGS),
  files: question('agreement.files', agreement.files, undefined, about('runs', 'corpus')),
  /** Disabled until two sides are chosen. */
  agreement: (left: Side | undefined, right: Side | undefined) =>
    queryOptions({
      queryKey: ['agreement.compare', left, right],
      queryFn: left && right ? ({ signal }) => agreement.compare({ left, right }, { signal }) : skipToken,
      meta: TAGS,
    }),
});
