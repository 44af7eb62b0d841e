import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { inProject } from '../../errors.ts';
import { placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { roundsAtPlaces } from '../../store/edits/picture/state-name-table.ts';
import { type Mark, type MarkChange, markChange, marksOf } from '../../store/edits/words/mark-table.ts';

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
 * @param note the sides of a decision between two sides (see settled.ts); null keeps the note of the mark
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

/** Marks a turn as checked. Its tags become people's tags, so no rerun removes them. */
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

/** Flags dialogues for review, at the first turn of each. */
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
    const description = mark === 'checked' ? `Uncheck ${words}` : `Take the flag off ${words}`;
    return commitEdit(by, 'unmark', description, marked(database, run, round, mark, null));
  })();
}
