import { type CheckedRound, tagQuality } from '#shared/algorithms/agreement/measure-agreement.ts';
import type { Likeness } from '#shared/contract/base.ts';
import {
  type Adjudication,
  type NearestTag,
  type ReviewRow,
  reviewContract,
} from '#shared/contract/review.ts';
import { ALL_ROUNDS } from '#shared/contract/round-filter.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { EditId, RoundId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { type Editor, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import { type Project, projectService, type Session } from '../../project.ts';
import { excerptReader, placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { latestEdits } from '../../store/edits/log/edit-log.ts';
import { CHANGES_TAGS, type EditEffect } from '../../store/edits/log/placed-changes.ts';
import { marksOf, roundsMarked, roundsOfEdit } from '../../store/edits/words/mark-table.ts';
import { chosen, go, type PurgedTables } from '../../store/purge/purge-rows.ts';
import { findQueue, listQueues, moveInQueue } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { effectiveTagReader, runTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { readDifferences } from '../agreement/index.ts';
import { likeness } from '../likeness/index.ts';
import {
  checkRound,
  flagDialogues,
  flagRound,
  rejectRound,
  setRoundTags,
  settledReader,
  settledRounds,
  settlingNotes,
  unmarkRound,
} from './decisions.ts';
import { reviewItem } from './item.ts';
import { certaintyOf, headOf, type LoadedQueue, reviewQueues } from './queues.ts';
import { alikeRounds, nearRounds, settleAlike } from './similar-turns.ts';

const CHUNK = 500;

/** Returns the accuracy of the run's tags on the checked turns of a queue. */
async function reviewQuality(database: ReadDatabase, queue: LoadedQueue) {
  const { settings } = queue;
  const run = requireTaggingRun(database, settings.run);
  const vocabulary = readVocabulary(database);
  const read = effectiveTagReader(database, run, vocabulary);
  const given = runTagReader(database, run.id);
  const placeOf = placeReader(database);
  const sample = settings.order === 'sample';
  const reached = findQueue(database, queue.id)?.reached ?? 0;
  const checked = roundsMarked(database, settings.tagger, 'checked').filter((round) => {
    const position = queue.positionOf(round);
    // Only the part of a sample that was reviewed in order is random.
    return position !== undefined && (!sample || position <= reached);
  });
  const rounds: (CheckedRound & { readonly role: Role })[] = [];
  for (const [at, round] of checked.entries()) {
    if (at % CHUNK === CHUNK - 1) await breathe();
    const place = placeOf(round);
    if (!place) continue;
    rounds.push({
      role: place.role,
      given: given(round).map((tag) => vocabulary.canonical(tag)),
      corrected: read(round).tags.map((tag) => tag.id),
    });
  }
  return {
    origin: run.tagger,
    sample,
    all: tagQuality(rounds),
    roles: ROLES.map((role) => ({ role, ...tagQuality(rounds.filter((round) => round.role === role)) })),
    added: rounds.reduce(
      (sum, round) => sum + round.corrected.filter((tag) => !round.given.includes(tag)).length,
      0,
    ),
  };
}

const EXCERPT_CHARACTERS = 120;

/** Returns a page of a queue as a list; deleted turns are left out. */
function reviewRows(database: ReadDatabase, queue: LoadedQueue, offset: number, limit: number): ReviewRow[] {
  const read = effectiveTagReader(
    database,
    requireTaggingRun(database, queue.settings.run),
    readVocabulary(database),
  );
  const isSettled = settledReader(database, queue.settings);
  const reached = findQueue(database, queue.id)?.reached ?? 0;
  const placeOf = placeReader(database);
  const excerptOf = excerptReader(database, EXCERPT_CHARACTERS, 1);
  return Array.from(queue.rounds.subarray(offset, offset + limit), (id, at) => {
    const round = id as RoundId;
    const index = offset + at;
    const place = placeOf(round);
    if (!place) return null;
    const { checked, flagged } = marksOf(database, queue.settings.tagger, round);
    const passed = index < reached ? 'skipped' : 'open';
    // Between two sides, only a decision between them counts.
    const done = queue.settings.left
      ? isSettled(round, checked?.note ?? '') && 'settled'
      : checked && 'checked';
    return {
      index,
      round,
      externalId: place.externalId,
      roundIndex: place.index,
      role: place.role,
      excerpt: excerptOf(round),
      tags: read(round).tags.map((tag) => tag.name),
      state: flagged ? 'flagged' : done || passed,
    } satisfies ReviewRow;
  }).filter((row) => row !== null);
}

/** The number of latest corrected turns to search, for an answer within milliseconds. */
const MOST_ROUNDS = 2000;
const MOST_EDITS = 3000;
const MOST_TAGS = 3;

interface CorrectionFinder {
  find(run: TaggingRun, round: RoundId, by: Likeness): Promise<NearestTag[]>;
}

function createNearestCorrected(project: Project): CorrectionFinder {
  const { database } = project;
  // An edit's turns never change.
  const edited = new Map<EditId, readonly RoundId[]>();
  const textOf = excerptReader(database, EXCERPT_CHARACTERS);
  const placeOf = placeReader(database);
  const roundsOf = (edit: EditId): readonly RoundId[] => {
    let rounds = edited.get(edit);
    if (!rounds) {
      rounds = roundsOfEdit(database, edit, MOST_ROUNDS);
      edited.set(edit, rounds);
    }
    return rounds;
  };
  const corrected = (): RoundId[] => {
    const rounds = new Set<RoundId>();
    for (const edit of latestEdits(database, MOST_EDITS)) {
      if (rounds.size >= MOST_ROUNDS) break;
      for (const round of roundsOf(edit)) rounds.add(round);
    }
    return [...rounds].slice(0, MOST_ROUNDS);
  };
  return {
    async find(run, round, by) {
      const role = placeOf(round)?.role;
      const among = corrected().filter((other) => other !== round && placeOf(other)?.role === role);
      if (among.length === 0) return [];
      const near = await project.use(likeness).find({ to: { round }, by, among, most: among.length });
      const read = effectiveTagReader(database, run, readVocabulary(database));
      const { tags, removedTags } = read(round);
      const present = new Set([...tags, ...removedTags].map((tag) => tag.name));
      const found = new Map<string, NearestTag>();
      for (const { round: example, share: given } of near) {
        const share = required(given ?? undefined, 'share of a turn that was chosen from');
        for (const { name, origin, archived } of read(example).tags) {
          if (origin !== 'person' || archived || present.has(name) || found.has(name)) continue;
          const place = placeOf(example);
          if (!place) continue;
          const { externalId, index, dialogue } = place;
          const text = textOf(example);
          found.set(name, { name, share, example: { round: example, dialogue, externalId, index, text } });
          if (found.size === MOST_TAGS) return [...found.values()];
        }
      }
      return [...found.values()];
    },
  };
}

const nearestCorrected = projectService(createNearestCorrected);

interface DifferingRound {
  readonly round: RoundId;
  /** Tags that only one side has. */
  readonly tags: readonly string[];
}

/** Queues with cached differences. */
const KEPT = 3;

function createAdjudications(project: Project) {
  const kept = new Map<number, Promise<readonly DifferingRound[]>>();
  const differingOf = (queue: LoadedQueue): Promise<readonly DifferingRound[]> => {
    const known = kept.get(queue.id);
    if (known) return known;
    const read = readDiffering(project, queue);
    kept.set(queue.id, read);
    read.catch(() => kept.delete(queue.id));
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
    return read;
  };
  return {
    /** Returns how many disagreements between the sides are settled; null if a queue compares none. */
    async progress(queue: LoadedQueue): Promise<Adjudication | null> {
      const differing = await differingOf(queue);
      const { settings } = queue;
      if (!settings.left) return null;
      const settled = settledRounds(project.database, settings);
      // Taking the other side's tags ends the disagreement, so the turn no longer differs.
      const rounds = new Map([...settled].filter(([round]) => queue.positionOf(round) !== undefined));
      for (const { round, tags } of differing) rounds.set(round, tags);
      const tags = new Map<string, { name: string; rounds: number; settled: number }>();
      for (const [round, names] of rounds) {
        for (const name of names) {
          const tag = tags.get(name) ?? { name, rounds: 0, settled: 0 };
          tags.set(name, {
            name,
            rounds: tag.rounds + 1,
            settled: tag.settled + Number(settled.has(round)),
          });
        }
      }
      const left = (tag: { rounds: number; settled: number }): number => tag.rounds - tag.settled;
      return {
        rounds: rounds.size,
        settled: [...rounds.keys()].filter((round) => settled.has(round)).length,
        tags: [...tags.values()].sort(
          (a, b) => left(b) - left(a) || b.rounds - a.rounds || (a.name < b.name ? -1 : 1),
        ),
      };
    },
  };
}

const isWanted = (queue: LoadedQueue, round: RoundId): boolean =>
  JSON.stringify(queue.settings.filter) === JSON.stringify(ALL_ROUNDS) ||
  queue.positionOf(round) !== undefined;

/** Returns all turns of the queue on which the sides differ, settled or not. */
async function readDiffering(project: Project, queue: LoadedQueue): Promise<readonly DifferingRound[]> {
  const { left, right } = queue.settings;
  if (!left || !right) return [];
  const ofRight = new Map(
    (await readDifferences(project, left, right, 'right')).map(({ round, tags }) => [round, tags]),
  );
  return (await readDifferences(project, left, right, 'left'))
    .filter(({ round }) => isWanted(queue, round))
    .map(({ round, tags }) => {
      const others = ofRight.get(round) ?? [];
      return {
        round,
        tags: [
          ...tags.filter((name) => !others.includes(name)),
          ...others.filter((name) => !tags.includes(name)),
        ],
      };
    });
}

const adjudications = projectService(createAdjudications);

/** The number of turns of a large edit to search; later ones are ignored. */
const LOOKED_AT = 1000;

/** Decides on a turn of a queue, in the queue's run, or between its two sides. */
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
    'All: they are orders of all turns and can be computed again quickly.',
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
