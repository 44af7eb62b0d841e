import type { ErrorDetail } from '#shared/contract/errors.ts';
import { WEB_ROUTES } from '#shared/contract/native.ts';

/** How far the files on their way to the browser shell's workspace have come, in bytes. */
export interface UploadProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** An upload that failed, with the fields that every error of the app carries. */
export class UploadError extends Error {
  readonly code = 'CANNOT_WRITE';
  readonly detail: ErrorDetail;

  constructor(message: string, name: string, value: string | null) {
    super(message);
    this.name = 'UploadError';
    this.detail = {
      place: name,
      value,
      nextStep: 'Check that Dialogram is still running and that its workspace has room, then try again.',
    };
  }
}

function answerOf(request: XMLHttpRequest): { path?: unknown; error?: { message?: unknown } } {
  try {
    return JSON.parse(request.responseText) ?? {};
  } catch {
    return {};
  }
}

/**
 * Sends a file's bytes to the browser shell.
 * XMLHttpRequest, because fetch tells nothing of how far an upload is.
 * @returns the path under which the backend can read it
 */
export function upload(
  file: File,
  onProgress: (progress: UploadProgress) => void,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${WEB_ROUTES.uploads}?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    const report = (done: number) => onProgress({ name: file.name, done, total: file.size });
    report(0);
    request.upload.addEventListener('progress', (event) => report(event.loaded));
    request.addEventListener('load', () => {
      const answer = answerOf(request);
      if (request.status < 300 && typeof answer.path === 'string') resolve(answer.path);
      else {
        const said = typeof answer.error?.message === 'string' ? answer.error.message : null;
        reject(
          new UploadError(said ?? `${file.name} could not be uploaded.`, file.name, `HTTP ${request.status}`),
        );
      }
    });
    request.addEventListener('error', () => {
      reject(new UploadError(`The connection broke while ${file.name} was being uploaded.`, file.name, null));
    });
    request.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
