import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { ExportTarget } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../errors.ts';
import { realPlace } from '../files.ts';
import type { Session } from '../project.ts';
import { partOfProject } from '../store/file/file-header.ts';
import { makePrivateFile } from '../store/file/lock.ts';

export interface OutputTarget {
  readonly path: string;
  readonly ifExists: ExportTarget['ifExists'];
  /** Folders of settings, whose files no export may replace. */
  readonly settings: readonly string[];
}

export const targetOf = (
  { files, app: { options } }: Session,
  { out, ifExists }: ExportTarget,
): OutputTarget =>
  outputTarget(files.forWriting(out), ifExists, [options.settingsFolder, options.providersFolder ?? null]);

/**
 * Checks a target before the export and before writing. @throws INVALID if a project or a setting would be lost,
 * ALREADY_EXISTS
 */
export function outputTarget(
  path: string,
  ifExists: ExportTarget['ifExists'],
  settings: readonly (string | null)[],
): OutputTarget {
  const target = { path: realPlace(path), ifExists, settings: settings.filter((folder) => folder !== null) };
  placeOf(target);
  return target;
}

function placeOf({ path, ifExists, settings }: OutputTarget): string {
  if (ifExists === 'number') return freeName(path);
  const part = partOfProject(path) ?? (isSetting(path, settings) ? 'a settings file of Dialogram' : null);
  if (part !== null) {
    throw new DialogramError('INVALID', `${path} is ${part} and cannot be replaced.`, {
      place: path,
      nextStep: 'Choose another name.',
    });
  }
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there) return path;
  if (!there.isFile()) {
    throw new DialogramError(
      'CANNOT_WRITE',
      `${path} is ${there.isDirectory() ? 'a folder' : 'not a file'}.`,
      {
        place: path,
        nextStep: 'Choose a different file name.',
      },
    );
  }
  if (ifExists === 'replace') return path;
  throw new DialogramError('ALREADY_EXISTS', `There is already a file at ${path}.`, {
    place: path,
    nextStep: 'Choose another name, or replace the file (--force on the command line).',
  });
}

function freeName(path: string): string {
  const ending = extname(path);
  const named = (number: string): string =>
    join(dirname(path), fittingName(basename(path, ending), number + ending));
  let free = named('');
  for (let copy = 2; existsSync(free) || partOfProject(free) !== null; copy++) free = named(` ${copy}`);
  return free;
}

/** The maximum bytes of a file name on common file systems. A Chinese character has three. */
const LONGEST_NAME_BYTES = 255;

/** Returns a file name, cut between characters if the whole name would be too long. */
export function fittingName(stem: string, ending: string): string {
  const room = LONGEST_NAME_BYTES - Buffer.byteLength(ending);
  if (Buffer.byteLength(stem) <= room) return stem + ending;
  // If a character was cut, it became the replacement character, which is removed.
  return (
    Buffer.from(stem)
      .subarray(0, room)
      .toString('utf8')
      .replace(/\ufffd+$/, '') + ending
  );
}

/** Compares the identity of files and folders, because one may have several names. */
function isSetting(path: string, settings: readonly string[]): boolean {
  if (!existsSync(path)) return false;
  const folders = settings.filter((folder) => existsSync(folder));
  const own = folders.flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))]);
  for (let place = path; ; place = dirname(place)) {
    if (own.some((setting) => isSameFile(setting, place))) return true;
    if (place === dirname(place)) return false;
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

export function beginOutput(target: OutputTarget) {
  // The name does not contain the target's name, which may already have the maximum length.
  const temporary = join(dirname(target.path), `.${randomUUID().slice(0, 8)}.part`);
  try {
    makePrivateFile(temporary);
  } catch {
    // If this fails, the write itself reports why.
  }
  return {
    temporary,
    /** Moves the file to its final path, which is checked again first. */
    finish() {
      const path = placeOf(target);
      renameSync(temporary, path);
      return { path, bytes: statSync(path).size };
    },
    discard: () => rmSync(temporary, { force: true }),
  };
}

export function writeOutput(
  target: OutputTarget,
  write: (temporary: string) => void,
): { path: string; bytes: number } {
  const output = beginOutput(target);
  try {
    write(output.temporary);
    return output.finish();
  } catch (error) {
    output.discard();
    throw translateError(error, target.path);
  }
}

export const writeWhole = (
  target: OutputTarget,
  text: string | Uint8Array,
): { path: string; bytes: number } => writeOutput(target, (temporary) => writeFileSync(temporary, text));

const CHUNK_CHARACTERS = 1 << 18;

export function writeInPieces(
  target: OutputTarget,
  pieces: Iterable<string>,
): { path: string; bytes: number } {
  return writeOutput(target, (temporary) => {
    const file = openSync(temporary, 'w');
    try {
      let text = '';
      for (const piece of pieces) {
        text += piece;
        if (text.length < CHUNK_CHARACTERS) continue;
        // Writes until the whole piece is written, because a single write may be partial.
        writeFileSync(file, text);
        text = '';
      }
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
  });
}
