import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { filterBy } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { filterQueries } from './queries.ts';

const CHANGES = about('savedFilters');

export function SavedFilters({ where }: { readonly where: string }) {
  const { data: saved = [] } = useQuery(filterQueries.saved);
  const isOn = where.trim() !== '';
  if (!isOn && saved.length === 0) return null;
  const own = saved.find((filter) => filter.where === where);
  const entries: MenuEntry[] = [
    ...saved.map(
      (filter): MenuEntry => ({
        label: filter.name,
        hint: filter.where,
        checked: filter === own,
        onSelect: () => filterBy(filter.where),
      }),
    ),
    ...(saved.length > 0 ? [{ kind: 'line' } as const] : []),
    { label: 'Save this filter…', disabled: !isOn, onSelect: () => openDialog(SaveDialog, { where }) },
    {
      label: own ? `Rename or remove “${own.name}”…` : 'Rename or remove…',
      disabled: own === undefined,
      onSelect: () => own && openDialog(ChangeDialog, { name: own.name }),
    },
  ];
  return (
    <DropMenu small kind="quiet" label="Saved filters" entries={entries}>
      <span className="clip">{own?.name ?? 'Saved'}</span>
    </DropMenu>
  );
}

function SaveDialog({ where }: { readonly where: string }) {
  const { data: saved = [] } = useQuery(filterQueries.saved);
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => client.savedFilters.save({ name, where }),
    meta: CHANGES,
    onSuccess: closeDialog,
  });
  const other = saved.find((filter) => filter.name === name.trim());
  return (
    <NameDialog
      title="Save the filter"
      name={name}
      hint={other ? `This replaces: ${other.where}` : where}
      onName={setName}
      onTake={save.mutate}
      error={save.error}
    >
      <Button onClick={closeDialog}>Cancel</Button>
    </NameDialog>
  );
}

function ChangeDialog({ name }: { readonly name: string }) {
  const [to, setTo] = useState(name);
  const rename = useMutation({
    mutationFn: () => client.savedFilters.rename({ name, to }),
    meta: CHANGES,
    onSuccess: closeDialog,
  });
  const remove = useMutation({
    mutationFn: () => client.savedFilters.remove({ name }),
    meta: CHANGES,
    onSuccess: closeDialog,
  });
  return (
    <NameDialog
      title={`The filter “${name}”`}
      name={to}
      onName={setTo}
      onTake={rename.mutate}
      error={rename.error ?? remove.error}
    >
      <Button kind="danger" icon="trash" does={remove}>
        Remove
      </Button>
    </NameDialog>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly hint?: string;
  readonly onName: (name: string) => void;
  readonly onTake: () => void;
  readonly error: unknown;
  readonly children: React.ReactNode;
}

function NameDialog({ title, name, hint, onName, onTake, error, children }: NameDialogProps) {
  return (
    <Dialog
      title={title}
      width="narrow"
      foot={
        <>
          {children}
          <Button kind="primary" type="submit" form="filter-name" disabled={name.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <Form
        id="filter-name"
        onSubmit={() => {
          if (name.trim() !== '') onTake();
        }}
      >
        <TextField label="Name" hint={hint} maxLength={80} value={name} onChange={onName} />
      </Form>
      {error != null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
