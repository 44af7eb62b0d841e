import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { MEASURE_GROUPS } from './measures.ts';
import './column.css';

/** What each measure says, and what none of them does. */
export function MeasuresDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="What the measures say" onClose={onClose}>
      <p>
        Each measure tells how like the true answer something is, from 0 to 100. An answer can be good and
        unlike the true one, so none of them tells which method a person would prefer. One round says nothing
        of a method: nothing is bold here, and Results counts many rounds, with intervals.
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
        <h3>Oracle</h3>
        <p>
          A method marked “oracle” saw tags from the very labels that act F1 is measured in. Its act F1 is an
          upper bound, not a fair comparison.
        </p>
      </section>
    </Dialog>
  );
}
