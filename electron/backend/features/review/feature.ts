import { type CheckedTurn, tagQuality } from '#shared/algorithms/agreement/measure-agreement.ts';
import type { Likeness } from '#shared/contract/base.ts';
import {
  type Adjudication,
  type NearestTag,
  type ReviewRow,
  reviewContract,
} from '#shared/contract/review.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import { ALL_TURNS } from '#shared/contract/turn-filter.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { EditId, TurnId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { type Editor, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import { type Project, projectService, type Session } from '../../project.ts';
import { excerptReader, placeReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { latestEdits } from '../../store/edits/log/edit-log.ts';
import { CHANGES_TAGS, type EditEffect } from '../../store/edits/log/placed-changes.ts';
import { marksOf, turnsMarked, turnsOfEdit } from '../../store/edits/words/mark-table.ts';
import { findQueue, listQueues, moveInQueue } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { effectiveTagReader, runTagReader } from '../../store/tags/turn-tags.ts';
import { readDifferences } from '../agreement/index.ts';
import { likeness } from '../likeness/index.ts';
import {
  checkTurn,
  flagDialogues,
  flagTurn,
  rejectTurn,
  setTurnTags,
  settledReader,
  settledTurns,
  settlingNotes,
  unmarkTurn,
} from './decisions.ts';
import { reviewItem } from './item.ts';
import { certaintyOf, headOf, type LoadedQueue, reviewQueues } from './queues.ts';
import { alikeTurns, nearTurns, settleAlike } from './similar-turns.ts';

const CHUNK = 500;

async function reviewQuality(database: ReadDatabase, queue: LoadedQueue) {
  const { settings } = queue;
  const run = requireTaggingRun(database, settings.run);
  const vocabulary = readVocabulary(database);
  const read = effectiveTagReader(database, run, vocabulary);
  const given = runTagReader(database, run.id);
  const placeOf = placeReader(database);
  const sample = settings.order === 'sample';
  const reached = findQueue(database, queue.id)?.reached ?? 0;
  const checked = turnsMarked(database, settings.tagger, 'checked').filter((turn) => {
    const position = queue.positionOf(turn);
    // In a sample, only the turns that were reviewed in order are random.
    return position !== undefined && (!sample || position <= reached);
  });
  const turns: (CheckedTurn & { readonly role: Role })[] = [];
  for (const [at, turn] of checked.entries()) {
    if (at % CHUNK === CHUNK - 1) await breathe();
    const place = placeOf(turn);
    if (!place) continue;
    turns.push({
      role: place.role,
      given: given(turn).map((tag) => vocabulary.canonical(tag)),
      corrected: read(turn).tags.map((tag) => tag.id),
    });
  }
  return {
    origin: run.tagger,
    sample,
    all: tagQuality(turns),
    roles: ROLES.map((role) => ({ role, ...tagQuality(turns.filter((turn) => turn.role === role)) })),
    added: turns.reduce(
      (sum, turn) => sum + turn.corrected.filter((tag) => !turn.given.includes(tag)).length,
      0,
    ),
  };
}

const EXCERPT_CHARACTERS = 120;

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
  return Array.from(queue.turns.subarray(offset, offset + limit), (id, at) => {
    const turn = id as TurnId;
    const index = offset + at;
    const place = placeOf(turn);
    if (!place) return null;
    const { checked, flagged } = marksOf(database, queue.settings.tagger, turn);
    const passed = index < reached ? 'skipped' : 'open';
    // If two sides are compared, only a decision between them counts.
    const done = queue.settings.left
      ? isSettled(turn, checked?.note ?? '') && 'settled'
      : checked && 'checked';
    return {
      index,
      turn,
      externalId: place.externalId,
      turnIndex: place.index,
      role: place.role,
      excerpt: excerptOf(turn),
      tags: read(turn).tags.map((tag) => tag.name),
      state: flagged ? 'flagged' : done || passed,
    } satisfies ReviewRow;
  }).filter((row) => row !== null);
}

/** Only this many of the latest corrected turns are searched, so that the answer takes milliseconds. */
const MOST_TURNS = 2000;
const MOST_EDITS = 3000;
const MOST_TAGS = 3;

function createNearestCorrected(project: Project) {
  const { database } = project;
  // The turns of an edit never change.
  const edited = new Map<EditId, readonly TurnId[]>();
  const textOf = excerptReader(database, EXCERPT_CHARACTERS);
  const placeOf = placeReader(database);
  const turnsOf = (edit: EditId): readonly TurnId[] => {
    let turns = edited.get(edit);
    if (!turns) {
      turns = turnsOfEdit(database, edit, MOST_TURNS);
      edited.set(edit, turns);
    }
    return turns;
  };
  const corrected = (): TurnId[] => {
    const turns = new Set<TurnId>();
    for (const edit of latestEdits(database, MOST_EDITS)) {
      if (turns.size >= MOST_TURNS) break;
      for (const turn of turnsOf(edit)) turns.add(turn);
    }
    return [...turns].slice(0, MOST_TURNS);
  };
  return {
    async find(run: TaggingRun, turn: TurnId, by: Likeness) {
      const role = placeOf(turn)?.role;
      const among = corrected().filter((other) => other !== turn && placeOf(other)?.role === role);
      if (among.length === 0) return [];
      const near = await project.use(likeness).find({ to: { turn }, by, among, most: among.length });
      const read = effectiveTagReader(database, run, readVocabulary(database));
      const { tags, removedTags } = read(turn);
      const present = new Set([...tags, ...removedTags].map((tag) => tag.name));
      const found = new Map<string, NearestTag>();
      for (const { turn: example, share: given } of near) {
        const share = required(given ?? undefined, 'share of a turn that was chosen from');
        for (const { name, origin, archived } of read(example).tags) {
          if (origin !== 'person' || archived || present.has(name) || found.has(name)) continue;
          const place = placeOf(example);
          if (!place) continue;
          const { externalId, index, dialogue } = place;
          const text = textOf(example);
          found.set(name, { name, share, example: { turn: example, dialogue, externalId, index, text } });
          if (found.size === MOST_TAGS) return [...found.values()];
        }
      }
      return [...found.values()];
    },
  };
}

const nearestCorrected = projectService(createNearestCorrected);

interface DifferingTurn {
  readonly turn: TurnId;
  readonly tags: readonly string[];
}

/** The number of queues whose differences are cached. */
const KEPT = 3;

function createAdjudications(project: Project) {
  const kept = new Map<number, Promise<readonly DifferingTurn[]>>();
  const differingOf = (queue: LoadedQueue): Promise<readonly DifferingTurn[]> => {
    const known = kept.get(queue.id);
    if (known) return known;
    const read = readDiffering(project, queue);
    kept.set(queue.id, read);
    read.catch(() => kept.delete(queue.id));
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
    return read;
  };
  return {
    /** Returns how many disagreements between the two sides are settled; null if the queue compares no sides. */
    async progress(queue: LoadedQueue): Promise<Adjudication | null> {
      const differing = await differingOf(queue);
      const { settings } = queue;
      if (!settings.left) return null;
      const settled = settledTurns(project.database, settings);
      // Taking the other side's tags ends the disagreement, so the turn no longer differs.
      const turns = new Map([...settled].filter(([turn]) => queue.positionOf(turn) !== undefined));
      for (const { turn, tags } of differing) turns.set(turn, tags);
      const tags = new Map<string, { name: string; turns: number; settled: number }>();
      for (const [turn, names] of turns) {
        for (const name of names) {
          const tag = tags.get(name) ?? { name, turns: 0, settled: 0 };
          tags.set(name, {
            name,
            turns: tag.turns + 1,
            settled: tag.settled + Number(settled.has(turn)),
          });
        }
      }
      const left = (tag: { turns: number; settled: number }): number => tag.turns - tag.settled;
      return {
        turns: turns.size,
        settled: [...turns.keys()].filter((turn) => settled.has(turn)).length,
        tags: [...tags.values()].sort(
          (a, b) => left(b) - left(a) || b.turns - a.turns || (a.name < b.name ? -1 : 1),
        ),
      };
    },
  };
}

const isWanted = (queue: LoadedQueue, turn: TurnId): boolean =>
  JSON.stringify(queue.settings.filter) === JSON.stringify(ALL_TURNS) || queue.positionOf(turn) !== undefined;

async function readDiffering(project: Project, queue: LoadedQueue): Promise<readonly DifferingTurn[]> {
  const { left, right } = queue.settings;
  if (!left || !right) return [];
  const ofRight = new Map(
    (await readDifferences(project, left, right, 'right')).map(({ turn, tags }) => [turn, tags]),
  );
  return (await readDifferences(project, left, right, 'left'))
    .filter(({ turn }) => isWanted(queue, turn))
    .map(({ turn, tags }) => {
      const others = ofRight.get(turn) ?? [];
      return {
        turn,
        tags: [
          ...tags.filter((name) => !others.includes(name)),
          ...others.filter((name) => !tags.includes(name)),
        ],
      };
    });
}

const adjudications = projectService(createAdjudications);

/** Only this many turns of a large edit are searched. */
const LOOKED_AT = 1000;

const decide = (
  session: Session,
  { queue, turn }: { readonly queue: number; readonly turn: TurnId },
  decision: (by: Editor, run: TaggingRun, turn: TurnId, note: string | null) => EditOutcome,
): EditOutcome => {
  const project = session.project();
  const { settings } = project.use(reviewQueues).load(queue);
  const run = requireTaggingRun(project.database, settings.run);
  return decision(editorOf(session), run, turn, settlingNotes(project.database, settings)(turn));
};

const MARK: EditEffect = { topics: ['tags'], changesTags: 'once tagged again' };

export const feature = defineFeature({
  contract: reviewContract,
  methods: {
    open: ({ input, project }) => project.use(reviewQueues).open(input),
    certainty: ({ input, project: { database } }) =>
      certaintyOf(database, requireTaggingRun(database, input.run).id),
    queues: ({ project }) => listQueues(project.database).map(({ turns, ...row }) => headOf(row, turns)),
    queue: ({ input, project }) => project.use(reviewQueues).summary(input.queue),
    item: ({ input, project }) =>
      reviewItem(project, project.use(reviewQueues).load(input.queue), input.index, input.automaton),
    rows: ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      return {
        total: queue.turns.length,
        items: reviewRows(project.database, queue, input.offset, input.limit),
      };
    },
    move: ({ input, project }) => {
      const last = Math.max(0, project.use(reviewQueues).load(input.queue).turns.length - 1);
      return moveInQueue(project.database, input.queue, Math.min(input.index, last));
    },
    check: ({ input, session }) => decide(session, input, checkTurn),
    reject: ({ input, session }) => decide(session, input, rejectTurn),
    setTags: ({ input, session }) =>
      decide(session, input, (by, run, turn, note) => setTurnTags(by, run, turn, input.tags, note)),
    flag: ({ input, session }) =>
      decide(session, input, (by, run, turn) => flagTurn(by, run, turn, input.note)),
    flagDialogues: ({ input, project, session }) =>
      flagDialogues(editorOf(session), requireTaggingRun(project.database, input.run), input),
    alike: async ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, queue.settings.run);
      const { words, open } = await alikeTurns(project.database, queue, run, input.turn);
      return { words, open: open.length };
    },
    near: ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, queue.settings.run);
      return nearTurns(project, queue, run, input.turn, input.by);
    },
    nearest: ({ input, project }) => {
      const { settings } = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, settings.run);
      return project.use(nearestCorrected).find(run, input.turn, input.by);
    },
    settleAlike: ({ input, project, session }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const run = requireTaggingRun(project.database, queue.settings.run);
      return settleAlike(editorOf(session), queue, run, input.turn, input.also);
    },
    unmark: ({ input, session }) =>
      decide(session, input, (by, run, turn) => unmarkTurn(by, run, turn, input.mark)),
    placeOf: ({ input, project }) => {
      const queue = project.use(reviewQueues).load(input.queue);
      const positions = turnsOfEdit(project.database, input.edit, LOOKED_AT).map((turn) =>
        queue.positionOf(turn),
      );
      return { index: positions.find((position) => position !== undefined) ?? null };
    },
    adjudication: ({ input, project }) =>
      project.use(adjudications).progress(project.use(reviewQueues).load(input.queue)),
    quality: ({ input, project }) =>
      reviewQuality(project.database, project.use(reviewQueues).load(input.queue)),
  },
  edits: {
    'set-tags': CHANGES_TAGS,
    'reject-tags': CHANGES_TAGS,
    'mark-checked': MARK,
    'mark-flagged': MARK,
    unmark: MARK,
  },
});
