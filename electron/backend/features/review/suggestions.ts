import { followingLabels } from '#shared/algorithms/review/follow-ups.ts';
import type { TagSuggestionOfRound } from '#shared/contract/review.ts';
import type { TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { givenTagReader } from '../../store/edits/log/edit-changes.ts';
import { latestTagEdits } from '../../store/edits/log/edit-log.ts';
import type { Vocabulary } from '../../store/tags/tag-table.ts';
import type { LoadedQueue } from './queues.ts';

/** As many as the keys 1 … 9 and 0 can reach, and a few spare ones for tags that the turn already has. */
const MOST = 12;
/** Limits per source, so none crowds out the others. */
const FROM_LATELY = 4;
const RECENT_EDITS = 30;
const TAGS_PER_EDIT = 5;

interface SuggestionContext {
  readonly queue: LoadedQueue;
  readonly vocabulary: Vocabulary;
  /** 0 system, 1 user */
  readonly role: number;
  readonly before: readonly TagId[];
  /** The other side's tags of the turn. */
  readonly other: readonly string[];
  /** Names of tags that the turn has, or had and lost. */
  readonly known: ReadonlySet<string>;
}

/** Suggests tags for a turn, most likely first, each once with the reason. */
export function suggestTags(database: ReadDatabase, context: SuggestionContext): TagSuggestionOfRound[] {
  const { queue, vocabulary, role, before, other, known } = context;
  const found = new Map<string, TagSuggestionOfRound>();
  const offer = (name: string, reason: TagSuggestionOfRound['reason']): void => {
    if (name === '' || vocabulary.archivedNames.has(name)) return;
    if (!known.has(name) && !found.has(name)) found.set(name, { name, reason });
  };
  const nameOf = (label: number): string => vocabulary.nameOf(label as TagId);
  for (const name of other) offer(name, 'other');
  for (const [label] of followingLabels(queue.followUps, role, before)) {
    if (found.size >= MOST - FROM_LATELY) break;
    offer(nameOf(label), 'follows');
  }
  const givenBy = givenTagReader(database, queue.settings.tagger, TAGS_PER_EDIT);
  const recent = latestTagEdits(database, RECENT_EDITS).flatMap((edit) => givenBy(edit).map(nameOf));
  for (const name of [...new Set(recent)].slice(0, FROM_LATELY)) offer(name, 'recent');
  for (const [label] of queue.followUps.frequent[role] ?? []) offer(nameOf(label), 'frequent');
  return [...found.values()].slice(0, MOST);
}
