import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { commitEdit, type Editor, unchanged } from '../../editing/commit.ts';
import { inProject } from '../../errors.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import type { TagChange, TagFields } from '../../store/edits/words/word-changes.ts';
import {
  ensureTagNamed,
  findTag,
  isTagInUse,
  readVocabulary,
  type TagRow,
  tagByName,
  tagsNamed,
} from '../../store/tags/tag-table.ts';

/** Returns the tag, or the tag that it was merged into. @throws NOT_FOUND */
export const requireTag = (database: ReadDatabase, tag: TagId): TagRow =>
  inProject(
    findTag(database, readVocabulary(database).canonical(tag)),
    'tag',
    tag,
    'List the vocabulary to see all tags.',
  );

export const tagAt = (database: ReadDatabase, tag: TagId): TagRow =>
  required(findTag(database, tag) ?? undefined, `tag ${tag}`);

export function tagChange(row: TagRow, fields: TagFields): TagChange | null {
  const changed = (Object.keys(fields) as (keyof TagFields)[]).filter(
    (field) => fields[field] !== row[field],
  );
  if (changed.length === 0) return null;
  const pick = (of: TagFields): TagFields => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { table: 'tags', tag: row.id, before: pick(row), after: pick(fields) };
}

/** Returns the same change for all tags with this name, because people see them as one tag. */
export function changeNamed(database: ReadDatabase, row: TagRow, fields: TagFields): TagChange[] {
  return tagsNamed(database, row.name).flatMap((id) => tagChange(tagAt(database, id), fields) ?? []);
}

/** Returns changes that take a name from unused tags, for example after undo. */
export function vacate(database: ReadDatabase, name: string, heir: TagId): TagChange[] {
  return tagsNamed(database, name)
    .filter((id) => id !== heir)
    .flatMap((id) => tagChange(tagAt(database, id), { mergedInto: heir }) ?? []);
}

/** Renames a tag everywhere. If the name is taken, `merge` merges both. */
export function renameTag(by: Editor, tag: TagId, name: string, merge: boolean): EditOutcome {
  const { database } = by.project;
  const row = requireTag(database, tag);
  if (row.name === name) return unchanged(database);
  const other = tagByName(database, name);
  const taken = other !== null && isTagInUse(database, other);
  if (taken && !merge) {
    throw new DialogramError('INVALID', `There is already a tag #${name}.`, {
      place: `#${row.name}`,
      value: name,
      nextStep: `Choose another name, or merge #${row.name} into #${name}.`,
    });
  }
  if (other !== null && merge) {
    const merged = changeNamed(database, row, { mergedInto: other });
    return commitEdit(by, 'merge-tag', `Merge #${row.name} into #${name}`, merged);
  }
  return commitEdit(by, 'rename-tag', `Rename #${row.name} to #${name}`, [
    ...vacate(database, name, row.id),
    ...changeNamed(database, row, { name }),
  ]);
}

/** Merges tags. @param into the name of one of them, of another tag, or a new name for the first tag */
export function mergeTags(by: Editor, tags: readonly TagId[], into: string): EditOutcome {
  const { database } = by.project;
  const rows = new Map(tags.map((tag) => requireTag(database, tag)).map((row) => [row.id, row]));
  const other = tagByName(database, into);
  const known = other !== null && (rows.has(other) || isTagInUse(database, other));
  const [first] = rows.values();
  const target = known ? requireTag(database, other) : first;
  if (!target) return unchanged(database);
  const merged = [...rows.values()].filter(({ id }) => id !== target.id);
  const rename = known
    ? []
    : [...vacate(database, into, target.id), ...changeNamed(database, target, { name: into })];
  if (merged.length === 0 && rename.length === 0) return unchanged(database);
  const names = (known ? merged : [...rows.values()]).map(({ name }) => `#${name}`);
  return commitEdit(by, 'merge-tag', `Merge ${listed(names)} into #${into}`, [
    ...merged.flatMap((row) => changeNamed(database, row, { mergedInto: target.id })),
    ...rename,
  ]);
}

export function archiveTags(by: Editor, tags: readonly TagId[], archived: boolean): EditOutcome {
  const { database } = by.project;
  const rows = new Map(tags.map((tag) => requireTag(database, tag)).map((row) => [row.id, row]));
  const changing = [...rows.values()].filter((row) => row.archived !== archived);
  const names = listed(changing.map(({ name }) => `#${name}`));
  return commitEdit(
    by,
    archived ? 'archive-tag' : 'restore-tag',
    archived ? `Archive ${names}` : `Restore ${names}`,
    changing.flatMap((row) => changeNamed(database, row, { archived })),
  );
}

export function describeTag(by: Editor, tag: TagId, description: string): EditOutcome {
  const { database } = by.project;
  const row = requireTag(database, tag);
  const change = tagChange(row, { description });
  return commitEdit(
    by,
    'describe-tag',
    description === '' ? `Remove the description of #${row.name}` : `Describe #${row.name}`,
    [change],
  );
}

/** @throws INVALID if the name is taken */
export function newTagNamed(database: WriteDatabase, name: string): TagId {
  const other = tagByName(database, name);
  if (other !== null && isTagInUse(database, other)) {
    throw new DialogramError('INVALID', `There is already a tag #${name}.`, {
      value: name,
      nextStep: 'Choose another name, or replace the tag on the chosen turns instead.',
    });
  }
  return ensureTagNamed(database, name);
}

const MOST_NAMES = 5;

/** Returns "#a", "#a and #b", or "#a, #b and 7 more". */
export function listed(names: readonly string[]): string {
  if (names.length <= 1) return names.join('');
  const shown = names.length <= MOST_NAMES ? names.slice(0, -1) : names.slice(0, MOST_NAMES - 1);
  const rest = names.length - shown.length;
  return `${shown.join(', ')} and ${rest === 1 ? names[names.length - 1] : `${rest} more`}`;
}
