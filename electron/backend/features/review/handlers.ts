import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { Api } from '../../dispatch/api.ts';
import type { OpenProject } from '../../open-project.ts';
import { LEAVE_TAGS } from '../../store/edit-table.ts';
import { roundsOfEdit } from '../../store/mark-table.ts';
import { listQueues, moveInQueue } from '../../store/queue-table.ts';
import { signatureOf } from '../history/author.ts';
import { requireTaggingRun } from '../tagging/runs.ts';
import { checkRound, flagRound, rejectRound, setRoundTags, unmarkRound } from './decisions.ts';
import { reviewItem } from './item.ts';
import { reviewQuality } from './quality.ts';
import { headOf } from './queues.ts';
import { reviewRows } from './rows.ts';

/** Of a large edit, rounds further on are not looked for. */
const LOOKED_AT = 1000;

export function reviewHandlers(api: Api) {
  const announce = (project: OpenProject, outcome: EditOutcome): EditOutcome => {
    if (!outcome.edit) return outcome;
    if (LEAVE_TAGS.includes(outcome.edit.kind)) project.changes.announce('tags');
    else project.changes.announce('tags', 'automata', 'project');
    return outcome;
  };
  /** The run that a queue's decisions are about. */
  const runOf = (project: OpenProject, queue: number) =>
    requireTaggingRun(project.database, project.review.load(queue).settings.run);
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
    check: api.review.check.handler(({ input, context }) => {
      const project = context.session.project();
      return announce(
        project,
        checkRound(project.database, signatureOf(context.session), runOf(project, input.queue), input.round),
      );
    }),
    reject: api.review.reject.handler(({ input, context }) => {
      const project = context.session.project();
      return announce(
        project,
        rejectRound(project.database, signatureOf(context.session), runOf(project, input.queue), input.round),
      );
    }),
    setTags: api.review.setTags.handler(({ input, context }) => {
      const project = context.session.project();
      const run = runOf(project, input.queue);
      return announce(
        project,
        setRoundTags(project.database, signatureOf(context.session), run, input.round, input.tags),
      );
    }),
    flag: api.review.flag.handler(({ input, context }) => {
      const project = context.session.project();
      const run = runOf(project, input.queue);
      return announce(
        project,
        flagRound(project.database, signatureOf(context.session), run, input.round, input.note),
      );
    }),
    unmark: api.review.unmark.handler(({ input, context }) => {
      const project = context.session.project();
      const run = runOf(project, input.queue);
      return announce(
        project,
        unmarkRound(project.database, signatureOf(context.session), run, input.round, input.mark),
      );
    }),
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
