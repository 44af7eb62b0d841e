import { type Query, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type PurgePreview,
  type PurgeResult,
  type PurgeSelection,
  purgeResultSchema,
} from '#shared/contract/purge.ts';
import { formatAmount, formatBytes } from '#shared/domain/figure-text.ts';
import { client, queryClient } from '../../client/api.ts';
import { allFeatures } from '../../project/feature.ts';
import { LASTING } from '../../project/session.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, Choices } from '../../ui/inputs/field.tsx';
import { ConfirmDialog, closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice, Unanswered, Warnings } from '../../ui/state/notice.tsx';
import { StartedJobState, useDoneJobs, useStartedJob } from '../jobs/index.ts';

export function PurgedForgotten() {
  useDoneJobs(PURGE_JOBS, () => {
    for (const { onPurge } of allFeatures()) onPurge?.();
    const others = { predicate: (query: Query) => !LASTING.includes(query.queryKey[0]) };
    void queryClient.resetQueries(others);
  });
  return null;
}

const PURGE_JOBS: readonly string[] = ['purge'];

/** Lists what is deleted permanently, most important first. Zero counts are left out. */
export function purgeRows(preview: PurgePreview): string[] {
  const rows: readonly (readonly [number, string, string?])[] = [
    [preview.dialogues, 'dialogue'],
    [preview.utterances, 'message'],
    [preview.sources, 'source'],
    [preview.automata, 'automaton', 'automata'],
    [preview.machineTags, 'automatic tag', 'automatic tags'],
    [preview.decisions, 'manual decision', 'manual decisions'],
    [preview.edits, 'edit in the history', 'edits in the history'],
    [preview.tags, 'tag in the vocabulary', 'tags in the vocabulary'],
    [preview.rejects, 'rejected record'],
    [preview.vectors, 'vector'],
    [preview.modelAnswers, 'model answer'],
    [preview.prompts, 'prompt'],
    [preview.cases, 'saved case', 'saved cases'],
    [preview.votePairs, 'pair of answers with votes', 'pairs of answers with votes'],
    [preview.batches, 'batch run'],
    [preview.judgings, 'judging run'],
    [preview.jobs, 'earlier job'],
  ];
  return rows.filter(([count]) => count > 0).map(([count, one, many]) => formatAmount(count, one, many));
}

/** "2 backups, 3.1 MB": the number of files and their total size. */
export function filesText(files: readonly { readonly bytes: number }[], one: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${formatAmount(files.length, one)}, ${formatBytes(bytes)}`;
}

export function purgeOutcome(result: PurgeResult): string {
  const them = result.dialogues === 1 ? 'it' : 'them';
  const gone = `Purged ${formatAmount(result.dialogues, 'dialogue')} and everything made from ${them}.`;
  const files =
    result.filesRemoved > 0
      ? ` ${formatAmount(result.filesRemoved, 'file')} next to the project file ${result.filesRemoved === 1 ? 'was' : 'were'} removed.`
      : '';
  const left =
    result.filesLeft > 0
      ? ` ${formatAmount(result.filesLeft, 'file')} could not be removed and still ${result.filesLeft === 1 ? 'contains' : 'contain'} purged text.`
      : '';
  return gone + files + left;
}

export function PurgeDialog({ selection }: { readonly selection: PurgeSelection }) {
  const [backups, setBackups] = useState(true);
  const [uploads, setUploads] = useState(true);
  const preview = useQuery({
    queryKey: ['purge', selection],
    // Always counted fresh, because exactly this is deleted.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => client.purge.preview(selection, { signal }),
  });
  const purging = useStartedJob(purgeResultSchema, (expected: number) =>
    client.purge.run({ ...selection, expected, backups, uploads }),
  );
  const { start, result, stage } = purging;

  if (stage === 'idle') {
    const title = preview.data ? `Purge ${preview.data.name}` : 'Purge';
    return (
      <ConfirmDialog
        title={title}
        verb="Purge permanently"
        danger
        typed={preview.data?.name ?? null}
        onConfirm={() => {
          if (preview.data) start.mutate(preview.data.dialogues);
        }}
      >
        {!preview.isSuccess && <Unanswered of={preview} loading="Counting what will be deleted…" />}
        {preview.data && (
          <>
            <WhatGoes preview={preview.data} />
            {preview.data.backups.length + preview.data.uploads.length > 0 && (
              <Choices legend="Files that contain the text">
                {preview.data.backups.length > 0 && (
                  <Choice
                    label="Remove the backups next to the project file"
                    hint={`${filesText(preview.data.backups, 'backup')}; each is a full copy of the project.`}
                    checked={backups}
                    onChange={setBackups}
                  />
                )}
                {preview.data.uploads.length > 0 && (
                  <Choice
                    label="Remove the uploaded copies of the imported files"
                    hint={filesText(preview.data.uploads, 'file')}
                    checked={uploads}
                    onChange={setUploads}
                  />
                )}
              </Choices>
            )}
            <OutOfReach preview={preview.data} />
          </>
        )}
        {start.isError && <ErrorNotice error={start.error} />}
      </ConfirmDialog>
    );
  }

  return (
    <Dialog
      title={result ? 'Purged' : 'Purging'}
      foot={
        <Button kind={result ? 'primary' : 'plain'} onClick={closeDialog}>
          {stage === 'ended' ? 'Close' : 'Continue in the background'}
        </Button>
      }
    >
      <StartedJobState of={purging} />
      {result && <Notice kind={result.filesLeft > 0 ? 'warning' : 'done'}>{purgeOutcome(result)}</Notice>}
      <Warnings list={result?.warnings ?? []} />
    </Dialog>
  );
}

function WhatGoes({ preview }: { readonly preview: PurgePreview }) {
  return (
    <>
      <Notice kind="warning">You cannot undo this. Everything listed is erased from the project file.</Notice>
      <div>
        <h3 id="purge-goes">Deleted permanently</h3>
        <ul
          className="halves purge-list one-if-narrow pad-2-3 rounded outline fill-2"
          aria-labelledby="purge-goes"
        >
          {purgeRows(preview).map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
        {preview.removed.length > 0 && (
          <p>This also permanently deletes these previously removed sources: {preview.removed.join(', ')}.</p>
        )}
        <p className="quiet small">
          The dialogues' text is also deleted from the search index, counts and caches.
          {preview.automata > 0 &&
            ' Automata learned from these dialogues are deleted. Learn again from the remaining dialogues.'}
        </p>
      </div>
    </>
  );
}

function OutOfReach({ preview: { originals, sentTo } }: { readonly preview: PurgePreview }) {
  if (originals.length + sentTo.length === 0) return null;
  return (
    <div>
      <h3>Not deleted by a purge</h3>
      <ul className="above-1 small breaks">
        {originals.map((path) => (
          <li key={path}>
            The imported file: <span className="mono">{path}</span>
          </li>
        ))}
        {sentTo.map((provider) => (
          <li key={provider}>What was sent to the provider “{provider}”</li>
        ))}
      </ul>
    </div>
  );
}
