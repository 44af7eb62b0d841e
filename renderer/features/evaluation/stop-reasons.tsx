import type { EvaluationResult } from '#shared/contract/evaluation.ts';
import { formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { reasonText, stopRows } from './stops.ts';

/** Where the routes of the automata stop and why: the paper's way first, since there it costs most. */
export function StopReasons({ result }: { readonly result: EvaluationResult }) {
  const routed = result.methods
    .filter((method) => method.stops.length > 0)
    .sort((a, b) => Number(a.kind !== 'paper') - Number(b.kind !== 'paper'));
  if (routed.length === 0) return null;
  return (
    <section aria-label="Where routes stop and why">
      <h3>Where routes stop and why</h3>
      <div className="stops-methods">
        {routed.map((method) => (
          <section key={method.name} aria-label={method.title}>
            <h4>{method.title}</h4>
            <ul className="stops">
              {stopRows(method).map((stop) => (
                <li key={stop.reason}>
                  <span className="stop-reason">{reasonText(stop.reason)}</span>
                  <span className="number">
                    {formatShare(stop.share)} <span className="quiet">({formatCount(stop.queries)})</span>
                  </span>
                  <span className="stop-bar" aria-hidden="true">
                    <span style={{ width: `${stop.share * 100}%` }} />
                  </span>
                  {stop.places && <span className="quiet small stop-places">{stop.places}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
