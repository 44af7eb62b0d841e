import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatTime } from '#shared/domain/figure-text.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { IMPORT_FORMATS } from '#shared/domain/import-formats.ts';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { projectQueries } from '../../project/queries.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState, FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { CleaningDialog } from '../cleaning/index.ts';
import { PurgeDialog } from '../purge/index.ts';
import { GrownSources } from './grown-sources.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { corpusQueries } from './queries.ts';
import { RejectsList } from './rejects-list.tsx';
import { RemovedSources, RemoveSource } from './removed-sources.tsx';
import './corpus.css';

/** Lists the sources of the dialogues, with the records that were rejected. */
export function SourcesDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const queries = corpusQueries(client);
  const masked = useQuery(projectQueries(client).project).data?.masked;
  const sources = useQuery(queries.sources);
  const [chosen, setChosen] = useState<SourceId | undefined>(undefined);
  return (
    <Dialog
      title="Sources"
      width="wide"
      onClose={onClose}
      foot={
        <>
          <Button className="spread" onClick={() => openDialog(CleaningDialog, {})}>
            Clean the text…
          </Button>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" onClick={() => openDialog(ImportDialog, { paths: [] })}>
            Import files…
          </Button>
        </>
      }
    >
      {sources.isPending && <LoadingState />}
      {sources.isError && <FailedState error={sources.error} onRetry={() => void sources.refetch()} />}
      {sources.data?.length === 0 && (
        <EmptyState title="No sources">Import a file of transcripts.</EmptyState>
      )}
      {sources.data && sources.data.length > 0 && (
        <>
          {masked && (
            <Notice>
              A masked copy: since {formatTime(masked)} , names, addresses and numbers are replaced before
              anything is saved.
            </Notice>
          )}
          <table className="sources">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Format</th>
                <th scope="col">Imported</th>
                <th scope="col" className="number">
                  Dialogues
                </th>
                <th scope="col" className="number">
                  Messages
                </th>
                <th scope="col" className="number">
                  Left out
                </th>
                <th scope="col" className="number">
                  Rejected
                </th>
                <th scope="col">
                  <span className="visually-hidden">Remove, purge</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sources.data.map((source) => (
                <tr key={source.id}>
                  <td className="clip" title={source.path}>
                    {source.name}
                  </td>
                  <td title={IMPORT_FORMATS[source.format].title}>{source.format}</td>
                  <td>{formatTime(source.importedAt)}</td>
                  <td className="number">{formatCount(source.dialogues)}</td>
                  <td className="number">{formatCount(source.utterances)}</td>
                  <td className="number">{formatCount(source.ignored)}</td>
                  <td className="number">{formatCount(source.rejected)}</td>
                  <td className="number nowrap">
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
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <RemovedSources />
          <GrownSources />
          <div className="row-3 apart section-head">
            <h3>Rejected records</h3>
            <SelectField
              label="Of"
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
