import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { type ImportResult, importResultSchema, type Preview } from '#shared/contract/corpus.ts';
import { fileName, formatAmount, formatCount, formatSeconds } from '#shared/domain/figure-text.ts';
import { databaseTitle, isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { client, native, queryClient } from '../../client/api.ts';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import { discardProject } from '../../project/session.ts';
import { readStored, writeStored } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { tellError, useAction } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, FailedState, LoadingState, Notice, Warnings } from '../../ui/state/notice.tsx';
import { speakerTitle } from '../../ui/text/speaker.ts';
import { CleaningDialog } from '../cleaning/index.ts';
import { DatabaseDialog } from '../databases/index.ts';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';
import { makePicture } from '../picture/index.ts';
import { TagDialog } from '../tagging/index.ts';
import {
  countsAddUp,
  headerKey,
  type ImportForm,
  lacksColumns,
  type Mapping,
  mapOf,
  previewOf,
  readingOf,
  START_FORM,
} from './import-form.ts';
import { ImportOptions } from './import-options.tsx';
import { RejectsList } from './rejects-list.tsx';

function PreviewDialogues({
  preview,
  isAsked,
  isStopped,
  incomplete,
  error,
  busy,
  onStop,
  onRetry,
}: {
  readonly preview: Preview | undefined;
  readonly isAsked: boolean;
  readonly isStopped: boolean;
  readonly incomplete: boolean;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onStop: () => void;
  readonly onRetry: () => void;
}) {
  if (error) return <FailedState error={error} onRetry={onRetry} />;
  if (!isAsked)
    return (
      <EmptyState title="Nothing to preview yet">Choose a table or write a query on the left.</EmptyState>
    );
  if (isStopped)
    return <EmptyState title="Stopped" action={<Button onClick={onRetry}>Read it again</Button>} />;
  const stop = busy && (
    <div className="row-2 preview-wait apart pad-1-3 sticky fill-2 layer-1 pin-top">
      <span className="quiet small">Reading the first rows…</span>
      <Button small onClick={onStop}>
        Stop
      </Button>
    </div>
  );
  if (!preview)
    return (
      <div>
        <LoadingState label="Reading the first rows…" />
        {stop}
      </div>
    );
  return (
    <Focusable
      as="section"
      className={`preview ${busy ? 'preview-busy' : ''}`}
      aria-label="Preview"
      aria-busy={busy}
    >
      {stop}
      <Warnings list={preview.warnings} bar />
      {preview.dialogues.length === 0 && (
        <EmptyState title="No dialogues recognized">
          {incomplete
            ? 'On the left, choose the columns for dialogue, speaker and text.'
            : 'Check the format and settings on the left.'}
        </EmptyState>
      )}
      {preview.dialogues.map((dialogue) => (
        <div key={dialogue.externalId}>
          <h3 className="pad-1-3 line-below small sticky fill-2 pin-top">
            Dialogue {dialogue.externalId}{' '}
            <span className="quiet">· {formatAmount(dialogue.utterances.length, 'message')}</span>
          </h3>
          <InPlace of={dialogue.utterances}>
            {(utterance) => (
              <div className={`role-edge gap-2 grid preview-turn of-${utterance.role}`}>
                <span className="quiet small breaks">{speakerTitle(utterance)}</span>
                <p className="breaks pre-wrap">{utterance.text}</p>
              </div>
            )}
          </InPlace>
        </div>
      ))}
      {preview.rejects.length > 0 && (
        <div>
          <h3 className="pad-1-3 line-below small sticky fill-2 pin-top">
            Rejected at the beginning of the file: {preview.rejects.length}
          </h3>
          {preview.rejects.map((reject) => (
            <div key={`${reject.line} ${reject.reason}`} className="reject grid gap-0-2">
              <span className="quiet small">Line {formatCount(reject.line)}</span>
              <span>{reject.reason}</span>
              <span className="mono quiet clip">{reject.excerpt}</span>
            </div>
          ))}
        </div>
      )}
    </Focusable>
  );
}

function showExplore(): void {
  closeDialog();
  showMode(EXPLORE);
}

export function ImportDialog({ paths }: { readonly paths: readonly string[] }) {
  const [looked, setLooked] = useState<string | null>(null);
  const [form, setForm] = useState<ImportForm>(START_FORM);
  const path = looked !== null && paths.includes(looked) ? looked : (paths[0] ?? null);
  const isDatabase = path !== null && isDatabaseAddress(path);
  const reading = useDeferredValue(previewOf(form));
  const previewKey = ['preview', path, reading];
  const isAsked = path !== null && (!isDatabase || reading.query !== null);
  const preview = useQuery({
    queryKey: previewKey,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.corpus.preview({ ...reading, path: path ?? '' }, { signal }),
  });
  const [seen, setSeen] = useState<{ readonly path: string | null; readonly preview: Preview } | null>(null);
  if (preview.isSuccess && !preview.isPlaceholderData && seen?.preview !== preview.data)
    setSeen({ path, preview: preview.data });
  const understood = preview.data ?? (seen?.path === path ? seen.preview : undefined);
  const project = useQuery(projectQueries.project).data;
  const counts = project?.counts;
  const isMasked = form.mask || (project?.masked ?? null) !== null;
  const importing = useStartedJob(
    importResultSchema,
    (prepare: boolean) =>
      client.corpus.import({
        ...readingOf(form, paths.length === 1 ? preview.data : undefined),
        paths: [...paths],
        source: form.source.trim() || null,
        join: form.join,
        prepare,
      }),
    () => {
      const key = preview.data && headerKey(preview.data);
      const map = mapOf(form);
      const { columns, speakers, labels, list } = form;
      const roles = isMasked ? {} : form.roles;
      if (key && map) writeStored(key, { columns, roles, speakers, labels, list });
    },
  );
  const { start, job, result, stage } = importing;
  const isCancelled = job?.state === 'cancelled';
  const onClose = () => {
    closeDialog();
    // Deletes a browser's uploaded copies of files that were not imported.
    if (stage === 'idle' && paths.length > 0)
      void client.corpus.leave({ paths: [...paths] }).catch(tellError);
  };

  const choose = () =>
    native
      .chooseFilesToImport()
      .then((chosen) => {
        if (chosen.length > 0) openDialog(ImportDialog, { paths: [...new Set([...paths, ...chosen])] });
      })
      .catch(tellError);

  const chooseDatabase = () =>
    openDialog(DatabaseDialog, {
      onChosen: (address: string) => openDialog(ImportDialog, { paths: [address] }),
    });

  const again = () => {
    start.reset();
    setForm(START_FORM);
    openDialog(ImportDialog, { paths: [] });
  };

  const incomplete = preview.data !== undefined && lacksColumns(form, preview.data);
  const known = preview.data && headerKey(preview.data);
  const remembered = known ? readStored<Partial<Mapping> | null>(known, null) : null;

  const isEmpty = counts !== undefined && counts.dialogues + counts.taggingRuns + counts.edits === 0;
  const discard = useAction(() => discardProject(), { onSuccess: onClose });
  const isPrepared = start.variables === true && !!result && result.dialogues > 0;
  const isFlawless = isPrepared && result.rejected + result.warnings.length === 0;
  useEffect(() => {
    if (isFlawless) showExplore();
  }, [isFlawless]);
  const canImport = preview.isSuccess && !preview.isPlaceholderData && !(incomplete && paths.length === 1);
  const failed = preview.isError || job?.state === 'failed';

  const foot = result ? (
    <>
      <Button className="spread" onClick={again}>
        Import more
      </Button>
      <Button onClick={onClose}>Close</Button>
      <Button disabled={result.dialogues === 0} onClick={() => openDialog(CleaningDialog, {})}>
        Clean…
      </Button>
      <Button disabled={result.dialogues === 0} onClick={() => openDialog(TagDialog, {})}>
        Tag…
      </Button>
      <Button
        kind="primary"
        disabled={result.dialogues === 0}
        onClick={() => (isPrepared ? showExplore() : makePicture())}
      >
        Show the graph
      </Button>
    </>
  ) : stage === 'running' ? (
    <Button onClick={onClose}>Continue in the background</Button>
  ) : stage === 'ended' ? (
    <>
      <Button onClick={onClose}>Close</Button>
      {isCancelled && native.shell === 'browser' ? (
        <Button kind="primary" onClick={again}>
          Choose other files
        </Button>
      ) : (
        <Button kind="primary" onClick={() => start.reset()}>
          Change the settings
        </Button>
      )}
    </>
  ) : (
    <>
      {paths.length > 0 && !isDatabase && (
        <Button className="spread" onClick={choose}>
          Add files
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button kind={isEmpty ? 'plain' : 'primary'} disabled={!canImport} onClick={() => start.mutate(false)}>
        {paths.length > 1 ? `Import ${paths.length} files` : 'Import'}
      </Button>
      {isEmpty && (
        <Button kind="primary" disabled={!canImport} onClick={() => start.mutate(true)}>
          Import and show the graph
        </Button>
      )}
    </>
  );

  return (
    <Dialog title={result ? 'Imported' : 'Import dialogues'} width="wide" onClose={onClose} foot={foot}>
      {stage === 'idle' && path === null && (
        <div className="stack-2 drop-zone middle centered rounded-large">
          <h3>Drop files here</h3>
          <p className="quiet">
            Tables, help-desk and chat exports, research corpora or any JSON, also zipped or in folders. If
            Dialogram does not recognize a format, you choose the columns.
          </p>
          <div className="row-2">
            <Button kind="primary" onClick={choose}>
              Choose files
            </Button>
            <Button onClick={chooseDatabase}>From a database…</Button>
          </div>
        </div>
      )}
      {stage === 'idle' && path !== null && (
        <>
          {paths.length > 1 && (
            <SelectField
              label={`${paths.length} files; the preview shows`}
              value={path}
              options={paths.map((value) => ({ value, label: fileName(value) }))}
              onChange={setLooked}
            />
          )}
          <div className="import-grid gap-4 grid">
            <ImportOptions
              source={path}
              title={isDatabase ? databaseTitle(path) : fileName(path)}
              form={form}
              preview={understood}
              remembered={remembered}
              masking={project?.masked ? 'always' : counts?.sources === 0 ? 'may' : 'not'}
              onChange={setForm}
            />
            <PreviewDialogues
              preview={preview.data}
              isAsked={isAsked}
              isStopped={!preview.isFetching && (!preview.data || preview.isPlaceholderData)}
              incomplete={incomplete}
              error={preview.error}
              busy={preview.isFetching}
              onStop={() => void queryClient.cancelQueries({ queryKey: previewKey })}
              onRetry={() => void preview.refetch()}
            />
          </div>
        </>
      )}
      <StartedJobState of={importing} />
      {failed && isEmpty && (
        <Notice
          actions={
            <Button small does={discard}>
              Remove the project
            </Button>
          }
        >
          The project is still empty. Choose another file, or remove the project.
        </Notice>
      )}
      {result && <ImportReport result={result} />}
    </Dialog>
  );
}

function ImportReport({ result }: { readonly result: ImportResult }) {
  return (
    <>
      <p className="sum wrap flex gap-1-2 on-baseline">
        <strong>{formatAmount(result.dialogues, 'dialogue')}</strong>
        <span>
          with {formatAmount(result.turns, 'turn')}, in {formatSeconds(result.seconds)}
        </span>
      </p>
      <p className="sum wrap flex gap-1-2 on-baseline" role="status">
        {formatAmount(result.read, 'record')} read = {formatAmount(result.utterances, 'message')} imported +{' '}
        {formatCount(result.ignored)} left out + {formatCount(result.rejected)} rejected
      </p>
      {!countsAddUp(result) && (
        <Notice kind="error">
          These counts do not add up. This is a bug in Dialogram. Please report it.
        </Notice>
      )}
      <Warnings list={result.warnings} />
      {result.rejected > 0 && <RejectsList source={undefined} />}
    </>
  );
}
