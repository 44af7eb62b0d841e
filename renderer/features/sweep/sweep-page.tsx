import { useQuery } from '@tanstack/react-query';
import { type LearnInput, learnResultSchema } from '#shared/contract/automata.ts';
import type { SweepResult, SweepRow, SweepSummary } from '#shared/contract/sweep.ts';
import {
  figureText,
  formatAmount,
  formatCount,
  formatSeconds,
  formatTime,
  intervalWords,
} from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { showAutomaton } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { BEST_NOTE, bestClass, bestOf, FigureTable } from '../../ui/lists/figure-table.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Notice, ResultLine, Unanswered } from '../../ui/state/notice.tsx';
import { IntervalPlot } from '../columns/index.ts';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';
import { ExportMenu } from '../lasting-runs/index.ts';
import { RunRow, runKind } from '../results/index.ts';
import { COLUMNS, changeLooks, describeSetting, nextSorting, sortedRows, useLooks } from './sweep-columns.ts';

export const SWEEP = 'sweep';

export const sweepCommands = defineCommands(
  'sweep',
  { group: 'Corpus, tags, automaton' },
  {
    run: { title: 'Compare learning settings…' },
  },
);

const RUNS = about('sweeps', 'tags', 'corpus');

export const sweepQueries = {
  list: question('sweep.list', client.sweep.list, undefined, RUNS),
  get: (run: RunId) => question('sweep.get', client.sweep.get, { run }, RUNS),
};

/** True if the rows come from several tagging runs, so that a setting is named with its tagger. */
const hasSeveralRuns = ({ rows }: Pick<SweepResult, 'rows'>): boolean =>
  new Set(rows.map(({ setting }) => setting.run)).size > 1;

const beyondOf = ({ beyondChance }: SweepRow): number => beyondChance.estimate ?? Number.NEGATIVE_INFINITY;

const figures = ({ beyondChance }: SweepRow): string =>
  `${figureText(beyondChance.estimate, { share: true })} more turns in 100 than chance (${intervalWords(beyondChance, { share: true }) || 'no interval'})`;

/** Names the best setting, whose interval must be above all others. Settings with the same value are named together. */
export function describeSweep(result: SweepResult): string {
  const { rows, heldOut } = result;
  const measured = rows.filter(({ beyondChance }) => beyondChance.estimate !== null);
  const [best, second, ...rest] = measured.toSorted((a, b) => beyondOf(b) - beyondOf(a));
  const tested = `tested on ${formatAmount(heldOut, 'dialogue')}`;
  if (!best)
    return `No result: ${heldOut === 0 ? 'there are no test dialogues. Import more dialogues' : 'no turn could be tested. Tag the dialogues first'}.`;
  const named = (row: SweepRow): string => `“${describeSetting(row, hasSeveralRuns(result))}”`;
  const { lower } = best.beyondChance;
  const chance = lower !== null && lower > 0 ? '' : ' The order of the tags may be random.';
  if (!second)
    return `${named(best)} follows ${figures(best)}, ${tested}.${chance} Compare this setting with a second one.`;
  const equal = measured.filter((row) => beyondOf(row) === beyondOf(best));
  if (equal.length > 1)
    return `${formatAmount(equal.length, 'setting')} are equally good: ${new Intl.ListFormat('en').format(equal.map(named))} each follow ${figures(best)}, ${tested}.${chance}`;
  const isApart = [second, ...rest].every(
    ({ beyondChance: { upper } }) => lower !== null && upper !== null && upper < lower,
  );
  const size = figureText(beyondOf(best) - beyondOf(second), { share: true });
  return isApart
    ? `${named(best)} is best: it follows ${figures(best)}. ${named(second)} follows ${figures(second)}. The difference is ${size} (${tested}).${chance}`
    : `No setting is clearly best. ${named(best)} follows ${figures(best)}, and ${named(second)} follows ${figures(second)}. The difference of ${size} may be due to chance (${tested}).${chance}`;
}

function Sweep({ run: { id: run } }: { readonly run: SweepSummary }) {
  const found = useQuery(sweepQueries.get(run));
  const learning = useStartedJob(learnResultSchema, (setting: LearnInput) => client.automata.learn(setting));
  const sorting = useLooks((state) => state.sorting);
  if (found.isError || !found.data) return <Unanswered of={found} loading="Loading the figures…" />;
  const { result, createdAt, stale } = found.data;
  const rows = sortedRows(result.rows, sorting);
  const { result: learned } = learning;
  return (
    <Focusable
      as="section"
      className="stack-3 run-page focus-inside grow shrink scrolls"
      aria-label="Compared settings"
    >
      <header className="row-2 wrap">
        <h2 className="large">Settings compared on {formatTime(createdAt)}</h2>
        <ExportMenu
          name={`settings ${run}`}
          formats={['csv']}
          write={(to, target) => client.sweep.export({ run, to, ...target })}
        />
      </header>
      <ResultLine sentences={[describeSweep(result)]} />
      <p>
        {formatAmount(result.rows.length, 'setting')}, compared on{' '}
        {formatAmount(result.dialogues, 'dialogue')}, of which {formatCount(result.heldOut)} were kept for
        testing. <span className="quiet">The comparison took {formatSeconds(result.seconds)}.</span>
      </p>
      {stale && <Notice kind="warning">Tags or dialogues have changed since this comparison.</Notice>}
      {learned ? (
        <Notice
          kind="done"
          actions={
            <Button
              small
              kind="primary"
              onClick={() => {
                showAutomaton(learned.automaton);
                showMode(EXPLORE);
              }}
            >
              Show the automaton
            </Button>
          }
        >
          The automaton has {formatAmount(learned.states, 'state')}.
        </Notice>
      ) : (
        <StartedJobState of={learning} />
      )}
      <FiguresTable
        result={result}
        rows={rows}
        isLearning={learning.stage === 'running'}
        onLearn={(setting) => learning.start.mutate(setting)}
      />
      <p className="quiet small">{BEST_NOTE}</p>
      <section aria-label="Turns followed, compared with chance">
        <h3 className="below-1">Turns followed, compared with chance</h3>
        <p className="quiet small">
          Out of 100 turns in unseen dialogues, how many more the automaton follows with the real tags than
          with shuffled tags. If an interval includes 0, the order of the tags may be random.
        </p>
        <IntervalPlot
          label="Turns followed, compared with chance"
          unit="turns in 100, with 95 % intervals"
          difference
          rows={rows.map((row, at) => ({
            name: String(at),
            title: describeSetting(row, hasSeveralRuns(result)),
            kind: row.setting.learner === 'paper' ? 'paper' : 'context',
            oracle: false,
            value: inPoints(row.beyondChance),
          }))}
        />
      </section>
    </Focusable>
  );
}

const inPoints = ({ estimate, lower, upper }: SweepRow['beyondChance']): SweepRow['beyondChance'] => {
  const times = (value: number | null): number | null => (value === null ? null : 100 * value);
  return { estimate: times(estimate), lower: times(lower), upper: times(upper) };
};

interface FiguresTableProps {
  readonly result: SweepResult;
  readonly rows: readonly SweepRow[];
  readonly isLearning: boolean;
  readonly onLearn: (setting: LearnInput) => void;
}

function FiguresTable({ result, rows, isLearning, onLearn }: FiguresTableProps) {
  const sorting = useLooks((state) => state.sorting);
  const best = new Map(
    COLUMNS.map(({ id, wanted, of }) => [id, wanted ? bestOf(rows.map(of), wanted) : null]),
  );
  const words = (row: SweepRow): string => describeSetting(row, hasSeveralRuns(result));
  return (
    <Focusable as="section" className="scrolls rounded outline full" aria-label="Figures for every setting">
      <FigureTable
        className="wide sweep-figures"
        columns={[
          { name: 'Setting', isName: true, value: words },
          ...COLUMNS.map(({ id, label, title, of, text }) => ({
            ...{ name: label, help: title, sort: id, className: 'number', value: text },
            cellClass: (row: SweepRow) => bestClass(of(row), best.get(id) ?? null),
          })),
          {
            name: '',
            value: (row) => (
              <Button
                small
                disabled={isLearning}
                aria-label={`Learn by ${words(row)}`}
                onClick={() => onLearn(row.setting)}
              >
                Learn
              </Button>
            ),
          },
        ]}
        rows={rows}
        keyOf={({ setting }) => JSON.stringify(setting)}
        sorting={{
          by: sorting.column,
          descending: sorting.descending,
          onSort: (id) => changeLooks({ sorting: nextSorting(sorting, id) }),
        }}
      />
    </Focusable>
  );
}

export const sweepResults = runKind({
  name: SWEEP,
  title: 'Compared settings',
  useRuns: () => useQuery(sweepQueries.list),
  idOf: ({ id }) => id,
  row: ({ run, ...place }) => (
    <RunRow {...place} id={run.id} at={run.createdAt}>
      <span className="quiet small">
        {formatAmount(run.rows, 'setting')}, {formatSeconds(run.seconds)}
      </span>
      {run.stale && <span className="small run-stale">tags or dialogues have changed since then</span>}
    </RunRow>
  ),
  page: Sweep,
  starts: sweepCommands.run,
});
