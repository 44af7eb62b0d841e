import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatBytes } from '#shared/domain/figure-text.ts';
import { client, queryClient } from '../../client/api.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, Choices } from '../../ui/inputs/field.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';

export function FolderFact() {
  const system = useQuery(projectQueries.system).data;
  return (
    <p>
      New projects are saved in <span className="mono">{system?.workspace ?? '…'}</span>
    </p>
  );
}

export function BackupSettings() {
  const project = useQuery(projectQueries.project).data ?? null;
  const settings = useQuery({
    queryKey: ['backups.settings'],
    queryFn: ({ signal }) => client.backups.settings(undefined, { signal }),
  });
  const list = useQuery({
    queryKey: ['backups.list', project?.path],
    queryFn: ({ signal }) => client.backups.list(undefined, { signal }),
    enabled: project !== null,
    staleTime: 0,
  });
  const set = useAction((on: boolean) => client.backups.setSettings({ on }), {
    onSuccess: (now) => queryClient.setQueryData(['backups.settings'], now),
  });
  const make = useAction(() => client.backups.make(), {
    onSuccess: () => {
      tell('The backup is saved.');
      void list.refetch();
    },
  });
  return (
    <Choices legend="Backups">
      <Choice
        label="Back up projects after I edit them"
        hint="Dialogram backs up a project when you close it, and every hour while it is open. It keeps five backups, some recent and some older."
        checked={settings.data?.on ?? true}
        disabled={!settings.data || set.isPending}
        onChange={set.mutate}
      />
      {project && list.data && (
        <>
          <p className="quiet small">
            {list.data.backups.length === 0
              ? 'This project has no backup yet. Backups are saved in '
              : `${formatAmount(list.data.backups.length, 'backup')} of this project (${formatBytes(list.data.bytes)}) in `}
            <span className="mono">{list.data.folder}</span>
          </p>
          <div>
            <Button does={make}>Back up now</Button>
          </div>
        </>
      )}
    </Choices>
  );
}
