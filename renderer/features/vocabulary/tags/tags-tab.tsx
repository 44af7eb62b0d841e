import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { fileName, formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client, native } from '../../../client/api.ts';
import { exportFile } from '../../../client/export-file.ts';
import { about, freshQuestion } from '../../../client/queries.ts';
import { CommandButton } from '../../../commands/command-button.tsx';
import { useCommand } from '../../../commands/use-command.ts';
import { searchCommands } from '../../../project/commands.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { bindTo, SearchField, Select } from '../../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openDialog } from '../../../ui/overlays/dialog.tsx';
import { DropMenu } from '../../../ui/overlays/menu.tsx';
import { useAction } from '../../../ui/overlays/toasts.tsx';
import { Split } from '../../../ui/panes/split.tsx';
import { EmptyState, ErrorNotice, FailedState, LoadingState, Notice } from '../../../ui/state/notice.tsx';
import { ReasonField, useVocabularyEdit } from '../edits/impact-notice.tsx';
import { ArchiveDialog, MergeDialog, SplitDialog } from '../edits/merge-dialog.tsx';
import { BulkDialog, RenameDialog } from '../edits/rename-dialog.tsx';
import { changeVocabulary, useVocabulary, vocabularyCommands, vocabularyQueries } from '../queries.ts';
import { TagPanel, TagTable } from './tag-panel.tsx';

const WORDS = {
  conflict: 'conflict',
  rename: 'rename',
  merge: 'merge',
  add: 'new',
  change: 'change',
} as const;

function ImportVocabularyDialog({ path }: { readonly path: string }) {
  const [reason, setReason] = useState('');
  const preview = useQuery({
    ...freshQuestion('vocabulary.previewImport', client.vocabulary.previewImport, { path }, about('tags')),

    gcTime: 0,
  });
  const edit = useVocabularyEdit(closeDialog);
  const report = preview.data;
  const doing = report ? report.items.filter(({ action }) => action !== 'conflict').length : 0;
  return (
    <Dialog
      title={`Import ${fileName(path)}`}
      main={{
        label: 'Import',
        disabled: doing === 0 || edit.isPending,
        onClick: () => edit.mutate(() => client.vocabulary.import({ path, reason })),
      }}
    >
      {preview.isPending && <LoadingState label="Reading the file…" />}
      {preview.isError && <ErrorNotice error={preview.error} />}
      {report && (
        <>
          <p>
            {formatAmount(report.tags, 'tag')} in the file: {report.added} new, {report.renamed} renamed,{' '}
            {report.merged} merged, {report.changed} described or archived,{' '}
            {formatAmount(report.conflicts, 'conflict')}.
          </p>
          {report.conflicts > 0 && <Notice kind="warning">Tags with a conflict stay unchanged.</Notice>}
          {report.items.length === 0 ? (
            <p className="quiet">The vocabulary already matches the file.</p>
          ) : (
            <ul className="import-items scroll-box rounded outline" aria-label="What the import would change">
              {report.items.map((item) => (
                <li key={`${item.action} ${item.name}`}>
                  <span className={`small import-${item.action}`}>{WORDS[item.action]}</span>
                  <strong className="clip">#{item.name}</strong>
                  <span className="quiet">{item.details.join(' ')}</span>
                </li>
              ))}
            </ul>
          )}
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      {edit.isError && <ErrorNotice error={edit.error} />}
    </Dialog>
  );
}

interface TagsTabProps {
  readonly project: Project;
  readonly run: RunId | null;
  readonly tabs: ReactNode;
}

export function TagsTab({ project, run, tabs }: TagsTabProps) {
  const shown = useVocabulary();
  const [folded, setFolded] = useState(false);
  const find = useRef<HTMLDivElement>(null);
  const tags = useQuery(vocabularyQueries(run).tags(shown));

  const all = tags.data ?? [];
  const tag = all.find(({ id }) => id === shown.tag) ?? null;
  const chosen = all.filter(({ id }) => shown.chosen.includes(id));
  const acted = chosen.length > 0 ? chosen : tag ? [tag] : [];
  const exportAs = useAction((to: 'json' | 'csv') =>
    exportFile(
      `${project.name} vocabulary.${to}`,
      (target) => client.vocabulary.export({ run, to, ...target }),
      (written) => formatAmount(written.tags, 'tag'),
    ),
  );
  const chooseImport = useAction(async () => (await native.chooseFilesToImport())[0] ?? null, {
    onSuccess: (path) => path !== null && openDialog(ImportVocabularyDialog, { path }),
  });

  useCommand(searchCommands.find, () => find.current?.querySelector('input')?.focus(), 1);
  useCommand(vocabularyCommands.rename, tag ? () => openDialog(RenameDialog, { run, tag }) : null);
  useCommand(
    vocabularyCommands.split,
    tag && tag.turns > 0 ? () => openDialog(SplitDialog, { run, tag }) : null,
  );
  useCommand(
    vocabularyCommands.merge,
    acted.length > 0 ? () => openDialog(MergeDialog, { run, tags: acted }) : null,
  );
  useCommand(
    vocabularyCommands.archive,
    acted.length > 0 ? () => openDialog(ArchiveDialog, { run, tags: acted }) : null,
  );
  useCommand(vocabularyCommands.bulk, run === null ? null : () => openDialog(BulkDialog, { run }));
  useCommand(vocabularyCommands.import, () => chooseImport.mutate());
  useCommand(vocabularyCommands.export, () => exportAs.mutate('json'));

  const bind = bindTo(shown, changeVocabulary);
  return (
    <Split
      name="vocabulary"
      axis="columns"
      label="Width of the tag panel"
      initial={0.36}
      minFirst={420}
      minSecond={300}
      folded={folded || tag === null}
      onFold={() => setFolded(!folded)}
      first={
        <section className="panel" aria-label="Tags">
          <div className="panel-head">
            {tabs}
            <span className="to-end no-wrap quiet" role="status">
              {tags.data ? formatAmount(all.length, 'tag') : ''}
            </span>
          </div>
          <div className="vocabulary-bar rigid wrap flex gap-2 pad-2-3 line-below" ref={find}>
            <SearchField
              label="Find a tag"
              value={shown.query}
              onChange={(value) => changeVocabulary({ query: value.slice(0, 200) })}
            />
            <Select
              aria-label="Role"
              {...bind('role')}
              options={[
                { value: null, label: 'Both roles' },
                { value: 'user', label: 'Customer' },
                { value: 'system', label: 'Agent' },
              ]}
            />
            <Select
              aria-label="Archived tags"
              {...bind('archived')}
              options={[
                { value: 'no', label: 'Active' },
                { value: 'only', label: 'Archived' },
                { value: 'all', label: 'All tags' },
              ]}
            />
            <CommandButton disabled={run === null} command={vocabularyCommands.bulk}>
              Change turns…
            </CommandButton>
            <DropMenu
              label="Vocabulary file"
              entries={[
                { label: 'Export as JSON', onSelect: () => exportAs.mutate('json') },
                { label: 'Export as CSV', onSelect: () => exportAs.mutate('csv') },
                { kind: 'line' },
                { label: 'Import a vocabulary…', onSelect: () => chooseImport.mutate() },
              ]}
            >
              File
            </DropMenu>
          </div>
          {chosen.length > 0 && (
            <div className="row-2 rigid pad-1-3 line-below accent-soft">
              <span>{formatAmount(chosen.length, 'tag')} chosen</span>
              <CommandButton small command={vocabularyCommands.merge}>
                Merge…
              </CommandButton>
              <CommandButton small command={vocabularyCommands.archive}>
                {chosen.some((each) => !each.archived) ? 'Archive…' : 'Restore…'}
              </CommandButton>
              <Button small kind="quiet" onClick={() => changeVocabulary({ chosen: [] })}>
                Select none
              </Button>
            </div>
          )}
          {tags.isError ? (
            <FailedState error={tags.error} onRetry={() => void tags.refetch()} />
          ) : !tags.data ? (
            <LoadingState label="Counting the tags…" />
          ) : all.length === 0 ? (
            <EmptyState
              title="No tag matches"
              action={
                <Button onClick={() => changeVocabulary({ query: '', role: null, archived: 'all' })}>
                  Show all tags
                </Button>
              }
            >
              No tag matches the search, role and archive settings.
            </EmptyState>
          ) : (
            <TagTable tags={all} />
          )}
        </section>
      }
      second={tag && <TagPanel key={tag.id} run={run} tag={tag} />}
    />
  );
}
