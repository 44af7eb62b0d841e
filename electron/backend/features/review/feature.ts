import { reviewContract } from '#shared/contract/review.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/author.ts';
import type { Editor } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { CHANGES_TAGS, type EditEffect } from '../../store/edits/log/edit-kinds.ts';
import { roundsOfEdit } from '../../store/edits/words/mark-table.ts';
import { chosen, go, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { listQueues, moveInQueue } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { adjudications } from './adjudication.ts';
import { alikeRounds, nearRounds, settleAlike } from './alike.ts';
import { certaintyOf } from './certainty.ts';
import { checkRound, flagDialogues, flagRound, rejectRound, setRoundTags, unmarkRound } from './decisions.ts';
import { reviewItem } from './item.ts';
import { nearestCorrected } from './nearest.ts';
import { reviewQuality } from './quality.ts';
import { headOf, reviewQueues } from './queues.ts';
import { reviewRows } from './rows.ts';
import { settlingNotes } from './settled.ts';

/** The number of turns of a large edit to search; later ones are ignored. */
const LOOKED_AT = 1000;

/** Decides on a turn of a queue, in the queue's run. If the queue shows two sides, this decides between them. */
const decide = (
  session: Session,
  { queue, round }: { readonly queue: number; readonly round: RoundId },
  decision: (by: Editor, run: TaggingRun, round: RoundId, note: string | null) => EditOutcome,
): EditOutcome => {
  const project = session.project();
  const { settings } = project.use(reviewQueues).load(queue);
  const run = requireTaggingRun(project.database, settings.run);
  return decision(editorOf(session), run, round, settlingNotes(project.database, settings)(round));
};

const tables = {
  person_marks: go('round', 'round_id', 'tagger round_id note edit_id', 'mark'),
  review_queues: chosen(
    'All: they are orders of all turns, and quickly made again.',
    'settings rounds notes follow_ups alike',
    'id position reached created_at',
  ),
} satisfies PurgedTables;

const MARK: EditEffect = { topics: ['tags'], changesTags: 'once tagged again' };

export const feature = defineFeature({
  contract: reviewContract,
  methods: {
    open: ({ input, project }) => project.use(reviewQueues).open(input),
    certainty: ({ input, project: { database } }) =>
      certaintyOf(database, requireTaggingRun(database, input.run).id),
    queues: ({ project }) => listQueues(project.database).map(({ rounds, ...row }) => headOf(row, rounds)),
    queue: ({ input, project }) => project.use(reviewQueues).summary(input.queue),
    close: ({ input, project }) => ({
      closed: project.use(reviewQueues).forget(input.queue),
    }),
    item: ({ input, project }) =>
      reviewItem(project, project.use(reviewQueues).load(input.queue), input.index, input.automaton),
    rows: ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      return {
        total: queue.rounds.length,
        items: reviewRows(project.database, queue, input.offset, input.limit),
      };
    },
    move: ({ input, project }) => {
      const last = Math.max(0, project.use(reviewQueues).load(input.queue).rounds.length - 1);
      return moveInQueue(project.database, input.queue, Math.min(input.index, last));
    },
    check: ({ input, session }) => decide(session, input, checkRound),
    reject: ({ input, session }) => decide(session, input, rejectRound),
    setTags: ({ input, session }) =>
      decide(session, input, (by, run, round, note) => setRoundTags(by, run, round, input.tags, note)),
    flag: ({ input, session }) =>
      decide(session, input, (by, run, round) => flagRound(by, run, round, input.note)),
    flagDialogues: ({ input, project, session }) =>
      flagDialogues(editorOf(session), requireTaggingRun(project.database, input.run), input),
    alike: async ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, queue.settings.run);
      const { words, open } = await alikeRounds(project.database, queue, run, input.round);
      return { words, open: open.length };
    },
    near: ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, queue.settings.run);
      return nearRounds(project, queue, run, input.round, input.by);
    },
    nearest: ({ input, project }) => {
      const { settings } = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, settings.run);
      return project.use(nearestCorrected).find(run, input.round, input.by);
    },
    settleAlike: ({ input, project, session }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, queue.settings.run);
      return settleAlike(editorOf(session), queue, run, input.round, input.also);
    },
    unmark: ({ input, session }) =>
      decide(session, input, (by, run, round) => unmarkRound(by, run, round, input.mark)),
    placeOf: ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const positions = roundsOfEdit(project.database, input.edit, LOOKED_AT).map((round) =>
        queue.positionOf(round),
      );
      return { index: positions.find((position) => position !== undefined) ?? null };
    },
    adjudication: ({ input, project }) =>
      project.use(adjudications).progress(project.use(reviewQueues).load(input.queue)),
    quality: ({ input, project }) =>
      reviewQuality(project.database, project.use(reviewQueues).load(input.queue)),
  },
  tables,
  edits: {
    'set-tags': CHANGES_TAGS,
    'reject-tags': CHANGES_TAGS,
    'mark-checked': MARK,
    'mark-flagged': MARK,
    unmark: MARK,
  },
});
