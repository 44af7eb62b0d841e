import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileName, formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import { about, question } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice, LoadingState, Notice } from '../../../ui/state/notice.tsx';
import { ReasonField } from './reason-field.tsx';
import { useVocabularyEdit } from './use-vocabulary-edit.ts';
import './edits.css';

const WORDS = {
  conflict: 'conflict',
  rename: 'rename',
  merge: 'merge',
  add: 'new',
  change: 'change',
} as const;

/** Shows what a vocabulary file would change, then applies it as one edit. */
export function ImportVocabularyDialog({
  path,
  onClose,
}: {
  readonly path: string;
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const [reason, setReason] = useState('');
  const preview = useQuery({
    ...question('vocabulary.previewImport', client.vocabulary.previewImport, { path }, about('tags')),
    staleTime: 0,
    gcTime: 0,
  });
  const edit = useVocabularyEdit(onClose);
  const report = preview.data;
  const doing = report ? report.items.filter(({ action }) => action !== 'conflict').length : 0;
  return (
    <Dialog
      title={`Import ${fileName(path)}`}
      onClose={onClose}
      action={
        <Button
          kind="primary"
          disabled={doing === 0 || edit.isPending}
          onClick={() => edit.mutate((api) => api.vocabulary.import({ path, reason }))}
        >
          Import
        </Button>
      }
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
          {report.conflicts > 0 && <Notice kind="warning">Tags with a conflict are left as they are.</Notice>}
          {report.items.length === 0 ? (
            <p className="quiet">The vocabulary is already as the file has it.</p>
          ) : (
            <ul className="import-items" aria-label="What the import would do">
              {report.items.map((item) => (
                <li key={`${item.action} ${item.name}`}>
                  <span className={`small import-action import-${item.action}`}>{WORDS[item.action]}</span>
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
