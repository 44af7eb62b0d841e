import { z } from 'zod';
import type { TurnTag } from '#shared/contract/corpus.ts';
import type { Side } from '#shared/contract/review.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { DialogueId, TurnId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { inProject } from '../../errors.ts';
import { placeReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { turnsAtPlaces } from '../../store/edits/picture/state-name-table.ts';
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
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { effectiveTagReader, runTagNameReader } from '../../store/tags/turn-tags.ts';
import { taggerOfRun } from '../agreement/index.ts';

/** The tags of both sides that the person saw. A new answer reopens the disagreement. */
const weighedSchema = z.array(z.array(z.string()));

type ComparedSides = Pick<QueueSettings, 'left' | 'right' | 'tagger'>;

const answerOf = (names: readonly string[]): string[] => [...new Set(names)].sort();
const keyOf = (names: readonly string[]): string => JSON.stringify(answerOf(names));

function sideReader(database: ReadDatabase, side: Side): (turn: TurnId) => string[] | null {
  if (side.kind === 'file') return (turn) => fileTagsOf(database, side.file, turn);
  const vocabulary = readVocabulary(database);
  if (side.kind === 'run') return runTagNameReader(database, side.run, vocabulary);
  const read = effectiveTagReader(database, requireTaggingRun(database, side.run), vocabulary);
  return (turn) => read(turn).tags.map((tag) => tag.name);
}

/** Reads both sides' tags of a turn; null if the queue has no sides, or one has no answer. */
export function sidesReader(
  database: ReadDatabase,
  { left, right }: ComparedSides,
): (turn: TurnId) => { readonly left: readonly string[]; readonly right: readonly string[] } | null {
  if (!left || !right) return () => null;
  const [readLeft, readRight] = [sideReader(database, left), sideReader(database, right)];
  return (turn) => {
    const [ofLeft, ofRight] = [readLeft(turn), readRight(turn)];
    return ofLeft && ofRight && { left: ofLeft, right: ofRight };
  };
}

/** The note for the check mark of a decision; null if there is nothing to settle. */
export function settlingNotes(
  database: ReadDatabase,
  compared: ComparedSides,
): (turn: TurnId) => string | null {
  const read = sidesReader(database, compared);
  return (turn) => {
    const sides = read(turn);
    if (!sides || keyOf(sides.left) === keyOf(sides.right)) return null;
    const note = marksOf(database, compared.tagger, turn).checked?.note ?? '';
    const before = note === '' ? [] : parseJson(weighedSchema, note);
    const weighed = new Map(
      [...before, sides.left, sides.right].map((names) => [keyOf(names), answerOf(names)]),
    );
    return JSON.stringify([...weighed.values()]);
  };
}

/**
 * The result reads the note of a check mark and returns the disputed tags; null if nothing is settled. People's own
 * tags are always settled.
 */
export function settledReader(
  database: ReadDatabase,
  { left, right, tagger }: ComparedSides,
): (turn: TurnId, note: string) => readonly string[] | null {
  if (!left || !right) return () => null;
  const readers = [left, right]
    .filter((side) => side.kind !== 'people' || taggerOfRun(database, side.run) !== tagger)
    .map((side) => sideReader(database, side));
  return (turn, note) => {
    if (note === '') return null;
    const weighed = parseJson(weighedSchema, note);
    const keys = new Set(weighed.map(keyOf));
    const isWeighed = readers.every((read) => {
      const names = read(turn);
      return names !== null && keys.has(keyOf(names));
    });
    return isWeighed
      ? answerOf(weighed.flat()).filter((name) => !weighed.every((one) => one.includes(name)))
      : null;
  };
}

export function settledTurns(
  database: ReadDatabase,
  compared: ComparedSides,
): ReadonlyMap<TurnId, readonly string[]> {
  const read = settledReader(database, compared);
  const settled = new Map<TurnId, readonly string[]>();
  for (const [turn, note] of notedMarks(database, compared.tagger, 'checked')) {
    const tags = read(turn, note);
    if (tags) settled.set(turn, tags);
  }
  return settled;
}

export function wordsFor(database: ReadDatabase, turn: TurnId): string {
  const nextStep = 'The turn may have been removed. Continue with the next turn.';
  const place = inProject(placeReader(database)(turn), 'turn', turn, nextStep);
  return `turn ${place.index + 1} of ${place.externalId}`;
}

/** @param note see `settlingNotes`; null keeps the existing note */
export function checkMark(
  database: ReadDatabase,
  { tagger }: TaggingRun,
  turn: TurnId,
  note: string | null,
): MarkChange | null {
  const kept = note ?? marksOf(database, tagger, turn).checked?.note ?? '';
  return markChange(database, tagger, turn, 'checked', { note: kept });
}

/** Marks a turn as checked. The wanted tags become a person's tags, so that no rerun removes them. */
function settle(
  by: Editor,
  run: TaggingRun,
  turn: TurnId,
  note: string | null,
  wanted: (tags: readonly TurnTag[]) => readonly string[],
  changed: { readonly kind: string; describe(words: string, removed: readonly string[]): string },
): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const words = wordsFor(database, turn);
    const { changes, added, removed } = tagDecider(database, run)(turn, wanted, { pin: true });
    const all = [...changes, checkMark(database, run, turn, note)];
    return added.length + removed.length === 0
      ? commitEdit(by, 'mark-checked', `Check ${words}`, all)
      : commitEdit(by, changed.kind, changed.describe(words, removed), all);
  })();
}

/** @param names the tags to set; by default the current ones, which only become a person's tags */
export const setTurnTags = (
  by: Editor,
  run: TaggingRun,
  turn: TurnId,
  note: string | null,
  names?: readonly string[],
): EditOutcome =>
  settle(by, run, turn, note, (tags) => names ?? tags.map((tag) => tag.name), {
    kind: 'set-tags',
    describe: (words) => describeTags(words, names ?? []),
  });

/** Removes the machine's tags from a turn and checks it; people's tags stay. */
export const rejectTurn = (by: Editor, run: TaggingRun, turn: TurnId, note: string | null): EditOutcome =>
  settle(
    by,
    run,
    turn,
    note,
    (tags) => tags.filter((tag) => tag.origin === 'person').map((tag) => tag.name),
    {
      kind: 'reject-tags',
      describe: (words, removed) => `Reject ${removed.map((name) => `#${name}`).join(', ')} in ${words}`,
    },
  );

/** @param turns as in "turn 3 of star-12" */
export const describeTags = (turns: string, names: readonly string[]): string =>
  names.length === 0
    ? `Remove all tags from ${turns}`
    : `Set the tags of ${turns} to ${names.map((name) => `#${name}`).join(', ')}`;

export function flagTurn(by: Editor, run: TaggingRun, turn: TurnId, note: string): EditOutcome {
  const { database } = by.project;
  const words = wordsFor(database, turn);
  return commitEdit(by, 'mark-flagged', `Flag ${words}`, [
    markChange(database, run.tagger, turn, 'flagged', { note }),
  ]);
}

export function flagDialogues(
  by: Editor,
  run: TaggingRun,
  { dialogues, note }: { readonly dialogues: readonly DialogueId[]; readonly note: string },
): EditOutcome {
  const { database } = by.project;
  const turns = turnsAtPlaces(
    database,
    dialogues.map((dialogue) => [dialogue, 0]),
  );
  const what = dialogues.length === 1 ? 'a dialogue' : `${dialogues.length} dialogues`;
  return commitEdit(
    by,
    'mark-flagged',
    `Flag ${what}`,
    turns.map((turn) => markChange(database, run.tagger, turn, 'flagged', { note })),
  );
}

export function unmarkTurn(by: Editor, run: TaggingRun, turn: TurnId, mark: Mark): EditOutcome {
  const { database } = by.project;
  const words = wordsFor(database, turn);
  const description = mark === 'checked' ? `Uncheck ${words}` : `Remove the flag from ${words}`;
  return commitEdit(by, 'unmark', description, [markChange(database, run.tagger, turn, mark, null)]);
}
