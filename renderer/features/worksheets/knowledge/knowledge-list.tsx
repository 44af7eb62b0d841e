import type { ListedKnowledge } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { changeDrafting } from '../drafting/draft-state.ts';
import { changeWorksheets, useWorksheets } from '../worksheets-state.ts';

/** Lists the tables of the project and the documents of an application. Clicking one shows its content. */
export function KnowledgeList({ of }: { readonly of: readonly ListedKnowledge[] }) {
  const shown = useWorksheets(({ knowledge }) => knowledge);
  return (
    <section aria-labelledby="worksheets-knowledge">
      <h3 id="worksheets-knowledge" className="worksheets-tables-head">
        Tables and documents
      </h3>
      {of.length === 0 && (
        <p className="quiet small worksheets-tables-none">
          Import a table with the name of the worksheet that uses it (Restaurant.csv), or documents (text,
          Markdown, HTML).
        </p>
      )}
      <ul className="worksheets-applications">
        {of.map(({ id, kind, name, records, file }) => (
          <li key={id}>
            <button
              type="button"
              className="stack wide worksheets-application"
              aria-pressed={id === shown}
              title={file || undefined}
              onClick={() => {
                changeDrafting({ isOpen: false });
                changeWorksheets({ knowledge: id });
              }}
            >
              <span className="clip">{name}</span>
              <span className="quiet small">
                {kind === 'table'
                  ? `Table, ${formatAmount(records, 'record')}`
                  : `Document, ${formatAmount(records, 'passage')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
