import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importResultSchema, type Source } from '#shared/contract/corpus.ts';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { IMPORT_FORMATS } from '#shared/domain/import-formats.ts';
import { client } from '../../client/api.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Choice, SelectField } from '../../ui/inputs/field.tsx';
import { FigureTable, numbers } from '../../ui/lists/figure-table.tsx';
import { Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { tell, tellEdit, useAction } from '../../ui/overlays/toasts.tsx';
import { EmptyState, Notice, Unanswered, Warnings } from '../../ui/state/notice.tsx';
import { CleaningDialog } from '../cleaning/index.ts';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';
import { PurgeDialog } from '../purge/index.ts';
import { ImportDialog } from './import-dialog.tsx';
import { corpusQueries, RejectsList } from './rejects-list.tsx';

function GrownSources() {
  const watching = useQuery(corpusQueries.watching);
  const refreshing = useStartedJob(importResultSchema, () => client.growing.refresh({}));
  const watch = useAction((on: boolean) => client.growing.watch({ on }), { meta: { topics: ['corpus'] } });
  const { start, stage, result } = refreshing;
  return (
    <div className="stack-2">
      <div className="row-3">
        <Button icon="restore" pending={stage === 'running'} onClick={() => start.mutate()}>
          Update from files
        </Button>
        <Choice
          label="Update automatically when a file changes"
          hint="Works only while the project is open. Your tags, notes and corrections stay."
          checked={watching.data?.on ?? false}
          disabled={watch.isPending}
          onChange={watch.mutate}
        />
      </div>
      {result ? (
        <>
          <p className="sum wrap flex gap-1-2 on-baseline" role="status">
            {formatAmount(result.dialogues, 'new dialogue')}, {formatAmount(result.continued, 'dialogue')}{' '}
            continued, {formatAmount(result.utterances, 'message')} added
          </p>
          <Warnings list={result.warnings} />
        </>
      ) : (
        <StartedJobState of={refreshing} />
      )}
    </div>
  );
}

function RemoveSource({ source: { id, name } }: { readonly source: Source }) {
  const remove = useAction(() => client.removing.remove({ source: id }), {
    onSuccess: () => tell(`Removed ${name}. Use Undo to restore it.`),
  });
  return (
    <IconButton
      icon="minus"
      small
      label={`Remove ${name}`}
      title="Remove this source and its dialogues. You can undo this."
      does={remove}
    />
  );
}

function RemovedSources() {
  const removed = useQuery(corpusQueries.removed);
  const bringBack = useAction((source: Source['id']) => client.removing.bringBack({ source }), {
    onSuccess: ({ edit }) => edit && tellEdit(edit),
  });
  if (!removed.data || removed.data.length === 0) return null;
  return (
    <section className="stack-2" aria-labelledby="removed-sources">
      <h3 id="removed-sources">Removed</h3>
      <ul className="removed-sources stack-1">
        {removed.data.map(({ id, name, path, dialogues, removedAt }) => (
          <li key={id} className="row-3">
            <span className="clip" title={path}>
              {name}
            </span>
            <span className="quiet">
              {formatAmount(dialogues, 'dialogue')}, {formatTime(removedAt)}
            </span>
            <Button
              icon="undo"
              pending={bringBack.isPending && bringBack.variables === id}
              disabled={bringBack.isPending}
              onClick={() => bringBack.mutate(id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <p className="quiet small">The next purge deletes these sources permanently.</p>
    </section>
  );
}

export function SourcesDialog() {
  const masked = useQuery(projectQueries.project).data?.masked;
  const sources = useQuery(corpusQueries.sources);
  const [chosen, setChosen] = useState<SourceId | undefined>(undefined);
  return (
    <Dialog
      title="Sources"
      width="wide"
      foot={
        <Button className="spread" onClick={() => openDialog(CleaningDialog, {})}>
          Clean the text…
        </Button>
      }
      cancel="Close"
      main={{ label: 'Import files…', onClick: () => openDialog(ImportDialog, { paths: [] }) }}
    >
      {!sources.isSuccess && <Unanswered of={sources} />}
      {sources.data?.length === 0 && (
        <EmptyState title="No sources">Import a file of transcripts.</EmptyState>
      )}
      {sources.data && sources.data.length > 0 && (
        <>
          {masked && (
            <Notice>
              Since {formatTime(masked)}, this project replaces names, addresses and numbers before it saves
              anything.
            </Notice>
          )}
          <FigureTable
            className="sources wide"
            columns={[
              { name: 'File', cellClass: () => 'clip', title: ({ path }) => path, value: ({ name }) => name },
              {
                name: 'Format',
                title: ({ format }) => IMPORT_FORMATS[format].title,
                value: ({ format }) => format,
              },
              { name: 'Imported', value: ({ importedAt }) => formatTime(importedAt) },
              ...numbers<Source>(
                ['Dialogues', ({ dialogues }) => formatCount(dialogues)],
                ['Messages', ({ utterances }) => formatCount(utterances)],
                ['Left out', ({ ignored }) => formatCount(ignored)],
                ['Rejected', ({ rejected }) => formatCount(rejected)],
              ),
              {
                name: 'Remove, purge',
                hidden: true,
                cellClass: () => 'number nowrap',
                value: (source) => (
                  <>
                    <RemoveSource source={source} />
                    <IconButton
                      icon="trash"
                      small
                      label={`Purge ${source.name}…`}
                      title="Delete this source permanently…"
                      onClick={() =>
                        openDialog(PurgeDialog, { selection: { sources: [source.id], dialogues: [] } })
                      }
                    />
                  </>
                ),
              },
            ]}
            rows={sources.data}
            keyOf={({ id }) => id}
          />
          <RemovedSources />
          <GrownSources />
          <div className="row-3 apart section-head">
            <h3>Rejected records</h3>
            <SelectField
              label="Source"
              value={chosen ?? null}
              options={[
                { value: null, label: 'All sources' },
                ...sources.data.map((source) => ({ value: source.id, label: source.name })),
              ]}
              onChange={(source) => setChosen(source ?? undefined)}
            />
          </div>
          <RejectsList key={chosen ?? 'all'} source={chosen} />
        </>
      )}
      {sources.data?.length === 0 && <RemovedSources />}
    </Dialog>
  );
}
