import { useEffect, useState } from 'react';
import { OPENED_MESSAGE } from '#shared/contract/native.ts';
import { fileName } from '#shared/domain/figure-text.ts';
import { client, native, queryClient } from '../../client/api.ts';
import { projectQueries } from '../../project/queries.ts';
import { chooseAndCreate, isProjectFile, openProject, projectNameOf } from '../../project/session.ts';
import { openDialog, openProps } from '../../ui/overlays/dialog.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { ImportDialog } from './import-dialog.tsx';

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

async function takeDropped(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (first) await take(await native.pathsOf(files), first.name);
}

async function take(paths: readonly string[], name: string): Promise<void> {
  const project = paths.find(isProjectFile);
  if (project !== undefined) {
    await openProject(project);
    return;
  }
  const open = queryClient.getQueryData(projectQueries.project.queryKey);
  // Check the files before creating a project, which would stay empty if they cannot be read.
  if (!open && !(await makeProjectFor(paths, name))) {
    await client.corpus.leave({ paths: [...paths] });
    return;
  }
  openDialog(ImportDialog, { paths: [...new Set([...(openProps(ImportDialog)?.paths ?? []), ...paths])] });
}

/** Returns false if the person cancelled or a file cannot be read; then the error was shown. */
async function makeProjectFor(paths: readonly string[], name: string): Promise<boolean> {
  try {
    for (const path of paths) await client.corpus.preview({ path });
    return (await chooseAndCreate(projectNameOf(name))) !== null;
  } catch (error) {
    tellError(error);
    return false;
  }
}

/** Opens files from the system at the start, after restoring the last project, and whenever the shell reports one. */
function useOpenedFile(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const look = () => {
      native
        .openedFile()
        .then((path) => (path === null ? undefined : take([path], fileName(path))))
        .catch(tellError);
    };
    look();
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === window && data === OPENED_MESSAGE) look();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [ready]);
}

/** Accepts files dropped anywhere on the page, which the browser would otherwise open in its place. */
export function DropTarget({ ready }: { readonly ready: boolean }) {
  useOpenedFile(ready);
  const [over, setOver] = useState(false);

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // There is no related target only when the pointer leaves the window.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      const taken = event.defaultPrevented;
      event.preventDefault();
      setOver(false);
      if (taken) return;
      takeDropped([...(event.dataTransfer?.files ?? [])]).catch(tellError);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  return over ? (
    <div className="drop-overlay flex middle bold fixed in-middle no-pointer large">Drop to import</div>
  ) : null;
}
