import { RunField } from '../../../project/tags/tag-finder.tsx';
import { useShown } from '../../../project/use-shown.ts';
import { showRun } from '../../../project/view.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import {
  ColumnChooser,
  type ColumnLayout,
  columnsOf,
  MOST_COLUMNS,
  START_LAYOUT,
  withColumns,
} from '../../columns/index.ts';
import { setColumns } from '../compare-state.ts';

/** Chooses the columns that are shown side by side. Each change takes effect at once. */
export function ColumnsDialog({
  layout,
  onClose,
}: {
  readonly layout: ColumnLayout;
  readonly onClose: () => void;
}) {
  const { run } = useShown();
  return (
    <Dialog
      title="Columns"
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => setColumns(() => START_LAYOUT)}>Reset</Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <RunField finds label="Tags for the automata" run={run?.id ?? null} onChange={showRun} />
      <ColumnChooser
        columns={columnsOf(layout)}
        most={MOST_COLUMNS}
        onChange={(columns) => setColumns(() => withColumns(layout, columns))}
      />
    </Dialog>
  );
}
