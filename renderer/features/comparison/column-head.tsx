import type { ComparedColumn, ComparisonMethod } from '#shared/contract/comparison.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import {
  type ColumnLayout,
  moveColumn,
  NARROWEST,
  removeColumn,
  replaceColumn,
  resizeColumn,
  WIDEST,
} from './columns.ts';
import { setColumns } from './compare-state.ts';
import { KindMark } from './kind-mark.tsx';
import { ResizeHandle } from './resize-handle.tsx';

/** A method's name, its kind, what it saw and how long it took; the menu moves, hides or replaces the column. */
export function ColumnHead({
  column: { method, oracle, milliseconds },
  layout,
  methods,
}: {
  readonly column: ComparedColumn;
  readonly layout: ColumnLayout;
  readonly methods: readonly ComparisonMethod[];
}) {
  const place = layout.findIndex((column) => column.name === method.name);
  const entries: MenuEntry[] = [
    {
      kind: 'action',
      label: 'Move left',
      disabled: place === 0,
      onSelect: () => setColumns(() => moveColumn(layout, method.name, -1)),
    },
    {
      kind: 'action',
      label: 'Move right',
      disabled: place === layout.length - 1,
      onSelect: () => setColumns(() => moveColumn(layout, method.name, 1)),
    },
    {
      kind: 'action',
      label: 'Hide',
      disabled: layout.length === 1,
      onSelect: () => setColumns(() => removeColumn(layout, method.name)),
    },
    { kind: 'line' },
    { kind: 'heading', label: 'Show instead' },
    ...methods
      .filter((other) => !layout.some((column) => column.name === other.name))
      .map(
        (other): MenuEntry => ({
          kind: 'action',
          label: other.title,
          hint: other.description,
          onSelect: () => setColumns(() => replaceColumn(layout, method.name, other.name)),
        }),
      ),
  ];
  return (
    <header className="column-head">
      <div className="column-name">
        <h2 title={method.description}>{method.title}</h2>
        <Menu
          label={`Column ${method.title}`}
          entries={entries}
          className="button button-quiet button-icon button-small"
          title="Move, hide or replace this column"
        >
          <Icon name="chevron-down" />
          <span className="visually-hidden">Column {method.title}</span>
        </Menu>
      </div>
      <div className="column-remarks small">
        <KindMark kind={method.kind} />
        <span className="quiet column-time">{milliseconds < 1 ? '< 1' : Math.round(milliseconds)} ms</span>
        {oracle && <OracleMark />}
      </div>
      <ResizeHandle
        label={`Width of column ${method.title}`}
        value={layout[place]?.width ?? null}
        least={NARROWEST}
        most={WIDEST}
        onChange={(width) => setColumns(() => resizeColumn(layout, method.name, width))}
        onReset={() => setColumns(() => resizeColumn(layout, method.name, null))}
      />
    </header>
  );
}

/** Says that a method saw labels it would not have in earnest. */
export function OracleMark() {
  return (
    <span
      className="oracle"
      title="Its tags share the label space that act F1 is measured in: an upper bound, no fair comparison."
    >
      oracle: sees gold labels
    </span>
  );
}
