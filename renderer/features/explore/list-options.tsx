import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { type ListShape, shapeList, useView } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { filterCommands, filterQueries, SavedFilters } from '../filters/index.ts';

/** Chooses the field that sorts the list, and the fields shown in its rows. */
export function ListOptions({ run }: { readonly run: RunId | null }) {
  const { client } = useApi();
  const shape = useView((view) => view.list);
  const where = useView((view) => view.where);
  // Loading all fields takes a moment, so it waits until these menus are needed.
  const [isAsked, setAsked] = useState(shape.sort !== null || shape.columns.length > 0);
  const fields = useQuery({ ...filterQueries(client).fields(run), enabled: isAsked }).data ?? [];
  const names = fields.map(({ name }) => name).filter((name) => name !== 'id');
  const { sort, columns } = shape;
  const ask = () => setAsked(true);
  const change = (next: Partial<ListShape>) => shapeList({ ...shape, ...next });
  const order: MenuEntry[] = [
    choice('source and id', sort === null, () => change({ sort: null })),
    ...names.map((field) =>
      choice(field, sort?.field === field, () => change({ sort: { field, descending: false } })),
    ),
    ...(sort === null
      ? []
      : [
          { kind: 'line' } as const,
          choice('highest or latest first', sort.descending, () =>
            change({ sort: { ...sort, descending: !sort.descending } }),
          ),
        ]),
  ];
  const shown = names.map((name) =>
    choice(name, columns.includes(name), () =>
      change({
        columns: columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name],
      }),
    ),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only prefetches what its menus need
    <div className="row-1 list-options" onPointerEnter={ask} onFocus={ask}>
      <Button small kind="quiet" icon="plus" onClick={() => runCommand(filterCommands.add)}>
        Filter
      </Button>
      {where === '' && <SavedFilters where="" />}
      <Menu label="Order of the list" className="button button-quiet button-small" entries={order}>
        {sort === null ? 'By source and id' : `By ${sort.field}${sort.descending ? ', largest first' : ''}`}
        <Icon name="chevron-down" />
      </Menu>
      <Menu
        label="Columns of the list"
        className="button button-quiet button-small"
        entries={shown.length > 0 ? shown : [{ kind: 'heading', label: 'Reading the fields…' }]}
      >
        {columns.length === 0 ? 'Columns' : `Columns: ${columns.length}`}
        <Icon name="chevron-down" />
      </Menu>
    </div>
  );
}

const choice = (label: string, checked: boolean, onSelect: () => void): MenuEntry => ({
  kind: 'action',
  label,
  checked,
  onSelect,
});
