import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bindTo, Form, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { databaseQueries } from '../databases/index.ts';
import type { QueryForm } from './import-form.ts';

interface QueryFieldsProps {
  readonly source: string;
  readonly query: QueryForm;
  readonly columns: readonly string[];
  readonly onChange: (query: QueryForm) => void;
}

export function QueryFields({ source, query, columns, onChange }: QueryFieldsProps) {
  const bind = bindTo(query, (part) => onChange({ ...query, ...part }));
  const fields = (
    <div className="stack-2">
      {/* Remounts when a table is chosen. */}
      <Query key={query.sql} source={source} query={query} onChange={onChange} />
      <div className="halves gap-2">
        <TextField
          label="Dialogues"
          inputMode="numeric"
          placeholder="All"
          hint="Whole dialogues, picked at random."
          {...bind('dialogues')}
        />
        <SelectField
          label="Sample evenly by"
          {...bind('by')}
          options={[
            { value: '', label: 'No column' },
            ...columns.map((name) => ({ value: name, label: name })),
          ]}
        />
        <TextField label="Seed" inputMode="numeric" {...bind('seed')} />
        <TextField label="Maximum rows" inputMode="numeric" placeholder="All" {...bind('limit')} />
      </div>
    </div>
  );
  if (isDatabaseAddress(source)) {
    return (
      <div className="stack-2">
        <Tables address={source} query={query} onChange={onChange} />
        {fields}
      </div>
    );
  }
  return (
    <details open={query.sql !== '' || query.dialogues !== '' || undefined}>
      <summary>Choose rows…</summary>
      {fields}
    </details>
  );
}

interface TablesProps {
  readonly address: string;
  readonly query: QueryForm;
  readonly onChange: (query: QueryForm) => void;
}

function Tables({ address, query, onChange }: TablesProps) {
  const { data, error } = useQuery(databaseQueries.tables(address));
  if (error) return <ErrorNotice error={error} />;
  const whole = (name: string): string => `select * from ${name}`;
  const chosen = data?.tables.find(({ name }) => whole(name) === query.sql.trim());
  return (
    <SelectField
      label="Table"
      value={chosen?.name ?? ''}
      hint={data?.more ? 'Lists the first 500 tables. For another table, write a query.' : undefined}
      options={[
        { value: '', label: data ? (query.sql === '' ? 'Choose…' : 'Custom query') : 'Loading the tables…' },
        ...(data?.tables ?? []).map(({ name }) => ({ value: name, label: name })),
      ]}
      onChange={(name) => onChange({ ...query, sql: name === '' ? '' : whole(name) })}
    />
  );
}

interface QueryProps {
  readonly source: string;
  readonly query: QueryForm;
  readonly onChange: (query: QueryForm) => void;
}

/** Keeps the text while it is typed, so that not every letter runs a query. */
function Query({ source, query, onChange }: QueryProps) {
  const [sql, setSql] = useState(query.sql);
  const isDatabase = isDatabaseAddress(source);
  return (
    <Form className="stack-1" onSubmit={() => onChange({ ...query, sql })}>
      <div className="field">
        <label className="field-label small bold" htmlFor="import-query">
          Query
        </label>
        <textarea
          id="import-query"
          className="input mono"
          rows={3}
          spellCheck={false}
          placeholder={`select * from ${isDatabase ? 'tickets' : 'data'} where lang = 'en'`}
          value={sql}
          onChange={(event) => setSql(event.target.value)}
        />
        <span className="quiet small">
          {isDatabase
            ? 'Enter one read-only query in this database’s language.'
            : 'Enter one read-only query. The table “data” is this file.'}
        </span>
      </div>
      <Button small type="submit" disabled={sql.trim() === query.sql.trim()}>
        Run the query
      </Button>
    </Form>
  );
}
