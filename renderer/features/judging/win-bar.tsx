import type { EstimateValue } from '#shared/contract/evaluation.ts';
import { intervalText, percentText } from '#shared/domain/figure-text.ts';

const percent = (share: number): string => `${100 * share}%`;

/** Wins, ties and losses side by side, over the win rate with its interval on an axis of 0 to 100 %. */
export function WinBar({
  wins,
  ties,
  losses,
  rate,
}: {
  readonly wins: number;
  /** Those that say the same are ties, too. */
  readonly ties: number;
  readonly losses: number;
  readonly rate: EstimateValue;
}) {
  const all = wins + ties + losses;
  if (all === 0) return <span className="quiet">not judged yet</span>;
  const { estimate, lower, upper } = rate;
  return (
    <div
      className="stack-1 win-bar"
      role="img"
      aria-label={`${wins} won, ${ties} tied, ${losses} lost; win rate ${percentText(estimate)}, ${intervalText(rate, { share: true })}`}
    >
      <div className="win-parts">
        <span className="win-won" style={{ width: percent(wins / all) }} />
        <span className="win-tied" style={{ width: percent(ties / all) }} />
        <span className="win-lost" style={{ width: percent(losses / all) }} />
      </div>
      <div className="win-axis">
        {lower !== null && upper !== null && (
          <span className="win-interval" style={{ left: percent(lower), width: percent(upper - lower) }} />
        )}
        {estimate !== null && <span className="win-rate" style={{ left: percent(estimate) }} />}
      </div>
    </div>
  );
}
