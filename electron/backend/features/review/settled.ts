import { z } from 'zod';
import type { Side } from '#shared/contract/review.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { marksOf, notedMarks } from '../../store/edits/words/mark-table.ts';
import type { QueueSettings } from '../../store/review/queue-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { parseJson } from '../../store/statements.ts';
import { fileTagsOf } from '../../store/tags/annotation-file-table.ts';
import { effectiveTagReader, runTagNameReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { taggerOfRun } from '../agreement/index.ts';

/**
 * A disagreement is settled only in a queue that shows both sides, never by accepting a turn elsewhere. The
 * note of the check mark says which answers were weighed. If a side then says something new, the disagreement
 * is open again; if the same file is opened again, it stays settled.
 */
const weighedSchema = z.array(z.array(z.string()));

type Compared = Pick<QueueSettings, 'left' | 'right' | 'tagger'>;

const answerOf = (names: readonly string[]): string[] => [...new Set(names)].sort();
const keyOf = (names: readonly string[]): string => JSON.stringify(answerOf(names));

/** Reads the tags that a side gives a turn; null if it says nothing about the turn. */
function sideReader(database: ReadDatabase, side: Side): (round: RoundId) => string[] | null {
  if (side.kind === 'file') return (round) => fileTagsOf(database, side.file, round);
  const vocabulary = readVocabulary(database);
  if (side.kind === 'run') return runTagNameReader(database, side.run, vocabulary);
  const read = effectiveTagReader(database, requireTaggingRun(database, side.run), vocabulary);
  return (round) => read(round).tags.map((tag) => tag.name);
}

/** Reads the tags of both sides of a queue for a turn; null if the queue compares no sides, or one says nothing. */
export function sidesReader(
  database: ReadDatabase,
  { left, right }: Compared,
): (round: RoundId) => { readonly left: readonly string[]; readonly right: readonly string[] } | null {
  if (!left || !right) return () => null;
  const [readLeft, readRight] = [sideReader(database, left), sideReader(database, right)];
  return (round) => {
    const [ofLeft, ofRight] = [readLeft(round), readRight(round)];
    return ofLeft && ofRight && { left: ofLeft, right: ofRight };
  };
}

/** The note of the check mark that a decision in this queue leaves; null if there is nothing to settle. */
export function settlingNotes(database: ReadDatabase, compared: Compared): (round: RoundId) => string | null {
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
 * Reads from the note of a check mark whether it settles what the two sides say now. People's own tags are
 * the decision, so they always count as weighed.
 * @returns the tags on which the weighed answers differ; null if it settles nothing
 */
export function settledReader(
  database: ReadDatabase,
  { left, right, tagger }: Compared,
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

/** The turns whose disagreement is settled, each with the disputed tags. */
export function settledRounds(
  database: ReadDatabase,
  compared: Compared,
): ReadonlyMap<RoundId, readonly string[]> {
  const read = settledReader(database, compared);
  const settled = new Map<RoundId, readonly string[]>();
  for (const [round, note] of notedMarks(database, compared.tagger, 'checked')) {
    const tags = read(round, note);
    if (tags) settled.set(round, tags);
  }
  return settled;
}
