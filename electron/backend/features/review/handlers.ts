import type { reviewContract } from '#shared/contract/review.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/author.ts';
import type { Editor } from '../../editing/commit.ts';
import type { Methods } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { roundsOfEdit } from '../../store/edits/mark-table.ts';
import { listQueues, moveInQueue } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { checkRound, flagRound, rejectRound, setRoundTags, unmarkRound } from './decisions.ts';
import { reviewItem } from './item.ts';
import { reviewQuality } from './quality.ts';
import { headOf, reviewQueues } from './queues.ts';
import { reviewRows } from './rows.ts';

/** Of a large edit, rounds further on are not looked for. */
const LOOKED_AT = 1000;

export function reviewHandlers(review: Methods<typeof reviewContract>) {
  /** Decides on a round of a queue, in the run that the queue is about. */
  const decide = (
    session: Session,
    { queue, round }: { readonly queue: number; readonly round: RoundId },
    decision: (by: Editor, run: TaggingRun, round: RoundId) => EditOutcome,
  ): EditOutcome => {
    const project = session.project();
    const run = requireTaggingRun(project.database, project.use(reviewQueues).load(queue).settings.run);
    return decision(editorOf(session), run, round);
  };
  return {
    open: review.open.handler(({ input, context }) =>
      context.session.project().use(reviewQueues).open(input),
    ),
    queues: review.queues.handler(({ context }) =>
      listQueues(context.session.project().database).map(({ rounds, ...row }) => headOf(row, rounds)),
    ),
    queue: review.queue.handler(({ input, context }) =>
      context.session.project().use(reviewQueues).summary(input.queue),
    ),
    close: review.close.handler(({ input, context }) => ({
      closed: context.session.project().use(reviewQueues).forget(input.queue),
    })),
    item: review.item.handler(({ input, context }) => {
      const project = context.session.project();
      return reviewItem(project, project.use(reviewQueues).load(input.queue), input.index, input.automaton);
    }),
    rows: review.rows.handler(({ input, context }) => {
      const project = context.session.project();
      const queue = project.use(reviewQueues).load(input.queue);
      return {
        total: queue.rounds.length,
        items: reviewRows(project.database, queue, input.offset, input.limit),
      };
    }),
    move: review.move.handler(({ input, context }) => {
      const project = context.session.project();
      const last = Math.max(0, project.use(reviewQueues).load(input.queue).rounds.length - 1);
      return moveInQueue(project.database, input.queue, Math.min(input.index, last));
    }),
    check: review.check.handler(({ input, context }) => decide(context.session, input, checkRound)),
    reject: review.reject.handler(({ input, context }) => decide(context.session, input, rejectRound)),
    setTags: review.setTags.handler(({ input, context }) =>
      decide(context.session, input, (by, run, round) => setRoundTags(by, run, round, input.tags)),
    ),
    flag: review.flag.handler(({ input, context }) =>
      decide(context.session, input, (by, run, round) => flagRound(by, run, round, input.note)),
    ),
    unmark: review.unmark.handler(({ input, context }) =>
      decide(context.session, input, (by, run, round) => unmarkRound(by, run, round, input.mark)),
    ),
    placeOf: review.placeOf.handler(({ input, context }) => {
      const project = context.session.project();
      const queue = project.use(reviewQueues).load(input.queue);
      const positions = roundsOfEdit(project.database, input.edit, LOOKED_AT).map((round) =>
        queue.positionOf(round),
      );
      return { index: positions.find((position) => position !== undefined) ?? null };
    }),
    quality: review.quality.handler(({ input, context }) => {
      const project = context.session.project();
      return reviewQuality(project.database, project.use(reviewQueues).load(input.queue));
    }),
  };
}
