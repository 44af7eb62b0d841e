import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { describeFilter, writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { DialogueFilter } from '#shared/domain/dialogue-filter.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { narrowFilterBy, readFilter, useDialogueFilter } from '../../project/dialogue-filter.ts';
import { filterBy } from '../../project/view.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { type Chips, chipsOf, filterOf, negated, withGrouped, withPart, withTakenApart } from './chips.ts';
import { filterActions, filterCommands, filterQueries } from './queries.ts';
import { SavedFilters } from './saved-filters.tsx';
import { WhereField } from './where-field.tsx';
import './filters.css';
import { Form } from '../../ui/inputs/field.tsx';

interface FilterDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly start: string;
  readonly run: RunId | null;
  readonly onTake: (where: string) => void;
}

function FilterDialog({ title, verb, start, run, onTake }: FilterDialogProps) {
  const [where, setWhere] = useState(start);
  const [isReadable, setReadable] = useState(true);
  const canTake = isReadable && readFilter(where) !== null;
  const take = () => {
    onTake(where);
    closeDialog();
  };
  return (
    <Dialog title={title} main={{ label: verb, disabled: !canTake, onClick: take }}>
      <Form
        className="form-grid"
        onSubmit={() => {
          if (canTake) take();
        }}
      >
        <WhereField where={where} run={run} onChange={setWhere} onReadable={setReadable} />
      </Form>
    </Dialog>
  );
}

export function FilterBar({ run }: { readonly run: RunId | null }) {
  const { where, filter } = useDialogueFilter();
  const chips = chipsOf(filter);
  const isOn = where.trim() !== '';
  const add = () =>
    openDialog(FilterDialog, {
      title: 'Filter the dialogues',
      verb: isOn ? 'Add to the filter' : 'Filter',
      start: '',
      run,
      onTake: narrowFilterBy,
    });
  useCommand(filterCommands.add, add);
  useCommand(filterCommands.clear, isOn ? () => filterBy('') : null);
  useCommand(filterCommands.invert, filter ? () => put(negated(filter)) : null);
  if (!isOn) return null;
  return (
    <section className="filter-bar rigid wrap flex middle line-below gap-1-2" aria-label="Filter">
      {filter !== null && <ChipList chips={chips} run={run} />}
      {filter === null && <Unreadable where={where} run={run} />}
      <Button small kind="quiet" icon="plus" onClick={add}>
        Add
      </Button>
      <SavedFilters where={where} />
      <Counted where={where} run={run} />
      <span className="row-1 to-end">
        {filterActions.items.map(({ label, run: act }) => (
          <Button key={label} small kind="quiet" onClick={() => act(where)}>
            {label}
          </Button>
        ))}
        <CommandButton small kind="quiet" command={filterCommands.invert}>
          Exclude these
        </CommandButton>
        <CommandButton small kind="quiet" command={filterCommands.clear}>
          Clear
        </CommandButton>
      </span>
    </section>
  );
}

const put = (filter: DialogueFilter | null): void => filterBy(filter === null ? '' : writeWhere(filter));

function ChipList({ chips, run }: { readonly chips: Chips; readonly run: RunId | null }) {
  const { joined, parts } = chips;
  const word = joined === 'all' ? 'and' : 'or';
  return (
    <ul className="filter-chips">
      {parts.map((part, at) => (
        <Fragment key={writeWhere(part)}>
          {at > 0 && (
            <li>
              <button
                type="button"
                className="filter-joint quiet small no-border rounded no-fill pointer pad-0-1"
                title={`${joined === 'all' ? 'All conditions must be met.' : 'One condition is enough.'} Press to switch to “${joined === 'all' ? 'or' : 'and'}”.`}
                onClick={() => put(filterOf({ parts, joined: joined === 'all' ? 'any' : 'all' }))}
              >
                {word}
              </button>
            </li>
          )}
          <li>
            <Chip part={part} at={at} chips={chips} run={run} />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

interface ChipProps {
  readonly part: DialogueFilter;
  readonly at: number;
  readonly chips: Chips;
  readonly run: RunId | null;
}

function Chip({ part, at, chips, run }: ChipProps) {
  const words = describeFilter(part);
  const isGroup = part.kind === 'all' || part.kind === 'any';
  const change = (next: Chips): void => put(filterOf(next));
  const edit = () =>
    openDialog(FilterDialog, {
      title: 'Edit the filter',
      verb: 'Change',
      start: writeWhere(part),
      run,
      onTake: (where: string) => change(withPart(chips, at, where)),
    });
  const remove = () => change(withPart(chips, at, null));
  const entries: MenuEntry[] = [
    { label: 'Edit…', onSelect: edit },
    {
      label: part.kind === 'not' ? 'Include these' : 'Exclude these',
      onSelect: () => change(withPart(chips, at, negated(part))),
    },
    ...(chips.parts.length > 1
      ? [
          { label: 'Keep only this', onSelect: () => put(part) } as const,
          ...(at > 0
            ? [
                {
                  label: `Join with “${chips.joined === 'all' ? 'or' : 'and'}”`,
                  onSelect: () => change(withGrouped(chips, at)),
                } as const,
              ]
            : []),
        ]
      : []),
    ...(isGroup ? [{ label: 'Ungroup', onSelect: () => change(withTakenApart(chips, at)) } as const] : []),
    { kind: 'line' },
    { label: 'Remove', onSelect: remove },
  ];
  return (
    <span className="filter-chip middle shrink accent-soft rounded inline-flex">
      <Menu
        label={`Condition ${words}`}
        buttonLabel={`${words}, condition`}
        title={writeWhere(part)}
        className="filter-chip-words clip"
        entries={entries}
      >
        <span className="clip">{words}</span>
        <Icon name="chevron-down" />
      </Menu>
      <IconButton icon="close" small label={`Remove ${words}`} onClick={remove} />
    </span>
  );
}

function Unreadable({ where, run }: { readonly where: string; readonly run: RunId | null }) {
  return (
    <Button
      small
      icon="alert"
      onClick={() =>
        openDialog(FilterDialog, {
          title: 'Edit the filter',
          verb: 'Change',
          start: where,
          run,
          onTake: filterBy,
        })
      }
    >
      <span className="clip">{where}</span>
    </Button>
  );
}

function Counted({ where, run }: { readonly where: string; readonly run: RunId | null }) {
  const { data, error } = useQuery({
    ...filterQueries.count(where, run),
    placeholderData: keepPreviousData,
  });
  if (error) {
    const { message, nextStep } = readable(error);
    return (
      <span className="danger small" role="alert">
        {message} {nextStep}
      </span>
    );
  }
  return (
    <span className="quiet small" role="status">
      {data ? `${formatCount(data.dialogues)} of ${formatAmount(data.of, 'dialogue')}` : ' '}
    </span>
  );
}
