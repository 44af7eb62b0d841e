import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import type { RankedColumn, VoteRanking } from '#shared/contract/votes.ts';
import { bracketText, figureText, formatTime } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { BEST_NOTE, bestClass, bestOf, FigureTable } from '../../ui/lists/figure-table.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, Notice, ResultLine, Unanswered } from '../../ui/state/notice.tsx';
import { comparisonQueries, IntervalPlot } from '../columns/index.ts';
import { changeTurn, OracleMark } from '../comparison/index.ts';
import { SeedField } from './vote-start.tsx';
import { changeVotes, useVotes, VOTE, voteQueries } from './vote-state.ts';
import {
  CHOICE_WORDS,
  chanceAgainstAverage,
  describeBlind,
  describeRanking,
  describeWinner,
  rankingWarnings,
} from './vote-words.ts';

const titleWithLabels = ({ title, usesLabels }: Pick<RankedColumn, 'title' | 'usesLabels'>): string =>
  `${title}${usesLabels ? ' (uses the correct labels)' : ''}`;

const nameOf = ({ title, usesLabels }: Pick<RankedColumn, 'title' | 'usesLabels'>) => (
  <>
    {title} {usesLabels && <OracleMark />}
  </>
);

function PastVotes({ unit }: { readonly unit: AnswerUnit }) {
  const past = useQuery(voteQueries.list(unit)).data;
  if (!past || past.items.length === 0) return null;
  return (
    <section className="vote-past" aria-label="Past votes">
      <h3>
        Past votes
        {past.total > past.items.length && (
          <span className="quiet">
            {' '}
            · newest {past.items.length} of {past.total}
          </span>
        )}
      </h3>
      <ul>
        {past.items.map(({ pair, vote, revealed }) => (
          <li key={pair}>
            <span className="quiet small">{formatTime(vote.at)}</span>
            <span className="small">{vote.author}</span>
            <span className="grow shrink breaks">
              {revealed === null
                ? `${CHOICE_WORDS[vote.choice]} · not revealed yet`
                : `${CHOICE_WORDS[vote.choice]} · A ${titleWithLabels(revealed.a)} · B ${titleWithLabels(revealed.b)}`}
              {vote.note !== '' && <span className="quiet"> · “{vote.note}”</span>}
            </span>
            <Button
              small
              aria-label={`Show pair ${pair}`}
              onClick={() => {
                changeVotes({ voting: true, pair });
                changeTurn({ tab: VOTE });
              }}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RankingView() {
  const [unit, setUnit] = useState<AnswerUnit>(useVotes.getState().settings.unit);
  const [author, setAuthor] = useState<string | null>(null);
  const [seed, setSeed] = useState(1);
  const authors = useQuery(
    question('history.authors', client.history.authors, undefined, about('votes', 'tags')),
  );
  const found = useQuery(voteQueries.ranking(unit, author, seed));
  return (
    <Focusable as="section" className="stack-3 vote-ranking scroll" aria-label="Ranking by votes">
      <div className="vote-fields gap-3 grid">
        <SelectField
          label="Votes on"
          value={unit}
          options={[
            { value: 'next-turn', label: 'Single turns' },
            { value: 'whole-dialogue', label: 'Whole dialogues' },
          ]}
          onChange={setUnit}
        />
        <SelectField
          label="Votes by"
          value={author}
          options={[
            { value: null, label: 'Everyone' },
            ...(authors.data ?? []).map((name) => ({ value: name, label: name })),
          ]}
          onChange={setAuthor}
        />
        <SeedField label="Seed for the intervals" seed={seed} onChange={setSeed} />
      </div>
      {!found.isSuccess && <Unanswered of={found} />}
      {found.data && <Blind ranking={found.data} unit={unit} />}
      {found.data && found.data.votes > 0 && <Ranked ranking={found.data} unit={unit} />}
      {found.data && found.data.votes + found.data.blind === 0 && (
        <EmptyState
          title="No votes yet"
          action={
            <Button
              kind="primary"
              onClick={() => {
                changeVotes({ pair: null });
                changeTurn({ tab: VOTE });
              }}
            >
              Vote on two answers
            </Button>
          }
        >
          Start with 30 votes for each column. Each vote compares two columns on the same turn.
        </EmptyState>
      )}
      <PastVotes unit={unit} />
    </Focusable>
  );
}

function Blind({ ranking, unit }: { readonly ranking: VoteRanking; readonly unit: AnswerUnit }) {
  const reveal = useAction(() => client.votes.revealAll({ unit }));
  if (ranking.blind === 0) return null;
  return (
    <Notice
      kind="info"
      actions={
        <Button small does={reveal}>
          Reveal and count votes
        </Button>
      }
    >
      {describeBlind(ranking)}
    </Notice>
  );
}

function Ranked({ ranking, unit }: { readonly ranking: VoteRanking; readonly unit: AnswerUnit }) {
  const methods = useQuery(comparisonQueries.methods);
  const kindOf = ({ column }: RankedColumn) =>
    methods.data?.find(({ name }) => name === column.method)?.kind ?? ('baseline' as const);
  return (
    <>
      <ResultLine sentences={[describeWinner(ranking, unit)]} />
      <p className="quiet small">{describeRanking(ranking, unit)}</p>
      {rankingWarnings(ranking).map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      <IntervalPlot
        label="Chance of being preferred to an average column"
        unit="chance of being preferred to an average column, %"
        rows={ranking.columns.map((column) => ({
          name: column.key,
          title: column.title,
          kind: kindOf(column),
          oracle: column.usesLabels,
          value: preferred(column),
        }))}
      />
      <RankingTable ranking={ranking} />
      <WinsTable ranking={ranking} />
    </>
  );
}

const preferred = ({ strength, interval }: RankedColumn) => ({
  estimate: chanceAgainstAverage(strength),
  lower: interval && chanceAgainstAverage(interval.lower),
  upper: interval && chanceAgainstAverage(interval.upper),
});

const CHANCE = { digits: 1 };

const STRENGTH = { digits: 2, signed: true };

function RankingTable({ ranking }: { readonly ranking: VoteRanking }) {
  // With too few votes, the first of the ranking is not the best.
  const best = ranking.few ? null : bestOf(ranking.columns.map(({ strength }) => strength));
  return (
    <Focusable as="section" className="vote-table-frame" aria-label="Ranking as a table">
      <FigureTable
        className="vote-table"
        columns={[
          {
            name: 'Rank',
            help: 'Range of ranks in 95 % of the resamples',
            value: ({ rank, interval }) => (
              <>
                {rank} <Interval text={interval && `${interval.bestRank}–${interval.worstRank}`} />
              </>
            ),
          },
          {
            name: 'Column',
            isName: true,
            value: ({ title, usesLabels, few }) => (
              <>
                {title} {usesLabels && <OracleMark />}
                {few && <span className="vote-few small warning">fewer than 30 votes</span>}
              </>
            ),
          },
          {
            name: 'Strength',
            help: 'Bradley–Terry strength (natural logarithm). The average column has a strength of 0.',
            value: ({ strength, interval }) => (
              <>
                <span className={bestClass(strength, best)}>{figureText(strength, STRENGTH)}</span>{' '}
                <Interval text={interval && bracketText(interval, STRENGTH)} />
              </>
            ),
          },
          {
            name: 'Preferred, %',
            help: 'Chance of being preferred to an average column, as in the plot',
            value: (column) => (
              <>
                <span className={bestClass(column.strength, best)}>
                  {figureText(preferred(column).estimate, CHANCE)}
                </span>{' '}
                <Interval text={column.interval && bracketText(preferred(column), CHANCE)} />
              </>
            ),
          },
          {
            name: 'Votes',
            help: 'Only votes on revealed answers count',
            value: ({ votes }) => votes,
          },
          { name: 'Won', value: ({ wins }) => wins },
          {
            name: 'Tied',
            help: 'Ties and “both bad” count as half a win for each side',
            value: ({ ties }) => ties,
          },
          { name: 'Lost', value: ({ losses }) => losses },
        ]}
        rows={ranking.columns}
        keyOf={({ key }) => key}
      />
      {best !== null && <p className="quiet small">{BEST_NOTE}</p>}
    </Focusable>
  );
}

function Interval({ text }: { readonly text: string | null }) {
  return text === null ? (
    <span className="quiet" title="No interval yet">
      –
    </span>
  ) : (
    <span className="quiet">{text}</span>
  );
}

function WinsTable({ ranking: { columns, wins } }: { readonly ranking: VoteRanking }) {
  const cell = (row: string, column: string): string => {
    const one = wins.find(({ first, second }) => first === row && second === column);
    if (one) return `${one.won} · ${one.tied + one.bothBad} · ${one.lost}`;
    const other = wins.find(({ first, second }) => first === column && second === row);
    return other ? `${other.lost} · ${other.tied + other.bothBad} · ${other.won}` : '–';
  };
  return (
    <Focusable as="section" className="vote-table-frame" aria-label="Wins against each other">
      <h3>Against each other</h3>
      <p className="quiet small">Row against column: won · tied or both bad · lost</p>
      <FigureTable
        className="vote-table"
        columns={[
          { name: '', isName: true, value: nameOf },
          ...columns.map(({ key, ...column }) => ({
            name: nameOf(column),
            value: (row: RankedColumn) => (key === row.key ? '' : cell(row.key, key)),
          })),
        ]}
        rows={columns}
        keyOf={({ key }) => key}
      />
    </Focusable>
  );
}
