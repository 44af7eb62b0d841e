import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldCounts, ProjectCheck } from '#shared/contract/projects.ts';
import { fileName, formatAmount, formatBytes, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import { client, native } from '../../client/api.ts';
import { openProject, useDamagedProject } from '../../project/session.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, Choices } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice, Notice, Unanswered } from '../../ui/state/notice.tsx';

type CheckedBackup = ProjectCheck['backups'][number];

export function readableText(readable: HeldCounts, before: HeldCounts | null): string {
  const part = (count: number, all: number | undefined, one: string): string =>
    all === undefined || all <= count
      ? formatAmount(count, one)
      : `${formatCount(count)} of ${formatAmount(all, one)}`;
  const { dialogues, utterances, edits } = readable;
  return `${part(dialogues, before?.dialogues, 'dialogue')}, ${part(utterances, before?.utterances, 'message')} and ${part(edits, before?.edits, 'edit')} can be read.`;
}

export function lossText({ missing, problem }: CheckedBackup): string {
  if (problem !== null || missing === null) return problem ?? 'Nothing seems to be lost.';
  const { dialogues, edits } = missing;
  const lost = [
    ...(dialogues > 0 ? [formatAmount(dialogues, 'dialogue')] : []),
    ...(edits > 0 ? [formatAmount(edits, 'edit')] : []),
  ];
  return lost.length === 0
    ? 'This backup contains everything that is still readable.'
    : `You would lose ${lost.join(' and ')}.`;
}

export function DamagedProject() {
  const path = useDamagedProject((state) => state.path);
  return path === null ? null : (
    <DamagedDialog key={path} path={path} onClose={() => useDamagedProject.setState({ path: null })} />
  );
}

function DamagedDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const check = useQuery({
    queryKey: ['backups.check', path],
    queryFn: ({ signal }) => client.backups.check({ path }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const name = fileName(path);
  const restore = useMutation({
    mutationFn: async (backup: string) => {
      const { kept } = await client.backups.restore({ path, backup });
      await openProject(path);
      tell(
        kept === null
          ? 'The backup was restored.'
          : `The backup was restored. The damaged file was kept as ${fileName(kept)}.`,
      );
    },
    onSuccess: onClose,
  });
  const salvage = useMutation({
    mutationFn: async () => {
      const out = await native.chooseNewProject(`${name.replace(/\.dialogram$/i, '')} saved`);
      if (out === null) return false;
      const saved = await client.backups.salvage({ path, out });
      await openProject(saved.path);
      tell(
        `Saved ${formatAmount(saved.dialogues, 'dialogue')}, ${formatAmount(saved.utterances, 'message')} and ${formatAmount(saved.edits, 'edit')}. ${saved.notes.join(' ')}`,
        saved.notes.length > 0 ? 'warning' : 'done',
      );
      return true;
    },
    onSuccess: (isSaved) => isSaved && onClose(),
  });
  const whole = check.data?.backups.filter(({ problem }) => problem === null) ?? [];
  const backup = chosen ?? whole[0]?.path ?? null;
  const isBusy = restore.isPending || salvage.isPending;
  const isReadable = (check.data?.readable?.dialogues ?? 0) + (check.data?.readable?.edits ?? 0) > 0;
  return (
    <Dialog
      title={`${name} is damaged`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind={backup === null ? 'primary' : 'plain'}
            disabled={!isReadable || isBusy}
            does={salvage}
          >
            Save what can be read…
          </Button>
          {backup !== null && (
            <Button
              kind="primary"
              disabled={isBusy}
              pending={restore.isPending}
              onClick={() => restore.mutate(backup)}
            >
              Restore backup
            </Button>
          )}
        </>
      }
    >
      <Notice kind="error">
        The project file differs from what Dialogram saved. Nothing is changed until you decide.
      </Notice>
      {!check.isSuccess && <Unanswered of={check} loading="Checking what can be read…" />}
      {check.data && <Findings check={check.data} />}
      {check.data && (
        <Choices legend="Backups">
          {check.data.backups.length === 0 && (
            <p className="quiet small">There is no backup of this project.</p>
          )}
          {check.data.backups.map((one) => (
            <Choice
              key={one.path}
              type="radio"
              name="backup"
              label={`${formatTime(one.at)} · ${formatBytes(one.bytes)}`}
              hint={lossText(one)}
              checked={one.path === backup}
              disabled={one.problem !== null || isBusy}
              onChange={() => setChosen(one.path)}
            />
          ))}
        </Choices>
      )}
      {restore.isError && <ErrorNotice error={restore.error} />}
      {salvage.isError && <ErrorNotice error={salvage.error} />}
    </Dialog>
  );
}

function Findings({ check: { damage, readable, before } }: { readonly check: ProjectCheck }) {
  return (
    <div>
      <p>
        {damage.length === 0
          ? 'No damage was found this time. Open the project again.'
          : `Found: ${damage.join('; ')}.`}
      </p>
      {readable && <p>{readableText(readable, before)}</p>}
    </div>
  );
}
