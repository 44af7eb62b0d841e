import { create } from 'zustand';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { type NativeAbilities, WEB_ROUTES } from '#shared/contract/native.ts';
import { preloadBridge } from './connect.ts';
import { type UploadProgress, upload } from './upload.ts';

/** The shell's abilities, and how to get paths of files dropped on the page. */
export interface Native extends NativeAbilities {
  /** Returns paths that the backend can read, one per file. A browser uploads the files first. */
  pathsOf(files: readonly File[]): Promise<readonly string[]>;
}

/** A question that the browser shell asks on the page, where Electron shows a native dialog. */
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

/** The dialog or upload that the browser shell shows now; see features/start/workspace-dialogs. */
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

/** Opens the browser's own file dialog. Returns no files if the person closes it. */
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

/** Returns the abilities of the shell around this page. */
export function nativeOf(client: DialogramClient): Native {
  const bridge = preloadBridge();
  if (!bridge) return browserNative(client);
  return { ...bridge.native, pathsOf: async (files) => files.map((file) => bridge.pathOfFile(file)) };
}
