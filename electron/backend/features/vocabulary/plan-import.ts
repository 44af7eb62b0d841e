import { readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { problemIn, tagNameSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { VocabularyImport, VocabularyTag } from '#shared/contract/vocabulary.ts';
import { formatBytes } from '#shared/domain/figure-text.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { translateError } from '../../errors.ts';
import { csvTable } from '../../output/csv.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { TagFields } from '../../store/edits/words/word-changes.ts';
import { allTags, isTagInUse, readVocabulary, type TagRow, tagByName } from '../../store/tags/tag-table.ts';
import { listed } from './tag-edits.ts';

const FORMAT = 'dialogram-vocabulary';
const LARGEST_BYTES = 20 * 1024 * 1024;
const MOST_TAGS = 50_000;

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  tags: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().max(2000).default(''),
        archived: z.boolean().default(false),
        merged: z.array(z.string()).default([]),
      }),
    )
    .max(MOST_TAGS),
});
type FileTag = z.infer<typeof fileSchema>['tags'][number];

export function vocabularyAsJson(tags: readonly VocabularyTag[], guidelines: string): string {
  const rows = tags.map(({ name, byRole, description, archived, merged }) => ({
    name,
    turns: byRole,
    description,
    archived,
    merged,
  }));
  return `${JSON.stringify({ format: FORMAT, version: 1, guidelines, tags: rows }, null, 2)}\n`;
}

/** Returns one row per tag. Names of merged tags are separated by spaces, because no name contains a space. */
export const vocabularyAsCsv = (tags: readonly VocabularyTag[]): string =>
  [
    ...csvTable<VocabularyTag>(
      [
        ['name', ({ name }) => name],
        ['turns_user', ({ byRole }) => byRole.user],
        ['turns_system', ({ byRole }) => byRole.system],
        ['description', ({ description }) => description],
        ['archived', ({ archived }) => (archived ? 'yes' : 'no')],
        ['merged', ({ merged }) => merged.join(' ')],
      ],
      tags,
    ),
  ].join('');

/** Reads an exported vocabulary, or a CSV with the column `name`. @throws BAD_FILE */
export function readVocabularyFile(path: string): FileTag[] {
  const text = readText(path);
  return text.trimStart().startsWith('{') ? tagsOfJson(path, text) : tagsOfCsv(path, text);
}

function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > LARGEST_BYTES)
      throw badFile(path, `The file has ${formatBytes(size)}. The limit is ${formatBytes(LARGEST_BYTES)}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw badFile(path, 'The file is not UTF-8 text.');
    throw translateError(error, path);
  }
}

function tagsOfJson(path: string, text: string): FileTag[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badFile(path, `It is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data.tags;
  throw badFile(path, problemIn(parsed.error, 'The file'));
}

function tagsOfCsv(path: string, text: string): FileTag[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { columns: true, bom: true, skip_empty_lines: true, to: MOST_TAGS });
  } catch (error) {
    throw badFile(path, error instanceof Error ? error.message : String(error));
  }
  if (rows[0] && rows[0].name === undefined) throw badFile(path, 'The first line has no column "name".');
  return rows.map((row) => ({
    name: unescaped(row.name ?? ''),
    description: unescaped(row.description ?? '').slice(0, 2000),
    archived: /^(yes|true|1)$/i.test((row.archived ?? '').trim()),
    merged: unescaped(row.merged ?? '')
      .split(/\s+/)
      .filter((name) => name !== ''),
  }));
}

/** Removes the apostrophe before a cell that a spreadsheet would run as a formula. */
const unescaped = (cell: string): string => (/^'[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);

const badFile = (path: string, reason: string): DialogramError =>
  new DialogramError('BAD_FILE', `${path} cannot be read as a vocabulary. ${reason}`, {
    place: path,
    nextStep:
      'Choose a file that Dialogram exported, or a CSV file with the columns “name”, “description”, “archived” and “merged”.',
  });

type Item = VocabularyImport['items'][number];

export interface PlannedTag {
  readonly name: string;
  readonly action: Item['action'];
  readonly details: readonly string[];
  readonly target: TagRow | null;
  readonly fields: TagFields;
  readonly merged: readonly TagRow[];
}

/**
 * Matches tags by name, or by the name of a merged tag, which renames the tag here. Nothing is removed. An empty
 * description changes nothing.
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
      conflict(tag.name.slice(0, 80), parsed.error.issues[0]?.message ?? 'This is not a valid tag name.');
      return;
    }
    const name = parsed.data;
    if (seen.has(name)) {
      conflict(name, 'The name appears twice in the file. The first entry is used.');
      return;
    }
    seen.add(name);
    const own = carried.get(name) ?? null;
    const heir = mergedHere.get(name);
    if (own === null && heir !== undefined) {
      conflict(name, `#${name} was merged into #${heir} here.`);
      return;
    }
    // If the file has a separate tag with this name, the name is not merged.
    const parts = [...new Set(tag.merged)]
      .filter((part) => part !== name && !inFile.has(part))
      .flatMap((part) => carried.get(part) ?? []);
    const others = parts.filter(({ id }) => id !== own?.id);
    const contested = [...others, ...(own ? [own] : [])].find(({ id }) => claimed.has(id));
    if (contested) {
      conflict(name, `#${claimed.get(contested.id)} in the same file already uses #${contested.name}.`);
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
    details.push('New tag.');
    fields.kept = true;
  } else if (target.name !== name) {
    details.push(`#${target.name} is renamed to #${name}.`);
    fields.name = name;
  }
  const renamed = fields.name !== undefined;
  if (merged.length > 0)
    details.push(
      `${listed(merged.map((row) => `#${row.name}`))} ${merged.length === 1 ? 'is' : 'are'} merged into it.`,
    );
  if (tag.description !== '' && tag.description !== (target?.description ?? '')) {
    details.push(target?.description ? 'The description is replaced.' : 'A description is added.');
    fields.description = tag.description;
  }
  if (tag.archived !== (target?.archived ?? false)) {
    details.push(tag.archived ? 'Archived.' : 'Restored.');
    fields.archived = tag.archived;
  }
  if (details.length === 0) return null;
  const action = target === null ? 'add' : merged.length > 0 ? 'merge' : renamed ? 'rename' : 'change';
  return { name, action, details, target, fields, merged };
}

function carriedNames(database: ReadDatabase): Map<string, TagRow> {
  const { canonical } = readVocabulary(database);
  return new Map(
    allTags(database)
      .filter(({ id }) => canonical(id) === id && isTagInUse(database, id))
      .map((row) => [row.name, row]),
  );
}

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
