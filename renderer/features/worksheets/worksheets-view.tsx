import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { addWorksheet } from '#shared/algorithms/worksheets/files/table.ts';
import type { ListedKnowledge, WorksheetNotice } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { client, native } from '../../client/api.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { useCommand, useKeyScope } from '../../commands/use-command.ts';
import { isProjectFile } from '../../project/session.ts';
import type { ShownAutomaton } from '../../project/use-shown-automaton.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { tellEdit, tellError, useAction } from '../../ui/overlays/toasts.tsx';
import { EmptyState, ErrorNotice, LoadingState, Notice, Unanswered } from '../../ui/state/notice.tsx';
import { PagedSheet } from '../lasting-runs/index.ts';
import { ApplicationList } from './application-list.tsx';
import { DraftPanel } from './drafting/draft-panel.tsx';
import { TableEditor } from './table-editor.tsx';
import {
  changeDrafting,
  changeWorksheets,
  openApplication,
  useDrafting,
  useWorksheets,
  worksheetCommands,
  worksheetQueries,
} from './worksheets-state.ts';
import './worksheets.css';

const TYPES = { number: 'number', truth: 'yes or no', text: 'value', words: 'text' } as const;
const ROW_PX = { table: 28, document: 48 } as const;

function KnowledgePreview({
  of: { id, kind, name, file, columns, records },
}: {
  readonly of: ListedKnowledge;
}) {
  const rows = usePagedRows((page) => worksheetQueries.knowledge(id, page), String(id));
  const forget = useAction(() => client.worksheets.forget({ id }), {
    onSuccess: ({ edit }) => {
      changeWorksheets({ knowledge: null });
      if (edit) tellEdit(edit);
    },
    meta: { topics: ['worksheets'] },
  });
  const shown =
    kind === 'table'
      ? columns.map((column) => ({ ...column, title: `${column.name}, ${TYPES[column.type]}` }))
      : [
          { name: 'place', type: 'text' as const, title: 'Section' },
          { name: 'text', type: 'words' as const, title: 'Passage' },
        ];
  return (
    <section
      className="panel worksheets-editor grow shrink shrink-down"
      aria-label={`${kind === 'table' ? 'Table' : 'Document'} ${name}`}
    >
      <div className="panel-head">
        <h2 className="clip">{name}</h2>
        <span className="grow shrink quiet small clip">
          {formatAmount(records, kind === 'table' ? 'record' : 'passage')}
          {file !== '' && file !== name && `, from ${file}`}
        </span>
        <span className="row-2 to-end flex gap-1">
          <Button small does={forget}>
            Remove
          </Button>
          <Button small onClick={() => changeWorksheets({ knowledge: null })}>
            Close
          </Button>
        </span>
      </div>
      <PagedSheet
        of={rows}
        label={`Records of ${name}`}
        listLabel={formatAmount(records, kind === 'table' ? 'record' : 'passage')}
        columns={[
          { width: 56 },
          ...shown.map(({ name: column, type }) => ({
            width: column === 'place' && kind === 'document' ? 200 : type === 'words' ? 280 : 120,
            grows: column !== 'place',
          })),
        ]}
        heads={[{ name: '', title: 'Row' }, ...shown].map(({ name: column, title }, at) => (
          <div key={column} className={`sheet-cell ${at === 0 ? 'sheet-fixed' : ''}`}>
            <span className="bold breaks sheet-title clip" title={title}>
              {kind === 'document' || column === '' ? title : column}
            </span>
          </div>
        ))}
        rowHeight={ROW_PX[kind]}
        keyOf={({ row }) => row}
        empty="Empty"
        onOpen={() => undefined}
      >
        {({ row, content }) => (
          <>
            <div className="sheet-cell sheet-fixed quiet">{row}</div>
            {shown.map(({ name: column }) => {
              const text = cellOf(content[column]);
              return (
                <div key={column} className="sheet-cell">
                  <span className={kind === 'table' ? 'clip' : 'sheet-text sheet-text-long'} title={text}>
                    {text}
                  </span>
                </div>
              );
            })}
          </>
        )}
      </PagedSheet>
    </section>
  );
}

const cellOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

export function WorksheetsView({ shown }: { readonly shown: ShownAutomaton }) {
  useKeyScope('worksheets');
  const list = useQuery(worksheetQueries.list);
  const wanted = useWorksheets((state) => state.open);
  const shownKnowledge = useWorksheets((state) => state.knowledge);
  const [noticed, setNoticed] = useState<readonly WorksheetNotice[]>([]);
  const take = useMutation({
    mutationFn: async (paths: readonly string[]) =>
      paths.length === 0 ? null : client.worksheets.import({ paths: [...paths], to: open?.name ?? null }),
    onMutate: () => setNoticed([]),
    onSuccess: (taken) => {
      if (!taken) return;
      const { application, edit, notices } = taken;
      tellEdit(edit, 'Everything in these files was already imported.');
      setNoticed(notices);
      if (application) openApplication(application.name);
    },
    meta: { topics: ['worksheets'] },
  });
  const choose = useMutation({
    mutationFn: () => native.chooseFilesToImport(),
    onSuccess: (paths) => take.mutate(paths),
  });
  useCommand(worksheetCommands.import, () => choose.mutate());
  const begin = useBegin(list.data?.applications.map(({ name }) => name) ?? []);
  useCommand(worksheetCommands.begin, () => begin.mutate());

  const example = useMutation({
    mutationFn: () => client.worksheets.example(),
    onSuccess: ({ name }) => openApplication(name),
    meta: { topics: ['worksheets'] },
  });
  useCommand(worksheetCommands.example, () => example.mutate());

  const onDrop = (event: DragEvent): void => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0 || files.some(({ name }) => isProjectFile(name))) return;
    event.preventDefault();
    native
      .pathsOf(files)
      .then((paths) => take.mutate(paths))
      .catch(tellError);
  };
  const isDrafting = useDrafting(({ isOpen }) => isOpen);
  useCommand(worksheetCommands.draft, () => changeDrafting({ isOpen: true }));
  const failed = take.error ?? choose.error ?? begin.error ?? example.error;
  const telling = (
    <>
      {failed && (
        <ErrorNotice
          error={failed}
          actions={
            <Button
              small
              onClick={() => {
                take.reset();
                choose.reset();
                begin.reset();
                example.reset();
              }}
            >
              Close
            </Button>
          }
        />
      )}
      {noticed.length > 0 && <Noticed of={noticed} onClose={() => setNoticed([])} />}
    </>
  );
  if (!list.data) return <Unanswered of={list} loading="Loading the worksheets…" />;
  const { applications } = list.data;
  const open = applications.find(({ name }) => name === wanted) ?? applications[0];
  const knowledge = list.data.knowledge.filter(
    ({ application }) => application === '' || application === open?.name,
  );
  const lookedAt = knowledge.find(({ id }) => id === shownKnowledge);
  const draft = isDrafting && <DraftPanel automaton={shown.automaton?.id ?? null} />;
  if (!open && knowledge.length === 0) {
    return (
      <section className="grow flex downward" aria-label="Worksheets" onDrop={onDrop}>
        {telling}
        {draft || (take.isPending ? <LoadingState label="Reading the files…" /> : <NoWorksheets />)}
      </section>
    );
  }
  return (
    <section className="worksheets fill" aria-label="Worksheets" onDrop={onDrop}>
      <ApplicationList applications={applications} knowledge={knowledge} open={open?.name ?? null} />
      <div className="fill downward">
        {telling}
        {draft ||
          (lookedAt ? (
            <KnowledgePreview key={lookedAt.id} of={lookedAt} />
          ) : open ? (
            <TableEditor key={open.name} name={open.name} />
          ) : (
            <NoWorksheets />
          ))}
      </div>
    </section>
  );
}

function NoWorksheets() {
  return (
    <EmptyState
      title="No worksheets yet"
      action={
        <span className="row-2">
          <CommandButton kind="primary" command={worksheetCommands.draft} />
          <CommandButton command={worksheetCommands.import} />
          <CommandButton command={worksheetCommands.begin}>New worksheet</CommandButton>
          <CommandButton command={worksheetCommands.example} />
        </span>
      }
    >
      A worksheet lists what a task needs, such as an order number and a reason. Fixed rules then decide what
      to ask, confirm and do. Draft a worksheet from your dialogues, import CSV, XLSX or JSON files, or start
      a new one.
    </EmptyState>
  );
}

function useBegin(names: readonly string[]) {
  return useMutation({
    mutationFn: async () => {
      let number = 1;
      while (names.includes(`worksheets ${number}`)) number++;
      const name = `worksheets ${number}`;
      const { set } = addWorksheet({ worksheets: [], functions: [] }, { sheet: 0, field: null });
      await client.worksheets.save({ name, set, from: null });
      openApplication(name);
    },
    meta: { topics: ['worksheets'] },
  });
}

function Noticed({ of, onClose }: { readonly of: readonly WorksheetNotice[]; readonly onClose: () => void }) {
  return (
    <Notice
      kind="warning"
      actions={
        <Button small onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>{formatAmount(of.length, 'remark')} about the import</p>
      <ul className="worksheets-noticed scrolls">
        {of.map(({ file, row, column, message }) => (
          <li key={`${file} ${row} ${column} ${message}`}>
            <strong>
              {file}, row {row}, {column}
            </strong>{' '}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
