import { tagNameSchema } from '#shared/contract/base.ts';
import type { VocabularyImport } from '#shared/contract/vocabulary.ts';
import type { TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { TagFields } from '../../store/edits/words/tag-changes.ts';
import { allTags, isTagInUse, readVocabulary, type TagRow, tagByName } from '../../store/tags/tag-table.ts';
import { listed } from './tag-edits.ts';
import type { FileTag } from './vocabulary-file.ts';

type Item = VocabularyImport['items'][number];

/** The planned change for one tag of the file. */
export interface PlannedTag {
  readonly name: string;
  readonly action: Item['action'];
  readonly details: readonly string[];
  /** The tag that should carry the name; null if it has to be created. */
  readonly target: TagRow | null;
  /** The fields that the target gets. */
  readonly fields: TagFields;
  readonly merged: readonly TagRow[];
}

/**
 * Returns the effect of importing a vocabulary. A tag of the file is matched by its name, else by the names that were
 * merged into it: then the tag here is renamed. Nothing is removed: tags that are not in the file stay as they are, and
 * an empty description keeps the existing one.
 */
export function planImport(database: ReadDatabase, tags: readonly FileTag[]): PlannedTag[] {
  const carried = carriedNames(database);
  const mergedHere = mergedNames(database);
  const inFile = new Set<string>();
  const claimed = new Map<TagId, string>();
  const planned: PlannedTag[] = [];
  const conflict = (name: string, reason: string): void => {
    planned.push({ name, action: 'conflict', details: [reason], target: null, fields: {}, merged: [] });
  };
  const named = tags.map((tag) => ({ tag, parsed: tagNameSchema.safeParse(tag.name) }));
  for (const { parsed } of named) if (parsed.success) inFile.add(parsed.data);
  const seen = new Set<string>();
  named.forEach(({ tag, parsed }) => {
    if (!parsed.success) {
      conflict(tag.name.slice(0, 80), parsed.error.issues[0]?.message ?? 'This is no name.');
      return;
    }
    const name = parsed.data;
    if (seen.has(name)) {
      conflict(name, 'The file has this name twice; the first is taken.');
      return;
    }
    seen.add(name);
    const own = carried.get(name) ?? null;
    const heir = mergedHere.get(name);
    if (own === null && heir !== undefined) {
      conflict(name, `#${name} was merged into #${heir} here.`);
      return;
    }
    // A name that is a separate tag in the file is not merged.
    const parts = [...new Set(tag.merged)]
      .filter((part) => part !== name && !inFile.has(part))
      .flatMap((part) => carried.get(part) ?? []);
    const others = parts.filter(({ id }) => id !== own?.id);
    const contested = [...others, ...(own ? [own] : [])].find(({ id }) => claimed.has(id));
    if (contested) {
      conflict(name, `#${contested.name} is claimed by #${claimed.get(contested.id)} in the same file.`);
      return;
    }
    const target = own ?? others[0] ?? null;
    const merged = others.filter(({ id }) => id !== target?.id);
    for (const row of [target, ...merged]) if (row) claimed.set(row.id, name);
    const item = itemFor(name, tag, target, merged);
    if (item) planned.push(item);
  });
  return planned;
}

function itemFor(
  name: string,
  tag: FileTag,
  target: TagRow | null,
  merged: readonly TagRow[],
): PlannedTag | null {
  const details: string[] = [];
  const fields: { -readonly [Field in keyof TagFields]: TagFields[Field] } = {};
  if (target === null) {
    details.push('New.');
    fields.kept = true;
  } else if (target.name !== name) {
    details.push(`#${target.name} is renamed to #${name}.`);
    fields.name = name;
  }
  const renamed = fields.name !== undefined;
  if (merged.length > 0) details.push(`${listed(merged.map((row) => `#${row.name}`))} merged into it.`);
  if (tag.description !== '' && tag.description !== (target?.description ?? '')) {
    details.push(target?.description ? 'Its description is replaced.' : 'Described.');
    fields.description = tag.description;
  }
  if (tag.archived !== (target?.archived ?? false)) {
    details.push(tag.archived ? 'Archived.' : 'Offered again.');
    fields.archived = tag.archived;
  }
  if (details.length === 0) return null;
  const action = target === null ? 'add' : merged.length > 0 ? 'merge' : renamed ? 'rename' : 'change';
  return { name, action, details, target, fields, merged };
}

/** The tags of the vocabulary by name. */
function carriedNames(database: ReadDatabase): Map<string, TagRow> {
  const { canonical } = readVocabulary(database);
  return new Map(
    allTags(database)
      .filter(({ id }) => canonical(id) === id && isTagInUse(database, id))
      .map((row) => [row.name, row]),
  );
}

/** Names that only merged tags carry, with the name of the tag they were merged into. */
function mergedNames(database: ReadDatabase): Map<string, string> {
  const { nameOf } = readVocabulary(database);
  const merged = allTags(database).filter(
    ({ mergedInto, name }) => mergedInto !== null && tagByName(database, name) === null,
  );
  return new Map(merged.map(({ id, name }) => [name, nameOf(id)]));
}

const MOST_ITEMS = 1000;
const ORDER: readonly Item['action'][] = ['conflict', 'rename', 'merge', 'add', 'change'];

export function importReport(path: string, tags: number, planned: readonly PlannedTag[]): VocabularyImport {
  const count = (action: Item['action']): number => planned.filter((item) => item.action === action).length;
  const items = planned
    .map(({ name, action, details }): Item => ({ name, action, details: [...details] }))
    .sort((left, right) => ORDER.indexOf(left.action) - ORDER.indexOf(right.action))
    .slice(0, MOST_ITEMS);
  return {
    path,
    tags,
    added: count('add'),
    renamed: count('rename'),
    merged: count('merge'),
    changed: count('change'),
    conflicts: count('conflict'),
    items,
  };
}
