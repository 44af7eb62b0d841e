import { basename } from 'node:path';
import { isUpload } from '../../files.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';

/** Returns an error about an uploaded file with the name that the person knows, instead of the path of the copy. */
export function nameUploads(error: unknown, workspace: string): unknown {
  if (!(error instanceof FormatError) || !isUpload(error.path, workspace)) return error;
  const { code, path, message, nextStep } = error;
  const name = basename(path);
  return new FormatError(code, name, message.replaceAll(path, name), nextStep, error);
}
