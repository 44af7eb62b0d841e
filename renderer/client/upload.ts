import { z } from 'zod';
import { type ErrorDetail, errorDetailSchema } from '#shared/contract/errors.ts';
import { WEB_ROUTES } from '#shared/contract/native.ts';

/** The progress of an upload to the browser shell's workspace, in bytes. */
export interface UploadProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** A failed upload, with the fields that every error of the app has. */
class UploadError extends Error {
  readonly code: string;
  readonly detail: ErrorDetail;

  constructor(message: string, code: string, detail: ErrorDetail) {
    super(message);
    this.name = 'UploadError';
    this.code = code;
    this.detail = detail;
  }
}

const answerSchema = z.union([
  z.object({ path: z.string() }),
  z.object({
    error: z.object({ code: z.string(), message: z.string(), detail: errorDetailSchema.nullable() }),
  }),
]);

function errorOf(name: string, status: number, answer: unknown): UploadError {
  const parsed = answerSchema.safeParse(answer).data;
  const said = parsed && 'error' in parsed ? parsed.error : null;
  return new UploadError(
    said?.message ?? `${name} could not be uploaded.`,
    said?.code ?? 'CANNOT_WRITE',
    said?.detail ?? {
      place: name,
      value: status === 0 ? null : `HTTP status ${status}`,
      nextStep: 'Check that Dialogram is still running and that its workspace has room, then try again.',
    },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Sends a file's bytes to the browser shell. Uses XMLHttpRequest because fetch does not report upload
 * progress.
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
      const answer = jsonOf(request.responseText);
      const saved = answerSchema.safeParse(answer).data;
      if (request.status < 300 && saved && 'path' in saved) resolve(saved.path);
      else reject(errorOf(file.name, request.status, answer));
    });
    request.addEventListener('error', () => reject(errorOf(file.name, 0, null)));
    request.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
