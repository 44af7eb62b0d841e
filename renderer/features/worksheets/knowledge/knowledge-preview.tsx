import type { ListedKnowledge } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { client } from '../../../client/api.ts';
import { usePagedRows } from '../../../client/use-paged-rows.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { tell, useAction } from '../../../ui/overlays/toasts.tsx';
import { PagedSheet } from '../../lasting-runs/index.ts';
import { changeWorksheets, worksheetQueries } from '../worksheets-state.ts';

const TYPES = { number: 'number', truth: 'yes or no', text: 'value', words: 'text' } as const;
const ROW_PX = { table: 28, document: 48 } as const;

export function KnowledgePreview({
  of: { id, kind, name, file, columns, records },
}: {
  readonly of: ListedKnowledge;
}) {
  const rows = usePagedRows((page) => worksheetQueries.knowledge(id, page), String(id));
  const forget = useAction(() => client.worksheets.forget({ id }), {
    onSuccess: ({ edit }) => {
      changeWorksheets({ knowledge: null });
      if (edit) tell(`${edit.description}. You can undo this.`);
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
      className="panel worksheets-editor"
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
