import type { Likeness } from '#shared/contract/base.ts';
import type { NearAlike } from '#shared/contract/review.ts';
import { ALL_ROUNDS } from '#shared/contract/round-filter.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { breathe } from '../../jobs/breather.ts';
import type { Project } from '../../project.ts';
import { excerptReader, placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { columnsOf, type DecisionChange } from '../../store/edits/log/edit-changes.ts';
import { type MarkChange, markReader } from '../../store/edits/words/mark-table.ts';
import { effectiveTagReader, runTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { likeness } from '../likeness/index.ts';
import { checkMark, settlingNotes, wordsFor } from './decisions.ts';
import type { LoadedQueue } from './queues.ts';

/** Number of turns to inspect before yielding to other work. */
const BATCH = 500;
const EXCERPT_CHARACTERS = 300;

/** The most turns with similar meaning to show. */
const MOST_NEAR = 10;
/** The number of nearest turns to look at. */
const LOOKED_AT = 200;
/** The least cosine of turns with similar meaning. In MultiWOZ, five in six of them had the same acts. */
const LEAST_NEAR = 0.8;

/** The turns of a queue's filter that one decision can settle with the current turn. */
interface AlikeRounds {
  /** The number of other turns with the same role and words. */
  readonly words: number;
  /** Those of the turns that are unchecked and have, or had before changes by people, the same tags as this turn. */
  readonly open: readonly RoundId[];
}

/**
 * Returns a function that tells if a turn can be settled with another: unchecked, with the same tags now or before
 * people changed them.
 */
function openReader(database: ReadDatabase, run: TaggingRun, round: RoundId): (other: RoundId) => boolean {
  const vocabulary = readVocabulary(database);
  const given = runTagReader(database, run.id);
  const read = effectiveTagReader(database, run, vocabulary);
  const isChecked = markReader(database, run.tagger, 'checked');
  const setOf = (tags: readonly TagId[]): string => [...new Set(tags)].sort((a, b) => a - b).join(' ');
  const standing = (id: RoundId): string => setOf(read(id).tags.map((tag) => tag.id));
  const same = new Set([standing(round), setOf(given(round).map((tag) => vocabulary.canonical(tag)))]);
  return (other) => !isChecked(other) && same.has(standing(other));
}

export async function alikeRounds(
  database: ReadDatabase,
  queue: LoadedQueue,
  run: TaggingRun,
  round: RoundId,
): Promise<AlikeRounds> {
  const others = [...queue.alikeOf(round)].filter((id) => id !== round) as RoundId[];
  const isOpen = openReader(database, run, round);
  const open: RoundId[] = [];
  for (const [at, id] of others.entries()) {
    if (at % BATCH === BATCH - 1) await breathe();
    if (isOpen(id)) open.push(id);
  }
  return { words: others.length, open };
}

/**
 * Returns the nearest turns of a queue in other words that can be settled with the current one. People choose them one
 * by one, since near vectors do not guarantee equal tags.
 */
export async function nearRounds(
  project: Project,
  queue: LoadedQueue,
  run: TaggingRun,
  round: RoundId,
  by: Likeness,
): Promise<NearAlike[]> {
  const { database } = project;
  const placeOf = placeReader(database);
  const textOf = excerptReader(database, EXCERPT_CHARACTERS);
  const isWhole = JSON.stringify(queue.settings.filter) === JSON.stringify(ALL_ROUNDS);
  const near = await project.use(likeness).find({
    ...{ to: { round }, by, role: placeOf(round)?.role ?? null },
    ...(isWhole ? {} : { among: [...queue.rounds] as RoundId[] }),
    ...{ most: LOOKED_AT, least: LEAST_NEAR },
  });
  const twins = new Set<number>(queue.alikeOf(round));
  const isOpen = openReader(database, run, round);
  const found: NearAlike[] = [];
  for (const { round: other, share } of near) {
    const place = placeOf(other);
    if (!place || twins.has(other) || !isOpen(other)) continue;
    const { externalId, index, dialogue } = place;
    found.push({ round: other, dialogue, externalId, index, text: textOf(other), share });
    if (found.length === MOST_NEAR) break;
  }
  return found;
}

/**
 * Checks a turn and gives all turns with the same words its tags and mark, as one edit.
 * @param also turns chosen among similar ones; those that no longer qualify are skipped
 */
export async function settleAlike(
  by: Editor,
  queue: LoadedQueue,
  run: TaggingRun,
  round: RoundId,
  also: readonly RoundId[],
): Promise<EditOutcome> {
  const { database } = by.project;
  const { open: twins } = await alikeRounds(database, queue, run, round);
  const isOpen = openReader(database, run, round);
  const chosen = [...new Set(also)].filter((id) => id !== round && !twins.includes(id) && isOpen(id));
  const open = [...twins, ...chosen];
  const names = effectiveTagReader(
    database,
    run,
    readVocabulary(database),
  )(round).tags.map((tag) => tag.name);
  const decide = tagDecider(database, run);
  const decisions: DecisionChange[] = [];
  const marks: MarkChange[] = [];
  const noteOf = settlingNotes(database, queue.settings);
  let changesTags = false;
  // The current turn comes first, so that undo leads back to it.
  for (const id of [round, ...open]) {
    const { changes, added, removed } = decide(id, () => names, { pin: true });
    changesTags ||= added.length + removed.length > 0;
    decisions.push(...changes);
    marks.push(...checkMark(database, run, id, noteOf(id)));
  }
  const others = [
    ...(twins.length === 0 ? [] : [` and ${twins.length} with the same words`]),
    ...(chosen.length === 0 ? [] : [` and ${chosen.length} like it`]),
  ];
  const rounds = `${wordsFor(database, round)}${others.join('')}`;
  const wanted = names.length === 0 ? 'no tags' : names.map((name) => `#${name}`).join(', ');
  return commitLargeEdit(
    by,
    changesTags ? 'set-tags' : 'mark-checked',
    changesTags ? `Set ${rounds} to ${wanted}` : `Check ${rounds}`,
    columnsOf(run.tagger, decisions),
    marks,
  );
}
