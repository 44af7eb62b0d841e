import { z } from 'zod';
import type { Side } from '#shared/contract/review.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { inProject } from '../../errors.ts';
import { placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { roundsAtPlaces } from '../../store/edits/picture/state-name-table.ts';
import {
  type Mark,
  type MarkChange,
  markChange,
  marksOf,
  notedMarks,
} from '../../store/edits/words/mark-table.ts';
import type { QueueSettings } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { parseJson } from '../../store/statements.ts';
import { fileTagsOf } from '../../store/tags/annotation-file-table.ts';
import { effectiveTagReader, runTagNameReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { taggerOfRun } from '../agreement/index.ts';

/**
 * A disagreement is settled only in a queue that shows both sides. The check mark's note says which answers were
 * weighed, so a new answer reopens it.
 */
const weighedSchema = z.array(z.array(z.string()));

type ComparedSides = Pick<QueueSettings, 'left' | 'right' | 'tagger'>;

const answerOf = (names: readonly string[]): string[] => [...new Set(names)].sort();
const keyOf = (names: readonly string[]): string => JSON.stringify(answerOf(names));

function sideReader(database: ReadDatabase, side: Side): (round: RoundId) => string[] | null {
  if (side.kind === 'file') return (round) => fileTagsOf(database, side.file, round);
  const vocabulary = readVocabulary(database);
  if (side.kind === 'run') return runTagNameReader(database, side.run, vocabulary);
  const read = effectiveTagReader(database, requireTaggingRun(database, side.run), vocabulary);
  return (round) => read(round).tags.map((tag) => tag.name);
}

/** Reads both sides' tags of a turn; null if the queue has no sides, or one has no answer. */
export function sidesReader(
  database: ReadDatabase,
  { left, right }: ComparedSides,
): (round: RoundId) => { readonly left: readonly string[]; readonly right: readonly string[] } | null {
  if (!left || !right) return () => null;
  const [readLeft, readRight] = [sideReader(database, left), sideReader(database, right)];
  return (round) => {
    const [ofLeft, ofRight] = [readLeft(round), readRight(round)];
    return ofLeft && ofRight && { left: ofLeft, right: ofRight };
  };
}

/** The note for the check mark of a decision; null if there is nothing to settle. */
export function settlingNotes(
  database: ReadDatabase,
  compared: ComparedSides,
): (round: RoundId) => string | null {
  const read = sidesReader(database, compared);
  return (round) => {
    const sides = read(round);
    if (!sides || keyOf(sides.left) === keyOf(sides.right)) return null;
    const note = marksOf(database, compared.tagger, round).checked?.note ?? '';
    const before = note === '' ? [] : parseJson(weighedSchema, note);
    const weighed = new Map(
      [...before, sides.left, sides.right].map((names) => [keyOf(names), answerOf(names)]),
    );
    return JSON.stringify([...weighed.values()]);
  };
}

/**
 * Returns a function that reads a check mark's note and decides if it settles the current disagreement. People's own
 * tags are always settled.
 * @returns the disputed tags; null if it settles nothing
 */
export function settledReader(
  database: ReadDatabase,
  { left, right, tagger }: ComparedSides,
): (round: RoundId, note: string) => readonly string[] | null {
  if (!left || !right) return () => null;
  const readers = [left, right]
    .filter((side) => side.kind !== 'people' || taggerOfRun(database, side.run) !== tagger)
    .map((side) => sideReader(database, side));
  return (round, note) => {
    if (note === '') return null;
    const weighed = parseJson(weighedSchema, note);
    const keys = new Set(weighed.map(keyOf));
    const isWeighed = readers.every((read) => {
      const names = read(round);
      return names !== null && keys.has(keyOf(names));
    });
    return isWeighed
      ? answerOf(weighed.flat()).filter((name) => !weighed.every((one) => one.includes(name)))
      : null;
  };
}

export function settledRounds(
  database: ReadDatabase,
  compared: ComparedSides,
): ReadonlyMap<RoundId, readonly string[]> {
  const read = settledReader(database, compared);
  const settled = new Map<RoundId, readonly string[]>();
  for (const [round, note] of notedMarks(database, compared.tagger, 'checked')) {
    const tags = read(round, note);
    if (tags) settled.set(round, tags);
  }
  return settled;
}

/** Returns the place of a turn as text: "turn 3 of star-12". */
export function wordsFor(database: ReadDatabase, round: RoundId): string {
  const found = placeReader(database)(round);
  const place = inProject(found, 'turn', round, 'It may have been removed. Continue with the next.');
  return `turn ${place.index + 1} of ${place.externalId}`;
}

const marked = (
  database: ReadDatabase,
  run: TaggingRun,
  round: RoundId,
  mark: Mark,
  after: { note: string } | null,
): MarkChange[] => {
  const change = markChange(database, run.tagger, round, mark, after);
  return change ? [change] : [];
};

/**
 * Returns the change that sets a turn's check mark.
 * @param note see `settlingNotes`; null keeps the mark's note
 */
export function checkMark(
  database: ReadDatabase,
  run: TaggingRun,
  round: RoundId,
  note: string | null,
): MarkChange[] {
  const kept = note ?? marksOf(database, run.tagger, round).checked?.note ?? '';
  return marked(database, run, round, 'checked', { note: kept });
}

/** Marks a turn as checked. Its tags become a person's tags, so no rerun removes them. */
export function checkRound(by: Editor, run: TaggingRun, round: RoundId, note: string | null): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const words = wordsFor(database, round);
    const { changes } = tagDecider(database, run)(round, (tags) => tags.map((tag) => tag.name), {
      pin: true,
    });
    return commitEdit(by, 'mark-checked', `Check ${words}`, [
      ...changes,
      ...checkMark(database, run, round, note),
    ]);
  })();
}

/** Removes the machine's tags from a turn and checks it; people's tags stay. */
export function rejectRound(by: Editor, run: TaggingRun, round: RoundId, note: string | null): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const words = wordsFor(database, round);
    const decision = tagDecider(database, run)(
      round,
      (tags) => tags.filter((tag) => tag.origin === 'person').map((tag) => tag.name),
      { pin: true },
    );
    const changes = [...decision.changes, ...checkMark(database, run, round, note)];
    if (decision.removed.length === 0) return commitEdit(by, 'mark-checked', `Check ${words}`, changes);
    const names = decision.removed.map((name) => `#${name}`).join(', ');
    return commitEdit(by, 'reject-tags', `Reject ${names} in ${words}`, changes);
  })();
}

/** Gives a turn exactly these tags and checks it. */
export function setRoundTags(
  by: Editor,
  run: TaggingRun,
  round: RoundId,
  names: readonly string[],
  note: string | null,
): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const words = wordsFor(database, round);
    const decision = tagDecider(database, run)(round, () => names, { pin: true });
    const changes = [...decision.changes, ...checkMark(database, run, round, note)];
    if (decision.added.length + decision.removed.length === 0) {
      return commitEdit(by, 'mark-checked', `Check ${words}`, changes);
    }
    const wanted = names.length === 0 ? 'no tags' : names.map((name) => `#${name}`).join(', ');
    return commitEdit(by, 'set-tags', `Set ${words} to ${wanted}`, changes);
  })();
}

export function flagRound(by: Editor, run: TaggingRun, round: RoundId, note: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const words = wordsFor(database, round);
    return commitEdit(by, 'mark-flagged', `Flag ${words}`, marked(database, run, round, 'flagged', { note }));
  })();
}

/** Flags dialogues for review at their first turn. */
export function flagDialogues(
  by: Editor,
  run: TaggingRun,
  { dialogues, note }: { readonly dialogues: readonly DialogueId[]; readonly note: string },
): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const rounds = roundsAtPlaces(
      database,
      dialogues.map((dialogue) => [dialogue, 0]),
    );
    const what = dialogues.length === 1 ? 'a dialogue' : `${dialogues.length} dialogues`;
    return commitEdit(
      by,
      'mark-flagged',
      `Flag ${what}`,
      rounds.flatMap((round) => marked(database, run, round, 'flagged', { note })),
    );
  })();
}

export function unmarkRound(by: Editor, run: TaggingRun, round: RoundId, mark: Mark): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const words = wordsFor(database, round);
    const description = mark === 'checked' ? `Uncheck ${words}` : `Remove the flag from ${words}`;
    return commitEdit(by, 'unmark', description, marked(database, run, round, mark, null));
  })();
}
