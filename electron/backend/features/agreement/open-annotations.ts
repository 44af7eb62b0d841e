import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { translateError } from '../../errors.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { WriteDatabase } from '../../store/database.ts';
import {
  type AnnotatedRound,
  findAnnotationFile,
  insertAnnotationFile,
  roundFinder,
} from '../../store/tags/annotation-file-table.ts';
import { tagNameOf } from '../../store/tags/tag-name.ts';
import { annotationLineSchema } from './annotation-lines.ts';

const BATCH = 1000;

/**
 * Opens another person's export for comparison. Lines about turns that this project does not have are
 * counted; an invalid line is refused with its number.
 * @throws BAD_FILE if a line is invalid, or if no line is about this project
 */
export async function openAnnotations(database: WriteDatabase, path: string) {
  const find = roundFinder(database);
  const rounds = new Map<RoundId, AnnotatedRound>();
  const authors = new Set<string>();
  let unknown = 0;
  let number = 0;
  try {
    const lines = createInterface({
      input: createReadStream(path, 'utf8'),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    for await (const line of lines) {
      number++;
      if (number % BATCH === 0) await breathe();
      if (line.trim() === '') continue;
      const { source, dialogue, round, author, ...said } = lineOf(line, number, path);
      if (author !== '') authors.add(author);
      const id = find(source, dialogue, round);
      if (id === null) {
        unknown++;
        continue;
      }
      // Names must be valid tags, since they may become tags of this project.
      const tags = said.tags.map(tagNameOf).filter((name) => name !== null);
      rounds.set(id, { ...said, round: id, tags: [...new Set(tags)] });
    }
  } catch (error) {
    throw translateError(error, path);
  }
  if (rounds.size === 0) {
    throw new DialogramError('BAD_FILE', `Nothing in ${basename(path)} is about dialogues of this project.`, {
      place: path,
      value: unknown === 0 ? 'no lines' : `${unknown} lines about other dialogues`,
      nextStep: 'Open an export of corrections made from the same imported files.',
    });
  }
  const file = insertAnnotationFile(
    database,
    {
      name: basename(path),
      author: [...authors].sort().join(', ').slice(0, 200) || 'unnamed',
      openedAt: new Date().toISOString(),
    },
    [...rounds.values()],
  );
  const opened = findAnnotationFile(database, file);
  if (!opened) throw new Error(`The file ${file} that was just opened is missing.`);
  return { ...opened, unknown };
}

function lineOf(line: string, number: number, path: string) {
  const bad = (why: string): DialogramError =>
    new DialogramError('BAD_FILE', `Line ${number} of ${basename(path)} ${why}`, {
      place: `${path}, line ${number}`,
      value: line.slice(0, 100),
      nextStep: 'Choose a file that "Export my corrections" or "dialogram annotations export" wrote.',
    });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw bad('is not JSON.');
  }
  const parsed = annotationLineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw bad(`is not an annotation: ${issue?.path.join('.') || 'the line'}: ${issue?.message}`);
}
