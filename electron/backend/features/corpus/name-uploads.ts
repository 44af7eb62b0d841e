import { basename } from 'node:path';
import { isUpload } from '../../files.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';

/** What went wrong with a file that a browser uploaded, by the name that the person knows: not where the copy lies. */
export function nameUploads(error: unknown, workspace: string): unknown {
  if (!(error instanceof FormatError) || !isUpload(error.path, workspace)) return error;
  const { code, path, message, nextStep } = error;
  const name = basename(path);
  return new FormatError(code, name, message.replaceAll(path, name), nextStep, error);
}
