import { readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import { translateError } from '../../errors.ts';
import { csvTable } from '../../output/csv.ts';

/** A tag as a file has it. Names are not yet checked. */
export interface FileTag {
  readonly name: string;
  readonly description: string;
  readonly archived: boolean;
  readonly merged: readonly string[];
}

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

/** @param guidelines the project's guidelines; empty if there are none */
export function vocabularyAsJson(tags: readonly VocabularyTag[], guidelines: string): string {
  const rows = tags.map(({ name, byRole, description, archived, merged }) => ({
    name,
    rounds: byRole,
    description,
    archived,
    merged,
  }));
  return `${JSON.stringify({ format: FORMAT, version: 1, guidelines, tags: rows }, null, 2)}\n`;
}

/** One row a tag; merged names are divided by spaces, which no name has. */
export const vocabularyAsCsv = (tags: readonly VocabularyTag[]): string =>
  [
    ...csvTable<VocabularyTag>(
      [
        ['name', ({ name }) => name],
        ['rounds_user', ({ byRole }) => byRole.user],
        ['rounds_system', ({ byRole }) => byRole.system],
        ['description', ({ description }) => description],
        ['archived', ({ archived }) => (archived ? 'yes' : 'no')],
        ['merged', ({ merged }) => merged.join(' ')],
      ],
      tags,
    ),
  ].join('');

/** Reads what `export` wrote, or a CSV with at least the column `name`. @throws BAD_FILE */
export function readVocabularyFile(path: string): FileTag[] {
  const text = readText(path);
  return text.trimStart().startsWith('{') ? tagsOfJson(path, text) : tagsOfCsv(path, text);
}

function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > LARGEST_BYTES)
      throw badFile(path, `It has ${size} bytes. A vocabulary file has at most ${LARGEST_BYTES}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw badFile(path, 'It is not UTF-8 text.');
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
  const [issue] = parsed.error.issues;
  throw badFile(path, `${issue?.path.join('.') || 'The file'}: ${issue?.message}`);
}

function tagsOfCsv(path: string, text: string): FileTag[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { columns: true, bom: true, skip_empty_lines: true, to: MOST_TAGS });
  } catch (error) {
    throw badFile(path, error instanceof Error ? error.message : String(error));
  }
  if (rows[0] && rows[0].name === undefined) throw badFile(path, 'Its first line has no column "name".');
  return rows.map((row) => ({
    name: unescaped(row.name ?? ''),
    description: unescaped(row.description ?? '').slice(0, 2000),
    archived: /^(yes|true|1)$/i.test((row.archived ?? '').trim()),
    merged: unescaped(row.merged ?? '')
      .split(/\s+/)
      .filter((name) => name !== ''),
  }));
}

/** Removes the apostrophe that keeps spreadsheets from reading a formula. */
const unescaped = (cell: string): string => (/^'[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);

const badFile = (path: string, reason: string): DialogramError =>
  new DialogramError('BAD_FILE', `${path} cannot be read as a vocabulary. ${reason}`, {
    place: path,
    nextStep:
      'Choose a file that Dialogram exported, or a CSV with the columns name, description, archived, merged.',
  });
