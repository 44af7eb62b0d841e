import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Database, DatabaseTls } from '#shared/contract/databases.ts';
import { databaseTitle, withoutPassword } from '#shared/domain/import-formats.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bindTo, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';

export const databaseQueries = {
  list: question('databases', client.databases.list, undefined, about('databases')),
  tables: (address: string) =>
    question('tables of a database', client.databases.tables, { address }, about('databases')),
};

interface DatabaseForm {
  readonly address: string;
  readonly tls: DatabaseTls | '';
  readonly password: string;
}

export const EMPTY_FORM: DatabaseForm = { address: '', tls: '', password: '' };

const formOf = (kept: Database | undefined): DatabaseForm =>
  kept === undefined ? EMPTY_FORM : { address: kept.address, tls: kept.tls, password: '' };

/** Moves a password from the address to its own field, and drops a stored database's encryption setting. */
export function addressTyped(form: DatabaseForm, typed: string, wasKept: boolean): DatabaseForm {
  const { address, password } = withoutPassword(typed);
  return { address, tls: wasKept ? '' : form.tls, password: password ?? form.password };
}

const KEPT = {
  device: 'Stored encrypted by the operating system, never in a project.',
  session: 'Kept in memory until you quit Dialogram, because this system cannot encrypt passwords.',
} as const;

const WHERE = { loopback: 'this machine', private: 'your own network', public: 'the internet' } as const;

const TLS: readonly { readonly value: DatabaseTls | ''; readonly label: string }[] = [
  { value: '', label: 'Encrypted, unless the database is on this machine' },
  { value: 'verify', label: 'Encrypted, certificate checked' },
  { value: 'encrypt', label: 'Encrypted, any certificate' },
  { value: 'off', label: 'Not encrypted' },
];

export function DatabaseDialog({ onChosen }: { readonly onChosen: (address: string) => void }) {
  const list = useQuery(databaseQueries.list).data;
  const [typed, setTyped] = useState<DatabaseForm | null>(null);
  const [asking, setAsking] = useState<Database | null>(null);
  const databases = list?.databases ?? [];
  const form = typed ?? formOf(databases.at(-1));
  const kept = databases.find(({ address }) => address === form.address);

  const connect = useMutation({
    mutationFn: async ({ address, tls, password }: DatabaseForm) => {
      const saved = await client.databases.save({ address, tls: tls || null });
      if (password !== '') await client.databases.setPassword({ address: saved.address, password });
      if (saved.reach !== 'loopback' && saved.consent === null) return saved;
      await client.databases.tables({ address: saved.address });
      return saved.address;
    },
    meta: about('databases'),
    onSuccess: (reached) => {
      if (typeof reached === 'string') onChosen(reached);
      else setAsking(reached);
    },
    gcTime: 0,
  });
  const agree = useMutation({
    mutationFn: ({ address, origin }: Database) => client.databases.consent({ address, host: origin }),
    meta: about('databases'),
    onSuccess: () => {
      setAsking(null);
      connect.mutate(form);
    },
  });
  const remove = useMutation({
    mutationFn: (address: string) => client.databases.remove({ address }),
    meta: about('databases'),
    onSuccess: () => setTyped(EMPTY_FORM),
  });
  const change = (next: DatabaseForm): void => {
    connect.reset();
    setTyped(next);
  };
  const bind = bindTo(form, (part) => change({ ...form, ...part }));
  return (
    <Dialog
      title="Import from a database"
      foot={
        kept && (
          <Button
            kind="danger"
            className="spread"
            disabled={remove.isPending}
            onClick={() => remove.mutate(kept.address)}
          >
            Forget this database
          </Button>
        )
      }
      main={{
        label: 'Connect',
        pending: connect.isPending,
        disabled: form.address.trim() === '',
        onClick: () => connect.mutate(form),
      }}
    >
      {databases.length > 0 && (
        <SelectField
          label="Database"
          value={kept?.address ?? ''}
          options={[
            ...databases.map(({ address }) => ({ value: address, label: databaseTitle(address) })),
            { value: '', label: 'Another database' },
          ]}
          onChange={(chosen) => change(formOf(databases.find(({ address }) => address === chosen)))}
        />
      )}
      <TextField
        label="Address"
        value={form.address}
        placeholder="postgres://reader@db.example.com:5432/support"
        hint="PostgreSQL 12 or newer. A read-only user is best."
        spellCheck={false}
        onChange={(value) => change(addressTyped(form, value, kept !== undefined))}
      />
      <TextField
        label="Password"
        type="password"
        {...bind('password')}
        placeholder={kept?.hasPassword ? 'A password is saved. Type to replace it.' : ''}
        hint={list && KEPT[list.passwordsKeptFor]}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField label="Encryption" {...bind('tls')} options={TLS} hint={kept?.warning} />
      {connect.isError && <ErrorNotice error={connect.error} />}
      {remove.isError && <ErrorNotice error={remove.error} />}
      {asking && (
        <ConfirmDialog
          title={`Connect to ${databaseTitle(asking.address)}?`}
          verb="Agree"
          onClose={() => setAsking(null)}
          onConfirm={() => agree.mutate(asking)}
        >
          <div className="stack-2">
            <p>
              Dialogram connects to <span className="mono">{asking.origin}</span> ({WHERE[asking.reach]}) and
              sends your user name, password and queries when you connect, preview, import or refresh. No
              project data is sent.
            </p>
            <p className="quiet small">
              Dialogram only reads from the database. It asks again before it contacts another host.
            </p>
            {asking.warning && <p className="quiet">{asking.warning}</p>}
            {agree.isError && <ErrorNotice error={agree.error} />}
          </div>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
