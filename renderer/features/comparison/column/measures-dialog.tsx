import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { MEASURE_GROUPS } from './measures.ts';
import './column.css';

/** Explains each measure and its limits. */
export function MeasuresDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="About these measures" onClose={onClose}>
      <p>
        Each measure says how similar an answer is to the true answer, from 0 to 100. A good answer can differ
        from the true one, so no measure tells which method a person would prefer. One turn says little about
        a method. Results measures many turns, with intervals.
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
