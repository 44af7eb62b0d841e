import { useQuery } from '@tanstack/react-query';
import type { WinRateCell, WinRateTable } from '#shared/contract/judging.ts';
import { modelName } from '#shared/domain/agent.ts';
import {
  formatAmount,
  formatCount,
  formatSetShare,
  intervalText,
  percentText,
} from '#shared/domain/figure-text.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, Notice, Unanswered } from '../../ui/state/notice.tsx';
import { batchCommands } from '../batch/index.ts';
import { OracleMark } from '../comparison/index.ts';
import { OrdersAgree } from './judging-figures.tsx';
import { isVerdict, shareText } from './judging-text.ts';
import { judgingCommands, judgingQueries } from './queries.ts';

type Group = WinRateTable['groups'][number];

/** Compares each method with the model without examples, by corpus (DFA-RAG, table 1). */
export function WinRates() {
  const found = useQuery(judgingQueries.table);
  if (found.isError || !found.data) return <Unanswered of={found} loading="Calculating the win rates…" />;
  const { groups, bootstrap } = found.data;
  if (groups.length === 0) {
    return (
      <EmptyState
        title="No comparison with “no examples” yet"
        action={
          <span className="row-2">
            <CommandButton kind="primary" command={judgingCommands.run} />
            <CommandButton command={batchCommands.run} />
          </span>
        }
      >
        For each corpus, this table shows how often a method's answers beat the same model without examples.
        You need a judged batch run with a “no examples” column.
      </EmptyState>
    );
  }
  return (
    <section className="stack-2 lasting-run grow shrink shrink-down" aria-label="Win rates">
      <header className="row-2 wrap">
        <h2 className="large">Win rates against “no examples”</h2>
      </header>
      <Focusable as="section" className="scroll run-scroll" aria-label="Win rates by corpus and method">
        {groups.map((group) => (
          <GroupTable
            key={`${group.judge.provider} ${group.judge.model} ${group.unit} ${group.baseline.key}`}
            group={group}
          />
        ))}
        <p className="quiet small run-note">
          Wins plus half of the ties, divided by all counted pairs; {formatSetShare(bootstrap.level)}{' '}
          intervals by bootstrap over dialogues ({formatCount(bootstrap.resamples)} resamples, seed{' '}
          {bootstrap.seed}). All judging runs are combined; if two judged the same pair, the newer one counts.
          “All turns together” weighs every turn equally, “Average” weighs every corpus equally. Bold: the
          interval excludes 50 % and both orders agree in at least half of the pairs. Point at a figure to see
          wins, ties and losses.
        </p>
      </Focusable>
    </section>
  );
}

function GroupTable({ group }: { readonly group: Group }) {
  const { judge, baseline, unit, methods, average, settings } = group;
  const sources = group.rows.filter(({ source }) => source !== null);
  const together = group.rows.find(({ source }) => source === null);
  // With a single corpus the mean over corpora is left out.
  const rows =
    sources.length === 1 ? sources : [...sources, ...group.rows.filter((row) => !sources.includes(row))];
  return (
    <>
      <h3 className="pad-1-2 pad-top-3">
        Judged by {modelName(judge.model)}: {unit === 'next-turn' ? 'next turns' : 'whole dialogues'} against{' '}
        {baseline.title}
      </h3>
      {settings > 1 && (
        <Notice kind="warning">
          This table combines runs with {formatAmount(settings, 'different setting')} for answers and judges.
        </Notice>
      )}
      <FigureTable
        className="ruled run-figures win-rates"
        columns={[
          { name: 'Corpus', isName: true, value: ({ source }) => source?.name ?? 'All turns together' },
          ...methods.map(({ title, usesLabels }, at) => ({
            name: (
              <>
                {title} {usesLabels && <OracleMark />}
              </>
            ),
            className: 'number',
            value: ({ cells }: (typeof rows)[number]) => {
              const cell = cells[at];
              return !cell || cell.counted === 0 ? <NotJudged /> : <Rate cell={cell} />;
            },
          })),
        ]}
        rows={rows}
        keyOf={({ source }) => source?.id ?? 'all'}
      >
        {sources.length > 1 && (
          <tr>
            <th scope="row">Average of the corpora</th>
            {average.map((cell, at) => (
              <td key={methods[at]?.key} className="number">
                {cell === null ? (
                  <NotJudged />
                ) : (
                  <>
                    <RateOf rate={cell.rate} consistent={together?.cells[at]?.consistent ?? null} />
                    <span className="run-range">of {formatAmount(cell.sources, 'corpus', 'corpora')}</span>
                  </>
                )}
              </td>
            ))}
          </tr>
        )}
      </FigureTable>
    </>
  );
}

const NotJudged = () => <span className="quiet">not judged yet</span>;

interface RateOfProps {
  readonly rate: WinRateCell['rate'];
  readonly consistent: WinRateCell['consistent'] | null;
}

function RateOf({ rate, consistent }: RateOfProps) {
  const verdict = consistent === null || isVerdict(consistent);
  const clear =
    verdict && rate.lower !== null && rate.upper !== null && (rate.lower > 0.5 || rate.upper < 0.5);
  return (
    <>
      <span className={clear ? 'run-clear' : ''}>{percentText(rate.estimate)}</span>
      <span className="run-range">{intervalText(rate, { share: true })}</span>
      {consistent && <OrdersAgree of={consistent} />}
    </>
  );
}

function Rate({ cell }: { readonly cell: WinRateCell }) {
  const { rate, printed, wins, ties, losses, same, counted, cutOff, consistent, few, runs } = cell;
  return (
    <div
      title={[
        `${wins} won, ${ties} tied, ${losses} lost, ${same} identical`,
        `orders agree: ${shareText(consistent)}`,
        `with the baseline shown first: ${percentText(printed.estimate)}`,
        `judging runs ${runs.join(', ')}`,
      ].join('\n')}
    >
      <RateOf rate={rate} consistent={consistent} />
      <span className="run-range">n = {formatCount(counted)}</span>
      {cutOff > 0 && <span className="run-range">{formatCount(cutOff)} with a cut-off answer</span>}
      {few && <span className="run-range run-stale">only {formatCount(wins + ties + losses)} judged</span>}
    </div>
  );
}
