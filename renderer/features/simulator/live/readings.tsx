import type { Simulation } from '#shared/contract/simulator.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { learnerLabel } from '../../../project/learners.ts';
import { takeOwnAutomaton } from '../simulate-state.ts';
import type { Acting } from '../use-simulation.ts';
import { readingText } from '../words.ts';
import './live.css';

/**
 * Shows the dialogue under every matching rule, and through the newest automaton of the other kind. Choosing
 * one follows it. Shows nothing if there is only one.
 */
export function Readings({ simulation, act, busy }: Acting & { readonly simulation: Simulation }) {
  const { routes, automaton, settings } = simulation;
  if (routes.length < 2) return null;
  return (
    <section className="sim-readings" aria-label="Matching rules">
      <h3>Matching rule</h3>
      <ul>
        {routes.map(({ automaton: id, learner, policy, place, matched, missed, stopped }) => {
          const isOther = id !== automaton?.id && policy !== null;
          const current = id === automaton?.id && (policy === null || policy === settings.policy);
          return (
            <li key={`${id} ${policy}`}>
              <button
                type="button"
                className="sim-reading"
                aria-pressed={current}
                disabled={busy}
                onClick={() => {
                  if (id !== automaton?.id) takeOwnAutomaton(true);
                  void act((own) =>
                    own.configure(policy === null ? { automaton: id } : { automaton: id, policy }),
                  );
                }}
              >
                <span>
                  <span className="bold">
                    {isOther && `${learnerLabel(learner)}: `}
                    {readingText(policy)}
                  </span>{' '}
                  <span className="quiet small">
                    {formatAmount(matched, 'step')}
                    {missed > 0 && `, ${missed} missed`}
                    {stopped && ', stopped'}
                  </span>
                </span>
                <span className="clip small" title={place.words}>
                  {place.words}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
