import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { Api } from '../../dispatch/api.ts';
import type { Session } from '../../session.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { LEAVE_TAGS } from '../../store/edits/edit-table.ts';
import { roundsOfEdit } from '../../store/edits/mark-table.ts';
import { listQueues, moveInQueue } from '../../store/review/queue-table.ts';
import { signatureOf } from '../history/author.ts';
import type { Signature } from '../tagging/commit.ts';
import { requireTaggingRun } from '../tagging/runs.ts';
import { checkRound, flagRound, rejectRound, setRoundTags, unmarkRound } from './decisions.ts';
import { reviewItem } from './item.ts';
import { reviewQuality } from './quality.ts';
import { headOf } from './queues.ts';
import { reviewRows } from './rows.ts';

/** Of a large edit, rounds further on are not looked for. */
const LOOKED_AT = 1000;

export function reviewHandlers(api: Api) {
  /** Decides on a round of a queue, in the run that the queue is about, and tells who shows what it changed. */
  const decide = (
    session: Session,
    { queue, round }: { readonly queue: number; readonly round: RoundId },
    decision: (database: WriteDatabase, by: Signature, run: TaggingRun, round: RoundId) => EditOutcome,
  ): EditOutcome => {
    const project = session.project();
    const run = requireTaggingRun(project.database, project.review.load(queue).settings.run);
    const outcome = decision(project.database, signatureOf(session), run, round);
    if (outcome.edit) {
      if (LEAVE_TAGS.includes(outcome.edit.kind)) project.changes.announce('tags');
      else project.changes.announce('tags', 'automata', 'project');
    }
    return outcome;
  };
  return {
    open: api.review.open.handler(({ input, context }) => context.session.project().review.open(input)),
    queues: api.review.queues.handler(({ context }) =>
      listQueues(context.session.project().database).map(({ rounds, ...row }) => headOf(row, rounds)),
    ),
    queue: api.review.queue.handler(({ input, context }) =>
      context.session.project().review.summary(input.queue),
    ),
    close: api.review.close.handler(({ input, context }) => ({
      closed: context.session.project().review.forget(input.queue),
    })),
    item: api.review.item.handler(({ input, context }) => {
      const project = context.session.project();
      return reviewItem(project, project.review.load(input.queue), input.index, input.automaton);
    }),
    rows: api.review.rows.handler(({ input, context }) => {
      const project = context.session.project();
      const queue = project.review.load(input.queue);
      return {
        total: queue.rounds.length,
        items: reviewRows(project.database, queue, input.offset, input.limit),
      };
    }),
    move: api.review.move.handler(({ input, context }) => {
      const project = context.session.project();
      const last = Math.max(0, project.review.load(input.queue).rounds.length - 1);
      return moveInQueue(project.database, input.queue, Math.min(input.index, last));
    }),
    check: api.review.check.handler(({ input, context }) => decide(context.session, input, checkRound)),
    reject: api.review.reject.handler(({ input, context }) => decide(context.session, input, rejectRound)),
    setTags: api.review.setTags.handler(({ input, context }) =>
      decide(context.session, input, (database, by, run, round) =>
        setRoundTags(database, by, run, round, input.tags),
      ),
    ),
    flag: api.review.flag.handler(({ input, context }) =>
      decide(context.session, input, (database, by, run, round) =>
        flagRound(database, by, run, round, input.note),
      ),
    ),
    unmark: api.review.unmark.handler(({ input, context }) =>
      decide(context.session, input, (database, by, run, round) =>
        unmarkRound(database, by, run, round, input.mark),
      ),
    ),
    placeOf: api.review.placeOf.handler(({ input, context }) => {
      const project = context.session.project();
      const queue = project.review.load(input.queue);
      const places = roundsOfEdit(project.database, input.edit, LOOKED_AT).map((round) =>
        queue.placeOf(round),
      );
      return { index: places.find((place) => place !== undefined) ?? null };
    }),
    quality: api.review.quality.handler(({ input, context }) => {
      const project = context.session.project();
      return reviewQuality(project.database, project.review.load(input.queue));
    }),
  };
}
