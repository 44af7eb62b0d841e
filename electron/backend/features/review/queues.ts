import { alikeReader } from '#shared/algorithms/review/alike-turns.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { OpenReview, Side } from '#shared/contract/review.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { type Project, projectService } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { countCheckedSince, turnsMarked } from '../../store/edits/words/mark-table.ts';
import {
  findQueue,
  insertQueue,
  type QueueContent,
  type QueueRow,
  type QueueSettings,
  readQueueContent,
} from '../../store/review/queue-table.ts';
import { latestRun } from '../../store/runs/run-table.ts';
import { requireTaggingRun, taggingRuns } from '../../store/runs/tagging-runs.ts';
import { hasConfidences } from '../../store/tags/move-table.ts';
import { vocabularyOfRun } from '../../store/tags/run-vocabulary-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { titleOfSide } from '../agreement/index.ts';
import { likeness } from '../likeness/index.ts';
import { settledTurns } from './decisions.ts';

/** The maximum number of other runs to use, newest first. */
const MOST_RUNS = 5;

/** Returns this run, and the newest others that have at least half of its tags. */
export function certaintyOf(database: ReadDatabase, run: RunId) {
  const { canonical } = readVocabulary(database);
  const tagsOf = (id: RunId) => [...new Set(vocabularyOfRun(database, id).map((tag) => canonical(tag)))];
  const own = new Set(tagsOf(run));
  const others = taggingRuns(database)
    .map(({ id }) => id)
    .filter((id) => id !== run && tagsOf(id).filter((tag) => own.has(tag)).length * 2 >= own.size);
  return { confidences: hasConfidences(database, run), others: others.slice(0, MOST_RUNS) };
}

export interface LoadedQueue extends QueueContent {
  readonly id: number;
  readonly settings: QueueSettings;
  positionOf(turn: TurnId): number | undefined;
  /** Returns the turns of the queue with the same words, including this one; empty if the turn has no words. */
  alikeOf(turn: TurnId): Int32Array;
}

/** The number of queues in memory; one of 160,000 turns takes about 20 MB. */
const KEPT = 3;

function createReviewQueues(project: Project) {
  const { database, path, closing } = project;
  const kept = new Map<number, LoadedQueue>();
  const keep = (queue: LoadedQueue): LoadedQueue => {
    kept.delete(queue.id);
    kept.set(queue.id, queue);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
    return queue;
  };
  const queues = {
    async open(input: OpenReview) {
      const settings = settingsOf(database, input);
      const { includeChecked } = input;
      const near = await project.use(likeness).similar(settings.filter);
      const content = await readInThread(path, 'review', 'orderQueue', [settings, includeChecked, near], {
        signal: closing,
      });
      const id = insertQueue(database, settings, content, new Date().toISOString());
      keep(loaded(id, settings, content));
      return queues.summary(id);
    },
    load(id: number) {
      const known = kept.get(id);
      if (known) return keep(known);
      const row = requireQueue(database, id);
      const content = readQueueContent(database, id) as QueueContent;
      return keep(loaded(id, row.settings, content));
    },
    summary(id: number) {
      const row = requireQueue(database, id);
      const queue = queues.load(id);
      const { tagger } = queue.settings;
      const within = (turns: Iterable<TurnId>): number =>
        [...turns].filter((turn) => queue.positionOf(turn) !== undefined).length;
      const midnight = new Date();
      midnight.setHours(0, 0, 0, 0);
      return {
        ...headOf(row, queue.turns.length),
        decided: within(
          queue.settings.left
            ? settledTurns(database, queue.settings).keys()
            : turnsMarked(database, tagger, 'checked'),
        ),
        flagged: within(turnsMarked(database, tagger, 'flagged')),
        today: countCheckedSince(database, tagger, midnight.toISOString()),
      };
    },
  };
  return queues;
}

export function headOf(row: QueueRow, total: number) {
  const { settings, ...rest } = row;
  return { ...rest, ...settings, total };
}

const requireQueue = (database: ReadDatabase, id: number): QueueRow =>
  inProject(findQueue(database, id), 'review queue', id, 'Start a new queue. Your decisions are kept.');

function loaded(id: number, settings: QueueSettings, content: QueueContent): LoadedQueue {
  let positions: Map<number, number> | null = null;
  let readAlike: ReturnType<typeof alikeReader> | null = null;
  return {
    ...content,
    id,
    settings,
    positionOf(turn) {
      positions ??= new Map(Array.from(content.turns, (id, at) => [id, at]));
      return positions.get(turn);
    },
    alikeOf(turn) {
      readAlike ??= alikeReader(content.alike);
      return readAlike(turn);
    },
  };
}

function settingsOf(database: ReadDatabase, input: OpenReview): QueueSettings {
  const { order, seed, filter } = input;
  const run = requireTaggingRun(database, input.run);
  const compares = order === 'disagreement';
  const left: Side | null = compares ? (input.left ?? { kind: 'run', run: run.id }) : null;
  const right: Side | null = compares ? (input.right ?? otherSide(database, run)) : null;
  for (const side of [left, right]) if (side) titleOfSide(database, side);
  const automaton =
    order === 'support' ? (input.automaton ?? latestRun(database, 'automaton')?.id ?? null) : null;
  if (order === 'support' && automaton === null) {
    throw new DialogramError('NOT_FOUND', 'No automaton has been learned yet.', {
      nextStep: 'Learn an automaton first, or choose another order.',
    });
  }
  const known = order === 'uncertain' ? certaintyOf(database, run.id) : null;
  if (known && !known.confidences && known.others.length === 0) {
    throw new DialogramError(
      'INVALID',
      `It is unknown which tags of run ${run.id} are uncertain. The ${run.tagger} tagger does not say how sure it is, and no other run uses the same tags.`,
      {
        place: 'order',
        value: order,
        nextStep: 'Run the Moves tagger or another tagger first, or choose another order.',
      },
    );
  }
  return { order, run: run.id, tagger: run.tagger, left, right, automaton, seed, filter };
}

function otherSide(database: ReadDatabase, run: TaggingRun): Side {
  const others = taggingRuns(database).filter((other) => other.id !== run.id);
  const other = others.find((candidate) => candidate.tagger !== run.tagger) ?? others[0];
  if (other) return { kind: 'run', run: other.id };
  throw new DialogramError('INVALID', 'There is only one tagging run, so there are no disagreements.', {
    place: 'right',
    nextStep: "Run another tagger, or open another person's export.",
  });
}

export const reviewQueues = projectService(createReviewQueues);
