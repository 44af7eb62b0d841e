import { useQuery } from '@tanstack/react-query';
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
import type { Estimate } from '#shared/domain/figures.ts';
import { BEST_NOTE, bestClass, bestOf, FigureTable } from '../../ui/lists/figure-table.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ResultLine, Unanswered } from '../../ui/state/notice.tsx';
import { OracleMark } from '../comparison/index.ts';
import { describeJudging, isVerdict, ordersText } from './judging-text.ts';
import { judgingQueries } from './queries.ts';

export function OrdersAgree({ of }: { readonly of: ShareValue }) {
  return (
    <span
      className={`run-range ${isVerdict(of) ? '' : 'run-stale'}`}
      title="Share of judged pairs with the same result in both orders. If they differ, the average of their probabilities counts. If the server gives none, the pair is a tie."
    >
      {ordersText(of)}
    </span>
  );
}

const percent = (share: number): string => `${100 * share}%`;

interface WinBarProps {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  readonly rate: Estimate;
}

function WinBar({ wins, ties, losses, rate }: WinBarProps) {
  const all = wins + ties + losses;
  if (all === 0) return <span className="quiet">not judged yet</span>;
  const { estimate, lower, upper } = rate;
  return (
    <div
      className="stack-1 win-bar"
      role="img"
      aria-label={`${wins} won, ${ties} tied, ${losses} lost; win rate ${percentText(estimate)}, ${intervalText(rate, { share: true })}`}
    >
      <div className="win-parts flex hides rounded-small">
        <span className="win-won" style={{ width: percent(wins / all) }} />
        <span className="win-tied" style={{ width: percent(ties / all) }} />
        <span className="win-lost" style={{ width: percent(losses / all) }} />
      </div>
      <div className="win-axis anchor line-below">
        {lower !== null && upper !== null && (
          <span className="win-interval" style={{ left: percent(lower), width: percent(upper - lower) }} />
        )}
        {estimate !== null && (
          <span className="win-rate circle floats pin-top" style={{ left: percent(estimate) }} />
        )}
      </div>
    </div>
  );
}

export function JudgingFigures({ run }: { readonly run: JudgingRun }) {
  const found = useQuery(judgingQueries.summary(run.run));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Calculating the figures…" />;
  const { pairs, bootstrap } = found.data;
  // A judge that failed its check judged nothing, so its table would only have zeros.
  if (run.check && !run.check.passed && pairs.every(({ counted }) => counted === 0))
    return <ResultLine sentences={[describeJudging(pairs, run.check)]} />;
  const best = bestOf(pairs.map(({ rate }) => rate.estimate));
  return (
    <Focusable as="section" className="scroll run-scroll" aria-label="Figures of the judge">
      <ResultLine sentences={[describeJudging(pairs, run.check)]} />
      <FigureTable
        className="ruled run-figures"
        caption="Wins, ties and losses, with 95 % intervals"
        columns={[
          {
            name: 'Column',
            isName: true,
            value: ({ column, baseline }) => (
              <>
                {column.title} {column.usesLabels && <OracleMark />}
                <span className="run-range">
                  against {baseline.title} {baseline.usesLabels && <OracleMark />}
                </span>
              </>
            ),
          },
          {
            name: (
              <>
                <span className="win-key rounded-small inline-block win-won" /> won{' '}
                <span className="win-key rounded-small inline-block win-tied" /> tied{' '}
                <span className="win-key rounded-small inline-block win-lost" /> lost
              </>
            ),
            cellClass: () => 'win-cell',
            value: ({ wins, ties, losses, counts, rate }) => (
              <WinBar wins={wins} ties={ties + counts.same} losses={losses} rate={rate} />
            ),
          },
          {
            name: 'win rate',
            help: 'Wins plus half of the ties, divided by all counted pairs',
            className: 'number',
            value: (pair) => <WinRate pair={pair} best={best} />,
          },
          {
            name: 'baseline first',
            help: 'Counts only the comparisons that showed the baseline first',
            className: 'number',
            value: ({ printed }) => (
              <>
                {percentText(printed.rate.estimate)}
                <span className="run-range">{intervalText(printed.rate, { share: true })}</span>
              </>
            ),
          },
          ...COUNTS.map(([name, count]) => ({
            name,
            className: 'number',
            value: (pair: PairFigures) => formatCount(count(pair)),
          })),
        ]}
        rows={pairs}
        keyOf={({ pair }) => pair}
      />
      <p className="quiet small run-note">
        {BEST_NOTE} Compared with the baseline. Win rate: wins plus half of the ties, divided by all counted
        pairs. Identical answers are ties. The {formatSetShare(bootstrap.level)} intervals come from a
        bootstrap over dialogues ({formatCount(bootstrap.resamples)} resamples, seed {bootstrap.seed}). If the
        orders disagree, the average of their probabilities counts, or the pair is a tie if there are none.
        Flagged and missing pairs are not counted. Answers that hit the token limit are judged as they are;
        “cut off” counts these pairs. Do not compare figures of different judges or prompts.
      </p>
      <Trust summary={found.data} />
    </Focusable>
  );
}

const COUNTS: readonly (readonly [name: string, count: (pair: PairFigures) => number])[] = [
  ['won', ({ wins }) => wins],
  ['tied', ({ ties }) => ties],
  ['lost', ({ losses }) => losses],
  ['same', ({ counts }) => counts.same],
  ['cut off', ({ cutOff }) => cutOff],
  ['flagged', ({ counts }) => counts.flagged],
  ['missing', ({ counts }) => counts.unanswered],
  ['open', ({ counts }) => counts.open],
];

function WinRate({ pair, best }: { readonly pair: PairFigures; readonly best: number | null }) {
  const { wins, ties, losses, rate, few, counted, dialogues, consistent } = pair;
  return (
    <>
      <span className={bestClass(rate.estimate, best)}>{percentText(rate.estimate)}</span>
      <span className="run-range">{intervalText(rate, { share: true })}</span>
      <OrdersAgree of={consistent} />
      <span className="run-range">
        {formatAmount(counted, 'pair')}, {formatAmount(dialogues, 'dialogue')}
      </span>
      {few && <span className="run-range run-stale">only {formatCount(wins + ties + losses)} judged</span>}
    </>
  );
}

function Trust({ summary: { pairs, all } }: { readonly summary: JudgingSummary }) {
  const rows = [
    ...pairs.map((pair) => ({ ...pair, title: `${pair.column.title} against ${pair.baseline.title}` })),
    ...(pairs.length > 1 ? [{ ...all, title: 'All together', characters: null }] : []),
  ];
  return (
    <>
      <h3 className="pad-1-2 pad-top-3">How reliable the judge is</h3>
      <FigureTable
        className="ruled run-figures judge-trust"
        columns={[
          { name: 'Columns', isName: true, value: ({ title }) => title },
          {
            name: 'orders agree',
            help: 'Share of judged pairs with the same result in both orders',
            value: ({ consistent }) => <Share of={consistent} />,
          },
          {
            name: 'prefers the first answer',
            help: 'How often the answer shown first won, not counting ties. 50 % means no position bias.',
            value: ({ forShownFirst }) => <Share of={forShownFirst} />,
          },
          {
            name: 'longer answer won',
            help: 'How often the longer answer won, not counting ties',
            value: ({ longerWon }) => <Share of={longerWon} />,
          },
          {
            name: 'mean length in characters: column, baseline',
            value: ({ characters }) =>
              characters &&
              [characters.column, characters.baseline]
                .map((mean) => (mean === null ? '–' : formatCount(Math.round(mean))))
                .join(' / '),
          },
          {
            name: 'agrees with your votes',
            help: 'Agreement with revealed votes on the same answers',
            value: ({ agreement }) => <Agreement of={agreement} />,
          },
        ]}
        rows={rows}
        keyOf={({ title }) => title}
      />
      <p className="quiet small run-note">
        If the judge prefers the first answer in half of the pairs, position does not matter. If longer
        answers win, the judge may be biased, or longer answers may be better. Votes count only after you
        reveal them.
      </p>
    </>
  );
}

function Share({ of: { share, trials, low, high } }: { readonly of: ShareValue }) {
  if (share === null) return <span className="quiet">no pairs counted</span>;
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
        <span className="run-range">{formatCount(otherAnswers)} votes on other answers are not counted</span>
      )}
    </>
  );
}
