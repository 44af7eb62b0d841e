import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { columnsOf, type DecisionChange } from '../../store/edits/log/edit-changes.ts';
import { type MarkChange, markChange, markReader } from '../../store/edits/words/mark-table.ts';
import { effectiveTagReader, runTagReader } from '../../store/tags/round-tags.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { wordsFor } from './decisions.ts';
import type { LoadedQueue } from './queues.ts';

/** Rounds looked at before other work of the thread has its turn. */
const BATCH = 500;

/** The rounds of a queue's filter that one decision can settle with the round in hand. */
interface AlikeRounds {
  /** Other rounds in which the same role says the same words. */
  readonly words: number;
  /** Those of them that nobody has checked and whose tags are as the round's, now or before people changed them. */
  readonly open: readonly RoundId[];
}

export async function alikeRounds(
  database: ReadDatabase,
  queue: LoadedQueue,
  run: TaggingRun,
  round: RoundId,
): Promise<AlikeRounds> {
  const others = [...queue.alikeOf(round)].filter((id) => id !== round) as RoundId[];
  const vocabulary = readVocabulary(database);
  const given = runTagReader(database, run.id);
  const read = effectiveTagReader(database, run, vocabulary);
  const isChecked = markReader(database, run.tagger, 'checked');
  const setOf = (tags: readonly TagId[]): string => [...new Set(tags)].sort((a, b) => a - b).join(' ');
  const standing = (id: RoundId): string => setOf(read(id).tags.map((tag) => tag.id));
  const same = new Set([standing(round), setOf(given(round).map((tag) => vocabulary.canonical(tag)))]);
  const open: RoundId[] = [];
  for (const [at, id] of others.entries()) {
    if (at % BATCH === BATCH - 1) await breathe();
    if (!isChecked(id) && same.has(standing(id))) open.push(id);
  }
  return { words: others.length, open };
}

/** Checks a round as it stands and gives all that are alike the same tags and the same mark, as one edit. */
export async function settleAlike(
  by: Editor,
  queue: LoadedQueue,
  run: TaggingRun,
  round: RoundId,
): Promise<EditOutcome> {
  const { database } = by.project;
  const { open } = await alikeRounds(database, queue, run, round);
  const names = effectiveTagReader(
    database,
    run,
    readVocabulary(database),
  )(round).tags.map((tag) => tag.name);
  const decide = tagDecider(database, run);
  const decisions: DecisionChange[] = [];
  const marks: MarkChange[] = [];
  let changesTags = false;
  // The round in hand comes first, so that undo leads back to it.
  for (const id of [round, ...open]) {
    const { changes, added, removed } = decide(id, () => names, { pin: true });
    changesTags ||= added.length + removed.length > 0;
    decisions.push(...changes);
    const mark = markChange(database, run.tagger, id, 'checked', { note: '' });
    if (mark) marks.push(mark);
  }
  const rounds = `${wordsFor(database, round)}${open.length === 0 ? '' : ` and ${open.length} with the same words`}`;
  const wanted = names.length === 0 ? 'no tags' : names.map((name) => `#${name}`).join(', ');
  return commitLargeEdit(
    by,
    changesTags ? 'set-tags' : 'mark-checked',
    changesTags ? `Set ${rounds} to ${wanted}` : `Check ${rounds}`,
    columnsOf(run.tagger, decisions),
    marks,
  );
}
