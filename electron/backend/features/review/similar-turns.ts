import type { Likeness } from '#shared/contract/base.ts';
import type { NearAlike } from '#shared/contract/review.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import { ALL_TURNS } from '#shared/contract/turn-filter.ts';
import type { TagId, TurnId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { breathe } from '../../jobs/breather.ts';
import type { Project } from '../../project.ts';
import { excerptReader, placeReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { columnsOf, type DecisionChange } from '../../store/edits/log/edit-changes.ts';
import { type MarkChange, markReader } from '../../store/edits/words/mark-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { effectiveTagReader, runTagReader } from '../../store/tags/turn-tags.ts';
import { likeness } from '../likeness/index.ts';
import { checkMark, describeTags, settlingNotes, wordsFor } from './decisions.ts';
import type { LoadedQueue } from './queues.ts';

/** Number of turns to inspect before yielding to other work. */
const BATCH = 500;
const EXCERPT_CHARACTERS = 300;

/** At most this many turns with a similar meaning are displayed. */
const MOST_NEAR = 10;
/** The number of nearest turns to look at. */
const LOOKED_AT = 200;
/** The minimum cosine of two turns with a similar meaning. In MultiWOZ, five in six of them had the same acts. */
const LEAST_NEAR = 0.8;

interface AlikeTurns {
  readonly words: number;
  /** These turns are unchecked, and have the same tags as this turn or had them before people changed them. */
  readonly open: readonly TurnId[];
}

/** A turn qualifies if it is unchecked and has the same tags, or had them before people changed them. */
function openReader(database: ReadDatabase, run: TaggingRun, turn: TurnId): (other: TurnId) => boolean {
  const vocabulary = readVocabulary(database);
  const given = runTagReader(database, run.id);
  const read = effectiveTagReader(database, run, vocabulary);
  const isChecked = markReader(database, run.tagger, 'checked');
  const setOf = (tags: readonly TagId[]): string => [...new Set(tags)].sort((a, b) => a - b).join(' ');
  const standing = (id: TurnId): string => setOf(read(id).tags.map((tag) => tag.id));
  const same = new Set([standing(turn), setOf(given(turn).map((tag) => vocabulary.canonical(tag)))]);
  return (other) => !isChecked(other) && same.has(standing(other));
}

export async function alikeTurns(
  database: ReadDatabase,
  queue: LoadedQueue,
  run: TaggingRun,
  turn: TurnId,
): Promise<AlikeTurns> {
  const others = [...queue.alikeOf(turn)].filter((id) => id !== turn) as TurnId[];
  const isOpen = openReader(database, run, turn);
  const open: TurnId[] = [];
  for (const [at, id] of others.entries()) {
    if (at % BATCH === BATCH - 1) await breathe();
    if (isOpen(id)) open.push(id);
  }
  return { words: others.length, open };
}

/** People choose among these turns one by one, because similar vectors do not guarantee equal tags. */
export async function nearTurns(
  project: Project,
  queue: LoadedQueue,
  run: TaggingRun,
  turn: TurnId,
  by: Likeness,
): Promise<NearAlike[]> {
  const { database } = project;
  const placeOf = placeReader(database);
  const textOf = excerptReader(database, EXCERPT_CHARACTERS);
  const isWhole = JSON.stringify(queue.settings.filter) === JSON.stringify(ALL_TURNS);
  const near = await project.use(likeness).find({
    ...{ to: { turn }, by, role: placeOf(turn)?.role ?? null },
    ...(isWhole ? {} : { among: [...queue.turns] as TurnId[] }),
    ...{ most: LOOKED_AT, least: LEAST_NEAR },
  });
  const twins = new Set<number>(queue.alikeOf(turn));
  const isOpen = openReader(database, run, turn);
  const found: NearAlike[] = [];
  for (const { turn: other, share } of near) {
    const place = placeOf(other);
    if (!place || twins.has(other) || !isOpen(other)) continue;
    const { externalId, index, dialogue } = place;
    found.push({ turn: other, dialogue, externalId, index, text: textOf(other), share });
    if (found.length === MOST_NEAR) break;
  }
  return found;
}

/**
 * Gives a turn's tags and mark to all turns with the same words, as one edit.
 * @param also turns chosen among similar ones; those that can no longer be settled are skipped
 */
export async function settleAlike(
  by: Editor,
  queue: LoadedQueue,
  run: TaggingRun,
  turn: TurnId,
  also: readonly TurnId[],
): Promise<EditOutcome> {
  const { database } = by.project;
  const { open: twins } = await alikeTurns(database, queue, run, turn);
  const isOpen = openReader(database, run, turn);
  const chosen = [...new Set(also)].filter((id) => id !== turn && !twins.includes(id) && isOpen(id));
  const open = [...twins, ...chosen];
  const names = effectiveTagReader(database, run, readVocabulary(database))(turn).tags.map((tag) => tag.name);
  const decide = tagDecider(database, run);
  const decisions: DecisionChange[] = [];
  const marks: MarkChange[] = [];
  const noteOf = settlingNotes(database, queue.settings);
  let changesTags = false;
  // The current turn comes first, so that undo leads back to it.
  for (const id of [turn, ...open]) {
    const { changes, added, removed } = decide(id, () => names, { pin: true });
    changesTags ||= added.length + removed.length > 0;
    decisions.push(...changes);
    const mark = checkMark(database, run, id, noteOf(id));
    if (mark) marks.push(mark);
  }
  const others = [
    ...(twins.length === 0 ? [] : [` and ${twins.length} with the same words`]),
    ...(chosen.length === 0
      ? []
      : [` and ${chosen.length} similar ${chosen.length === 1 ? 'turn' : 'turns'}`]),
  ];
  const turns = `${wordsFor(database, turn)}${others.join('')}`;
  return commitLargeEdit(
    by,
    changesTags ? 'set-tags' : 'mark-checked',
    changesTags ? describeTags(turns, names) : `Check ${turns}`,
    columnsOf(run.tagger, decisions),
    marks,
  );
}
