import { z } from 'zod';
import { create } from 'zustand';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { type ErrorDetail, errorDetailSchema } from '#shared/contract/errors.ts';
import { type NativeAbilities, WEB_ROUTES } from '#shared/contract/native.ts';
import { preloadBridge } from './connect.ts';

interface UploadProgress {
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
      nextStep:
        'Check that Dialogram is still running and that its workspace has free space, then try again.',
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

/** Uses XMLHttpRequest, because fetch reports no progress. Returns the path where the backend can read the file. */
function upload(
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

export interface Native extends NativeAbilities {
  pathsOf(files: readonly File[]): Promise<readonly string[]>;
}

type WorkspaceQuestion =
  | { readonly kind: 'open'; readonly answer: (path: string | null) => void }
  | {
      readonly kind: 'create';
      readonly suggestedName: string;
      readonly answer: (path: string | null) => void;
    };

interface BrowserShell {
  readonly question: WorkspaceQuestion | null;
  readonly upload: (UploadProgress & { readonly cancel: () => void }) | null;
}

export const useBrowserShell = create<BrowserShell>(() => ({ question: null, upload: null }));

type Ask = { kind: 'open' } | { kind: 'create'; suggestedName: string };

function ask(question: Ask): Promise<string | null> {
  return new Promise((resolve) => {
    const answer = (path: string | null) => {
      useBrowserShell.setState({ question: null });
      resolve(path);
    };
    useBrowserShell.setState({ question: { ...question, answer } });
  });
}

async function uploadAll(files: readonly File[]): Promise<string[]> {
  const stop = new AbortController();
  const cancel = () => stop.abort();
  const paths: string[] = [];
  try {
    for (const file of files) {
      const show = (progress: UploadProgress) =>
        useBrowserShell.setState({ upload: { ...progress, cancel } });
      paths.push(await upload(file, show, stop.signal));
    }
    return paths;
  } finally {
    useBrowserShell.setState({ upload: null });
  }
}

function pickFiles(): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.hidden = true;
    input.setAttribute('aria-label', 'Files to import');
    const done = () => {
      resolve([...(input.files ?? [])]);
      input.remove();
    };
    input.addEventListener('change', done, { once: true });
    input.addEventListener('cancel', done, { once: true });
    // Inside an open modal dialog; elsewhere the browser would make the input inert.
    (document.querySelector('dialog[open]') ?? document.body).append(input);
    input.click();
  });
}

function browserNative(client: DialogramClient): Native {
  return {
    shell: 'browser',
    chooseProjectToOpen: () => ask({ kind: 'open' }),
    chooseNewProject: (suggestedName) => ask({ kind: 'create', suggestedName }),
    chooseFilesToImport: async () => uploadAll(await pickFiles()),
    // A browser does not reveal a folder's path, so the person types it.
    chooseFolder: async () => null,
    openedFile: async () => null,
    async chooseExportFile(suggestedName) {
      const { workspace } = await client.system.info();
      return { out: `${workspace}/${suggestedName}`, ifExists: 'number' };
    },
    async deliver(path) {
      const link = document.createElement('a');
      link.href = `${WEB_ROUTES.downloads}?path=${encodeURIComponent(path)}`;
      link.download = '';
      document.body.append(link);
      link.click();
      link.remove();
    },
    zoom: async () => 1,
    setZoom: async () => {},
    pathsOf: uploadAll,
  };
}

export function nativeOf(client: DialogramClient): Native {
  const bridge = preloadBridge();
  if (!bridge) return browserNative(client);
  return { ...bridge.native, pathsOf: async (files) => files.map((file) => bridge.pathOfFile(file)) };
}
