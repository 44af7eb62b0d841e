import type { ComparisonMethod } from '#shared/contract/comparison.ts';
import { NO_EXAMPLES } from '#shared/domain/agent.ts';
import { openInExplore } from '../../../project/mode.ts';
import type { ColumnGripHandlers } from '../../../ui/columns/column-order.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { Divider } from '../../../ui/panes/split.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import {
  addColumn,
  answeredBy,
  answererOf,
  type ColumnLayout,
  idOf,
  KindMark,
  moveColumn,
  NARROWEST,
  removeColumn,
  replaceColumn,
  resizeColumn,
  setAnswerer,
  useAnswererEntries,
  WIDEST,
} from '../../columns/index.ts';
import type { ShownColumn } from '../answers/shown-columns.ts';
import { changeLooks, setColumns, useCompare } from '../compare-state.ts';

interface ColumnHeadProps {
  readonly column: ShownColumn;
  readonly layout: ColumnLayout;
  readonly methods: readonly ComparisonMethod[];
  readonly grip: ColumnGripHandlers;
}

export function ColumnHead({ column: { id, choice, by, compared }, layout, methods, grip }: ColumnHeadProps) {
  const { method, oracle, milliseconds, answer } = compared;
  const isReference = useCompare((state) => state.reference === id);
  const place = layout.findIndex((column) => idOf(column) === id);
  const title = by === null ? method.title : `${method.title} by ${by}`;
  const answerer = answererOf(choice);
  const answerers = useAnswererEntries({
    answerer,
    withoutExamples: choice.name === NO_EXAMPLES,
    isTaken: (other) => layout.some((one) => idOf(one) === idOf({ name: choice.name, answerer: other })),
    onTake: (next) => setColumns(() => setAnswerer(layout, id, next)),
    onBeside: (next) => setColumns(() => addColumn(layout, choice.name, next)),
  });
  const entries: MenuEntry[] = [
    {
      label: 'Move left',
      disabled: place === 0,
      onSelect: () => setColumns(() => moveColumn(layout, id, -1)),
    },
    {
      label: 'Move right',
      disabled: place === layout.length - 1,
      onSelect: () => setColumns(() => moveColumn(layout, id, 1)),
    },
    {
      label: 'Hide',
      disabled: layout.length === 1,
      onSelect: () => setColumns(() => removeColumn(layout, id)),
    },
    {
      label: 'Reference',
      hint: 'Compare the other columns with this one.',
      checked: isReference,
      onSelect: () => changeLooks({ reference: isReference ? null : id }),
    },
    ...(answer
      ? [
          {
            label: `Open ${answer.externalId}`,
            hint: 'The dialogue that this answer comes from.',
            onSelect: () => openInExplore(answer.dialogue, answer.turn),
          },
        ]
      : []),
    { kind: 'line' },
    ...(choice.agent ? [] : [...answerers, { kind: 'line' as const }]),
    { kind: 'heading', label: 'Replace with' },
    ...methods
      .filter(({ offered }) => offered)
      .filter((other) => !layout.some((column) => column.name === other.name))
      .map(
        (other): MenuEntry => ({
          label: other.title,
          hint: other.description,
          onSelect: () => setColumns(() => replaceColumn(layout, id, other.name)),
        }),
      ),
  ];
  return (
    <header className="column-head line-below sticky fill-2 pin-top">
      <div className="flex top gap-1 column-name">
        {layout.length > 1 && (
          // For the pointer only: the menu moves the column too.
          <span
            className="column-grip rigid min-small quiet no-border rounded no-fill pad-0"
            title="Drag to move this column"
            aria-hidden="true"
            {...grip}
          >
            <Icon name="grip" />
          </span>
        )}
        <h2 title={method.description}>{method.title}</h2>
        <Menu
          label={`Column ${title}`}
          entries={entries}
          className="button button-quiet button-icon button-small"
          title="Change, move or hide this column"
        >
          <Icon name="chevron-down" />
          <span className="visually-hidden">Column {title}</span>
        </Menu>
      </div>
      <p className="quiet small clip" title={answerer.kind === 'model' ? answerer.model : undefined}>
        {choice.agent ? 'follows its own rules' : answeredBy(answerer)}
      </p>
      <div className="column-remarks wrap flex middle small gap-half-2">
        {isReference && (
          <span
            className="reference-mark no-wrap accent-soft"
            title="The other columns are compared with this one"
          >
            reference
          </span>
        )}
        <KindMark kind={choice.agent ? 'designed' : method.kind} />
        {!choice.agent && (
          <span className="quiet to-end" title="Time to find the examples">
            {milliseconds < 1 ? '< 1' : Math.round(milliseconds)} ms
          </span>
        )}
        {oracle && <OracleMark />}
      </div>
      <Divider
        label={`Width of column ${title}`}
        size={layout[place]?.width ?? null}
        of="before"
        atEnd
        hint="double-click to reset"
        least={NARROWEST}
        most={WIDEST}
        onChange={(width) => setColumns(() => resizeColumn(layout, id, width))}
        onActivate={() => setColumns(() => resizeColumn(layout, id, null))}
      />
    </header>
  );
}

/** Warns that a method used labels that it would not have in practice. */
export function OracleMark() {
  return (
    <span
      className="oracle"
      title="Unfair advantage: this method uses the labels that act F1 is measured with, so its act F1 is an upper bound."
    >
      Uses the correct labels
    </span>
  );
}
