import type { DescribedWorksheets, ListedKnowledge } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import {
  changeDrafting,
  changeWorksheets,
  openApplication,
  useWorksheets,
  worksheetCommands,
} from './worksheets-state.ts';

function KnowledgeList({ of }: { readonly of: readonly ListedKnowledge[] }) {
  const shown = useWorksheets(({ knowledge }) => knowledge);
  return (
    <section aria-labelledby="worksheets-knowledge">
      <h3 id="worksheets-knowledge" className="line-above pad-1-3 pad-top-3">
        Tables and documents
      </h3>
      {of.length === 0 && (
        <p className="quiet small pad-0-3">
          Import documents (text, Markdown, HTML) or a table. Name the table after the worksheet that uses it,
          such as Restaurant.csv.
        </p>
      )}
      <ul className="pad-1">
        {of.map(({ id, kind, name, records, file }) => (
          <li key={id}>
            <button
              type="button"
              className="stack wide lights no-border rounded no-fill pointer pad-2 to-start"
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

interface ApplicationListProps {
  readonly applications: readonly DescribedWorksheets[];
  readonly knowledge: readonly ListedKnowledge[];
  readonly open: string | null;
}

export function ApplicationList({ applications, knowledge, open }: ApplicationListProps) {
  const isKnowledge = useWorksheets((state) => knowledge.some(({ id }) => id === state.knowledge));
  return (
    <section className="panel worksheets-list" aria-label="Applications">
      <div className="panel-head">
        <h2 className="visually-hidden">Applications</h2>
        <span className="to-end flex gap-1">
          <CommandButton small command={worksheetCommands.import}>
            Import…
          </CommandButton>
          <CommandButton small command={worksheetCommands.draft}>
            Draft…
          </CommandButton>
          <CommandButton small command={worksheetCommands.begin}>
            New
          </CommandButton>
        </span>
      </div>
      <ul className="pad-1">
        {applications.map((application) => (
          <li key={application.name}>
            <button
              type="button"
              className="stack wide lights no-border rounded no-fill pointer pad-2 to-start"
              aria-pressed={application.name === open && !isKnowledge}
              onClick={() => {
                changeDrafting({ isOpen: false });
                openApplication(application.name);
              }}
            >
              <strong className="clip">{application.name}</strong>
              <span className="quiet small">
                {formatAmount(
                  application.worksheets.reduce((sum, { fields }) => sum + fields, 0),
                  'field',
                )}{' '}
                in {formatAmount(application.worksheets.length, 'worksheet')}
                <Standing of={application} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <KnowledgeList of={knowledge} />
    </section>
  );
}

function Standing({ of: { errors, warnings } }: { readonly of: DescribedWorksheets }) {
  if (errors > 0) return <span className="worksheets-errors">, {formatAmount(errors, 'error')}</span>;
  return warnings > 0 ? (
    <span className="worksheets-warnings">, {formatAmount(warnings, 'warning')}</span>
  ) : null;
}
