import { RunField } from '../../../project/tags/tag-finder.tsx';
import { useShownAutomaton } from '../../../project/use-shown-automaton.ts';
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
import { MEASURE_GROUPS } from './measures.ts';
import './column.css';

export function MeasuresDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="About these measures" onClose={onClose}>
      <p>
        Each measure shows how similar an answer is to the true answer, from 0 to 100. A good answer can
        differ from the true one, so no measure shows which method people would prefer. One turn shows little
        about a method. The figures under Results come from many turns and have intervals.
      </p>
      {MEASURE_GROUPS.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <dl className="measures-explained">
            {group.measures.map((measure) => (
              <div key={measure.id}>
                <dt>{measure.label}</dt>
                <dd>{measure.explanation}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>Correct labels</h3>
        <p>
          A method marked “Uses the correct labels” saw the labels that act F1 is measured with. Its act F1 is
          an upper bound, not a fair comparison.
        </p>
      </section>
    </Dialog>
  );
}

interface ColumnsDialogProps {
  readonly layout: ColumnLayout;
  readonly onClose: () => void;
}

export function ColumnsDialog({ layout, onClose }: ColumnsDialogProps) {
  const { run } = useShownAutomaton();
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
