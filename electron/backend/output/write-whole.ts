import { randomUUID } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../errors.ts';
import { realPlace } from '../files.ts';
import type { Session } from '../project.ts';

/** Writes an export: the whole file or nothing. */
export function writeWhole(path: string, text: string): { path: string; bytes: number } {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw translateError(error, path);
  }
  return { path, bytes: statSync(path).size };
}

const CHUNK_CHARACTERS = 1 << 18;

/** The same for a file that is made piece by piece, since it may be long. */
export function writeInPieces(path: string, pieces: Iterable<string>): { path: string; bytes: number } {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    const file = openSync(temporary, 'w');
    try {
      let text = '';
      for (const piece of pieces) {
        text += piece;
        if (text.length < CHUNK_CHARACTERS) continue;
        // Goes on behind what is there, until the whole piece is written, which one write need not do.
        writeFileSync(file, text);
        text = '';
      }
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw translateError(error, path);
  }
  return { path, bytes: statSync(path).size };
}

/**
 * Where an export goes; asked before the work of rendering it.
 * @throws DialogramError INVALID where it would replace the project itself
 */
export function exportPath({ files, project }: Pick<Session, 'files' | 'project'>, out: string): string {
  const path = files.forWriting(out);
  if (realPlace(path) !== project().path) return path;
  throw new DialogramError('INVALID', `${path} is the project itself; the export would replace it.`, {
    place: path,
    nextStep: 'Choose another name for the export.',
  });
}
