import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { fileName } from '#shared/domain/figure-text.ts';
import { useApi } from '../client/api.tsx';
import { invalidate } from '../client/queries.ts';
import { closeProject, saveProjectAs } from '../project/session.ts';
import { Button } from '../ui/inputs/button.tsx';
import { tell, tellError } from '../ui/overlays/toasts.tsx';
import { Notice } from '../ui/state/notice.tsx';

/** Says that the open file was moved, deleted or became read-only. Checked when the person returns. */
export function LostProject({ project }: { readonly project: Project }) {
  const api = useApi();
  const { queryClient } = api;
  useEffect(() => {
    const look = () => void invalidate(queryClient, ['project']);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [queryClient]);
  const save = useMutation({
    mutationFn: () => saveProjectAs(api),
    onSuccess: (saved) => saved && tell(`Saved as ${fileName(saved.path)}.`),
    onError: tellError,
  });
  if (project.inPlace && !project.readOnly) return null;
  return (
    <Notice
      kind={project.inPlace ? 'warning' : 'error'}
      bar
      actions={
        <>
          <Button small kind="primary" pending={save.isPending} onClick={() => save.mutate()}>
            Save as…
          </Button>
          <Button small onClick={() => void closeProject(api).catch(tellError)}>
            {project.inPlace ? 'Close' : 'Close without saving'}
          </Button>
        </>
      }
    >
      {project.inPlace
        ? `${fileName(project.path)} is in a folder that cannot be written to, so you can only read it. To make changes, save it under another name.`
        : `${fileName(project.path)} was moved, deleted or replaced, so nothing more can be saved. Put the file back, or save what is open under another name.`}
    </Notice>
  );
}
