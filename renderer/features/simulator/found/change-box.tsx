import type { Simulation } from '#shared/contract/simulator.ts';
import { type OutcomeShown, PART_NAMES, partText } from '../words.ts';
import './found.css';

/** What a change of tags changed: before and after, part by part. */
export function ChangeBox({
  change: { what, before, difference },
  now,
}: {
  readonly change: NonNullable<Simulation['change']>;
  readonly now: OutcomeShown;
}) {
  const { changed, keptExamples } = difference;
  return (
    <section className="column-part sim-change" aria-label="What the change changed">
      <h3>{what}</h3>
      {changed.length === 0 ? (
        <p className="quiet">It changes nothing: route, state, examples and answer are the same.</p>
      ) : (
        <dl className="sim-parts">
          {changed.map((part) => (
            <div key={part}>
              <dt>
                {PART_NAMES[part]}
                {part === 'examples' && (
                  <span className="quiet">
                    {' '}
                    · {keptExamples} of {before.examples.length} kept
                  </span>
                )}
              </dt>
              <dd>
                <del>{partText(part, before)}</del>
                <ins>{partText(part, now)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
