import { createReadStream, createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { translateError } from '#backend/errors.ts';
import type { FileAccess } from '#backend/files.ts';
import { findPageFile } from '#backend/machine/built-page.ts';
import { beginOutput, fittingName, outputTarget } from '#backend/output/target.ts';
import { DialogramError } from '#shared/contract/errors.ts';

/** A name of one plain file in one folder, whatever was requested. */
function plainName(name: string): string {
  const plain = basename(name.replaceAll('\\', '/'))
    .replace(/[\p{Cc}<>:"|?*]/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 200);
  const ending = extname(plain);
  return plain === '' ? 'upload' : fittingName(basename(plain, ending), ending);
}

/**
 * Saves an uploaded file in the workspace's `uploads`: whole or not at all. It replaces an earlier upload
 * with the same name; a project gets a new name instead, because people work in it.
 */
export async function receiveUpload(
  request: IncomingMessage,
  name: string,
  files: FileAccess,
): Promise<{ path: string }> {
  const folder = files.forWriting('uploads');
  const path = join(folder, plainName(name));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const output = beginOutput(outputTarget(path, extname(path) === '.dialogram' ? 'number' : 'replace', []));
  try {
    await pipeline(request, createWriteStream(output.temporary));
    return { path: output.finish().path };
  } catch (error) {
    output.discard();
    throw translateError(error, path);
  }
}

/** Sends a file of the workspace as a download; a browser never shows it as a page. */
export async function sendDownload(response: ServerResponse, path: string, files: FileAccess): Promise<void> {
  const place = files.forReading(path);
  if (!existsSync(place) || !statSync(place).isFile()) {
    throw new DialogramError('NOT_FOUND', `There is no file at ${path}.`, { place: path });
  }
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': statSync(place).size,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(basename(place))}`,
  });
  await pipeline(createReadStream(place), response);
}

/** Sends a file of the built page; false if there is none. */
export async function sendPageFile(
  response: ServerResponse,
  root: string,
  pathname: string,
): Promise<boolean> {
  const file = findPageFile(root, pathname);
  if (!file) return false;
  response.writeHead(200, {
    'Content-Type': file.contentType,
    'Content-Length': file.bytes,
    'Cache-Control': file.immutable ? 'max-age=31536000, immutable' : 'no-cache',
  });
  await pipeline(createReadStream(file.place), response);
  return true;
}
