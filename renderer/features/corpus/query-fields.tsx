import { useState } from 'react';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import type { QueryForm } from './import-form.ts';

/** Which rows of a table of any size are read: a query of the person's, and a sample of whole dialogues. */
export function QueryFields({
  query,
  columns,
  onChange,
}: {
  readonly query: QueryForm;
  readonly columns: readonly string[];
  readonly onChange: (query: QueryForm) => void;
}) {
  // Typed in peace: each letter would be a query.
  const [sql, setSql] = useState(query.sql);
  return (
    <details className="mapping-labels" open={query.sql !== '' || query.dialogues !== '' || undefined}>
      <summary>Choose rows…</summary>
      <div className="stack-2">
        <form
          className="stack-1"
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ ...query, sql });
          }}
        >
          <div className="field">
            <label className="field-label" htmlFor="import-query">
              Query
            </label>
            <textarea
              id="import-query"
              className="input mono"
              rows={3}
              spellCheck={false}
              placeholder="select * from data where lang = 'en'"
              value={sql}
              onChange={(event) => setSql(event.target.value)}
            />
            <span className="field-hint">
              One select over the table “data”, which is this file. It only reads.
            </span>
          </div>
          <Button small type="submit" disabled={sql.trim() === query.sql.trim()}>
            Run the query
          </Button>
        </form>
        <div className="import-pair">
          <TextField
            label="Dialogues"
            inputMode="numeric"
            placeholder="All"
            hint="Whole ones, drawn at random."
            value={query.dialogues}
            onChange={(event) => onChange({ ...query, dialogues: event.target.value })}
          />
          <SelectField
            label="A share of each"
            value={query.by}
            options={[
              { value: '', label: 'Drawn from all alike' },
              ...columns.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(event) => onChange({ ...query, by: event.target.value })}
          />
          <TextField
            label="Seed"
            inputMode="numeric"
            value={query.seed}
            onChange={(event) => onChange({ ...query, seed: event.target.value })}
          />
          <TextField
            label="Rows at most"
            inputMode="numeric"
            placeholder="All"
            value={query.limit}
            onChange={(event) => onChange({ ...query, limit: event.target.value })}
          />
        </div>
      </div>
    </details>
  );
}
