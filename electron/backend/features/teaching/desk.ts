import { setTimeout as after } from 'node:timers/promises';
import { wilsonInterval } from '#shared/algorithms/agreement/wilson.ts';
import { OTHER, OTHER_LANGUAGE } from '#shared/algorithms/moves/moves-model.ts';
import type { DeskQuestion, TeachingProgress } from '#shared/algorithms/teaching/teaching-desk.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { tagsAreMoves } from '#shared/contract/tagging.ts';
import type { AskedTurn, TeachingQuestion, TeachingResult } from '#shared/contract/teaching.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import type { JobProgress } from '../../jobs/job.ts';
import { type Project, projectService } from '../../project.ts';
import { lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { placeReader, turnsBetween } from '../../store/corpus/turn-table.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { taggingRuns, tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { readMoveDecisions } from '../../store/tags/move-decision-table.ts';
import { answersIn } from '../../store/tags/turn-tags.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';
import { findMoves, namedMoves } from '../moves/index.ts';
import { answeredTogether } from './answers.ts';
import { supportRun } from './known-moves.ts';
import { SEED } from './seed.ts';

/** Interval of progress reports, in ms. */
const TOLD_EVERY_MS = 200;

type DeskThread = ResidentOf<'teachingDesk', 'openDesk'>;

interface Desk {
  /** The version of the dialogues that were read, with the run that the answers correct. */
  readonly version: string;
  readonly thread: Promise<DeskThread>;
  /** Ends the thread, even while it is starting. */
  readonly stop: AbortController;
  progress: JobProgress;
  watching: number;
}

/** The thread that chooses questions. It starts with the first question and restarts if dialogues change. */
export const teachingDesk = projectService(
  ({ app, database, path, closing }) => {
    let started: Desk | null = null;
    const end = async (): Promise<void> => {
      const old = started;
      started = null;
      old?.stop.abort();
      await (await old?.thread.catch(() => null))?.close();
    };
    const start = (): Desk => {
      if (lastDialogue(database) === null)
        throw new DialogramError('INVALID', 'There are no dialogues to teach with.', {
          nextStep: 'Import a file first.',
        });
      const version = `${versionOf(database, 'corpus_version')} ${supportRun(database)}`;
      if (started?.version === version) return started;
      void end();
      const stop = new AbortController();
      const input = { path, resources: app.resources };
      const thread = stayInThread(
        'teachingDesk',
        'openDesk',
        [input, SEED, [...answersIn(database).keys()]],
        {
          signal: AbortSignal.any([closing, stop.signal]),
          onProgress: (progress) => {
            mine.progress = progress;
          },
        },
      );
      const mine: Desk = {
        version,
        thread,
        stop,
        watching: 0,
        progress: { phase: 'reading sentences', done: 0, total: null, unit: 'dialogues' },
      };
      started = mine;
      const forget = (): void => {
        if (started === mine) started = null;
      };
      thread.then((begun) => begun.onEnd(forget), forget);
      return mine;
    };
    return {
      end,
      begun: (): Promise<DeskThread> => start().thread,
      /** Yields the progress until the desk is ready. Stops earlier if nobody reads it anymore. */
      async *gettingReady(signal: AbortSignal): AsyncGenerator<JobProgress, void> {
        const desk = start();
        let isStarting = true;
        const done = (): void => {
          isStarting = false;
        };
        const begun = desk.thread.then(done, done);
        const left = new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        let told: JobProgress | null = null;
        desk.watching++;
        try {
          while (isStarting && !signal.aborted) {
            await Promise.race([begun, left, after(TOLD_EVERY_MS)]);
            if (!isStarting || told === desk.progress) continue;
            told = desk.progress;
            yield told;
          }
        } finally {
          desk.watching--;
          if (isStarting && desk.watching === 0 && started === desk) void end();
        }
      },
    };
  },
  ({ end }) => end(),
);

export async function nextQuestion(project: Project, skipped: readonly TurnId[]) {
  const { database } = project;
  const answers = answersIn(database);
  const desk = await project.use(teachingDesk).begun();
  const asked = await desk.ask('next', answers, skipped);
  if (!asked) return { answers: answers.size, question: null };
  const readTurn = turnReaderFor(project);
  const question: TeachingQuestion = {
    role: asked.role,
    drawn: asked.drawn,
    alike: asked.alike,
    unclear: asked.unclear,
    turns: asked.turns.flatMap(readTurn),
    border: asked.border.flatMap(readTurn),
    moves: offeredMoves(project, asked.role, asked.turns, answers, asked),
  };
  return { answers: answers.size, question };
}

function turnReaderFor({ database }: Project): (turn: TurnId) => AskedTurn[] {
  const placeOf = placeReader(database);
  return (turn) => {
    const place = placeOf(turn);
    if (!place) return [];
    const { dialogue, externalId, index } = place;
    const said = turnsBetween(database, dialogue, Math.max(0, index - 1), index).map(
      ({ role, utterances }) => ({
        role,
        text: utterances.map(({ text }) => text).join('\n'),
      }),
    );
    const text = said.at(-1)?.text ?? '';
    return [{ turn, dialogue, externalId, index, text, before: said.length > 1 ? said[0]! : null }];
  };
}

function movesOfRun(project: Project, role: Role): string[] {
  const moves = findMoves(project, null);
  if (!moves) return [];
  const roles = namedMoves(project.database, moves, readMoveDecisions(project.database));
  const groups = roles.find((one) => one.role === role)?.groups ?? [];
  return groups
    .map(({ name, units }) => ({ name, turns: units.reduce((sum, unit) => sum + moves.sizes[unit]!, 0) }))
    .sort((a, b) => b.turns - a.turns)
    .map(({ name }) => name);
}

/** People's moves come first, then those of cues, an earlier run and this run, so that nobody invents duplicates. */
function offeredMoves(
  project: Project,
  role: Role,
  turns: readonly TurnId[],
  answers: ReadonlyMap<TurnId, readonly string[]>,
  { guesses, cued }: Pick<DeskQuestion, 'guesses' | 'cued'>,
): TeachingQuestion['moves'] {
  const { database } = project;
  const placeOf = placeReader(database);
  const counts = new Map<string, number>();
  for (const [turn, moves] of answers)
    if (placeOf(turn)?.role === role) for (const move of moves) counts.set(move, (counts.get(move) ?? 0) + 1);
  const corrected = supportRun(database);
  // If answers correct the support tagger, only its moves are offered.
  if (corrected === null) for (const name of cued) if (!counts.has(name)) counts.set(name, 0);
  const before = taggingRuns(database).find(({ tagger }) => tagsAreMoves(tagger));
  if (before) {
    const read = tagReaderFor(database, before.id);
    for (const { name } of turns.flatMap((turn) => read(turn).tags))
      if (name !== OTHER && name !== OTHER_LANGUAGE && !counts.has(name)) counts.set(name, 0);
  }
  for (const name of movesOfRun(project, role)) if (!counts.has(name)) counts.set(name, 0);
  const sure = new Map(guesses.map(({ move, confidence }) => [move, confidence]));
  return [...counts].map(([name, count]) => ({ name, answers: count, confidence: sure.get(name) ?? null }));
}

/** If twice as many answers raised the accuracy by less than this, more answers hardly help. */
const LITTLE = 0.02;
const ENOUGH = 60;
/** With fewer random turns, the accuracy is measured on all answers. */
const LEAST_DRAWN = 10;

/** Returns the current accuracy of the tagger, and whether more answers would help. */
export async function teachingProgress(project: Project) {
  const answers = answersIn(project.database);
  const desk = await project.use(teachingDesk).begun();
  const progress = await desk.ask('progress', answers, answeredTogether(project.database));
  const isDrawn = progress.drawn.answers >= LEAST_DRAWN;
  const accuracy = accuracyOf(isDrawn ? progress.drawn : progress.all);
  return {
    answers: answers.size,
    accuracy,
    drawn: isDrawn ? progress.drawn.answers : 0,
    withHalf: accuracyOf(progress.half),
    advice: adviceOn(progress, accuracy, isDrawn),
  };
}

type Accuracy = TeachingResult['accuracy'];

export function accuracyOf({
  right,
  answers,
}: {
  readonly right: number;
  readonly answers: number;
}): Accuracy {
  const { share, low, high } = wilsonInterval(right, answers);
  return { mean: share, low, high };
}

function adviceOn(
  { answers, all, half, drawn }: TeachingProgress,
  { mean, low, high }: Accuracy,
  isDrawn: boolean,
): string {
  const [whole, withHalf] = [accuracyOf(all).mean, accuracyOf(half).mean];
  if (mean === null || whole === null || withHalf === null)
    return 'The tagger starts to learn once you have named two different moves.';
  const range = `${formatShare(low, { rough: true })} to ${formatShare(high, { rough: true })}`;
  const right = isDrawn
    ? `The tagger is right for ${formatShare(mean, { rough: true })} of ${drawn.answers} random turns (${range}).`
    : `The tagger is right for ${formatShare(mean, { rough: true })} of the answers that it did not learn from (${range}). These answers are not a random sample.`;
  if (answers < ENOUGH) return `${right} There are too few answers to say whether more would help.`;
  const pays = whole - withHalf < LITTLE ? 'more answers would hardly help' : 'more answers still help';
  return `${right} It is right for ${formatShare(whole, { rough: true })} if it learns from all answers, and for ${formatShare(withHalf, { rough: true })} if it learns from half of them, so ${pays}.`;
}
