import { useQuery } from '@tanstack/react-query';
import type { EstimateValue } from '#shared/contract/evaluation.ts';
import type {
  JudgeAgreement,
  JudgingRun,
  JudgingSummary,
  PairFigures,
  ShareValue,
} from '#shared/contract/judging.ts';
import {
  figureText,
  formatAmount,
  formatCount,
  formatSetShare,
  intervalText,
  percentText,
} from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { BEST_NOTE, bestClass, bestOf } from '../../ui/lists/sort-head.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ResultLine, Unanswered } from '../../ui/state/notice.tsx';
import { OracleMark } from '../comparison/index.ts';
import { describeJudging } from './judging-text.ts';
import { OrdersAgree } from './orders-agree.tsx';
import { judgingQueries } from './queries.ts';

const percent = (share: number): string => `${100 * share}%`;

/** Shows wins, ties and losses above the win rate with its interval, on an axis of 0 to 100 %. */
function WinBar({
  wins,
  ties,
  losses,
  rate,
}: {
  readonly wins: number;
  /** Includes pairs of equal answers. */
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

/** Shows wins, ties and losses of every pair of columns, and how far the judge can be trusted. */
export function JudgingFigures({ run }: { readonly run: JudgingRun }) {
  const found = useQuery(judgingQueries(useApi().client).summary(run.run));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Working out the figures…" />;
  const { pairs, bootstrap } = found.data;
  const best = bestOf(pairs.map(({ rate }) => rate.estimate));
  return (
    <Focusable as="section" className="scroll run-scroll" aria-label="Figures of the judge">
      <ResultLine sentences={[describeJudging(pairs, run.check)]} />
      <table className="run-figures">
        <caption className="visually-hidden">Wins, ties and losses, with 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">
              <span className="win-key win-won" /> won <span className="win-key win-tied" /> tied{' '}
              <span className="win-key win-lost" /> lost
            </th>
            <th
              scope="col"
              className="run-number"
              title="Wins plus half of the ties, divided by all counted pairs"
            >
              win rate
            </th>
            <th
              scope="col"
              className="run-number"
              title="Counts only the order that shows the baseline first"
            >
              one order
            </th>
            {['won', 'tied', 'lost', 'same', 'cut off', 'flagged', 'missing', 'open'].map((label) => (
              <th key={label} scope="col" className="run-number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <PairRow key={pair.pair} pair={pair} best={best} />
          ))}
        </tbody>
      </table>
      <p className="quiet small run-note">
        {BEST_NOTE} Compared with the baseline. Win rate: wins plus half of the ties, divided by all counted
        pairs. Identical answers are ties. Intervals: {formatSetShare(bootstrap.level)}, by bootstrap over
        dialogues ({formatCount(bootstrap.resamples)} resamples, seed {bootstrap.seed}). A pair whose orders
        disagree is a tie. Flagged and missing pairs are not counted. Answers that hit the token limit are
        judged as they are: “cut off” counts their pairs. Do not compare figures of different judges or
        prompts.
      </p>
      <Trust summary={found.data} />
    </Focusable>
  );
}

function PairRow({ pair, best }: { readonly pair: PairFigures; readonly best: number | null }) {
  const { wins, ties, losses, counts, cutOff, rate, printed, few, counted, dialogues, consistent } = pair;
  return (
    <tr>
      <th scope="row">
        {pair.column.title}
        <span className="run-range">against {pair.baseline.title}</span>
        {pair.column.usesLabels && <OracleMark />}
      </th>
      <td className="win-cell">
        <WinBar wins={wins} ties={ties + counts.same} losses={losses} rate={rate} />
      </td>
      <td className="run-number">
        <span className={bestClass(rate.estimate, best)}>{percentText(rate.estimate)}</span>
        <span className="run-range">{intervalText(rate, { share: true })}</span>
        <OrdersAgree of={consistent} />
        <span className="run-range">
          {formatAmount(counted, 'pair')}, {formatAmount(dialogues, 'dialogue')}
        </span>
        {few && <span className="run-range run-stale">only {formatCount(wins + ties + losses)} judged</span>}
      </td>
      <td className="run-number">
        {percentText(printed.rate.estimate)}
        <span className="run-range">{intervalText(printed.rate, { share: true })}</span>
      </td>
      <InPlace of={[wins, ties, losses, counts.same, cutOff, counts.flagged, counts.unanswered, counts.open]}>
        {(count) => <td className="run-number">{formatCount(count)}</td>}
      </InPlace>
    </tr>
  );
}

/** Shows possible biases of the judge, and its agreement with people. */
function Trust({ summary: { pairs, all } }: { readonly summary: JudgingSummary }) {
  const rows = [
    ...pairs.map((pair) => ({ ...pair, title: `${pair.column.title} against ${pair.baseline.title}` })),
    ...(pairs.length > 1 ? [{ ...all, title: 'All together', characters: null }] : []),
  ];
  return (
    <>
      <h3 className="judge-heading">How reliable the judge is</h3>
      <table className="run-figures judge-trust">
        <thead>
          <tr>
            <th scope="col">Columns</th>
            <th scope="col" title="Judged pairs in which both orders say the same">
              orders agree
            </th>
            <th
              scope="col"
              title="Decided verdicts for the answer shown first. One half means no position bias."
            >
              prefers the first answer
            </th>
            <th scope="col" title="Decided pairs that the longer answer won">
              longer answer won
            </th>
            <th scope="col">characters, column and baseline</th>
            <th scope="col" title="Agreement with revealed votes on the same answers">
              agrees with your votes
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, consistent, forShownFirst, longerWon, agreement, characters }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <InPlace of={[consistent, forShownFirst, longerWon]}>
                {(share) => (
                  <td>
                    <Share of={share} />
                  </td>
                )}
              </InPlace>
              <td>
                {characters
                  ? [characters.column, characters.baseline]
                      .map((mean) => (mean === null ? '–' : formatCount(Math.round(mean))))
                      .join(' / ')
                  : ''}
              </td>
              <td>
                <Agreement of={agreement} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet small run-note">
        If the judge prefers the first answer in half of the pairs, position does not matter. If longer
        answers win, that may be a bias or they may be better. Votes count once they are revealed.
      </p>
    </>
  );
}

/** "61.5 % of 26", and the interval below. */
function Share({ of: { share, trials, low, high } }: { readonly of: ShareValue }) {
  if (share === null) return <span className="quiet">nothing counted</span>;
  return (
    <>
      {percentText(share)} of {formatCount(trials)}
      <span className="run-range">{intervalText({ lower: low, upper: high }, { share: true })}</span>
    </>
  );
}

function Agreement({ of: { same, kappa, interval, otherAnswers } }: { readonly of: JudgeAgreement }) {
  return (
    <>
      {same.trials === 0 ? <span className="quiet">no votes on these answers</span> : <Share of={same} />}
      {kappa !== null && (
        <span className="run-range">
          κ {figureText(kappa, { digits: 2 })}
          {interval && ` (${intervalText({ lower: interval[0], upper: interval[1] }, { digits: 2 })})`}
        </span>
      )}
      {otherAnswers > 0 && (
        <span className="run-range">{formatCount(otherAnswers)} votes on other answers left out</span>
      )}
    </>
  );
}
